/// Shows a view: evaluates it, keeps what belongs to it, and evaluates it again when that changes.
///
/// SwiftUI has a screen for that, and a run loop; here a test says when to look.
@MainActor public final class ViewHost {
  private var root: ViewNode?
  /// How often the views of each type were evaluated.
  public internal(set) var evaluations: [String: Int] = [:]
  /// What SwiftUI would complain about.
  public internal(set) var faults: [String] = []
  var isUpdating = false

  /// Shows a view.
  public init(_ view: any View) {
    let node = ViewNode(self, EnvironmentValues())
    root = node
    node.evaluate(view)
    node.appear()
    render()
  }

  /// Shows what a scene shows.
  public convenience init(scene: some Scene) { self.init(sceneView(scene)) }

  /// Evaluates all views of which something has changed.
  public func render() {
    for _ in 0..<100 {
      guard let dirty = root?.firstDirty else { return }
      dirty.evaluateAgain()
    }
    faults.append("views are evaluated again and again")
  }

  /// What is shown.
  public var elements: [ViewElement] { root?.elements ?? [] }

  /// The texts that are shown.
  public var texts: [String] {
    elements.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  /// The switches that are shown.
  public func toggle(_ title: String) -> Binding<Bool>? {
    elements.lazy.compactMap { element in
      if case .toggle(title, let binding) = element { binding } else { nil }
    }.first
  }

  /// The fields that are shown.
  public func field(_ title: String) -> Binding<String>? {
    elements.lazy.compactMap { element in
      if case .field(title, let binding) = element { binding } else { nil }
    }.first
  }

  /// Pushes a button, and evaluates what has changed.
  public func push(_ title: String) {
    for case .button(title, let action) in elements { action() }
    render()
  }

  /// Shows the view, which has disappeared, again.
  public func appear() {
    root?.appear()
    render()
  }

  /// Hides the view, which stays.
  public func disappear() {
    root?.disappear()
    render()
  }

  /// Lets the view go.
  public func remove() {
    root?.disappear()
    root = nil
  }
}
