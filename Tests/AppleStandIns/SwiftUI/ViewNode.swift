import Observation

/// A view on the screen, with what belongs to it as long as it is there.
@MainActor final class ViewNode {
  private weak var host: ViewHost?
  private(set) var environment: EnvironmentValues
  private var view: (any View)?
  private var storage: [String: AnyObject] = [:]
  private var children: [(key: AnyHashable, node: ViewNode)] = []
  private var own = PrimitiveContent()
  private var isDirty = false

  init(_ host: ViewHost?, _ environment: EnvironmentValues) {
    self.host = host
    self.environment = environment
  }

  // MARK: - What belongs to the view

  /// What belongs to a property; it is made once.
  func storage<Box: AnyObject>(_ path: String, _ make: () -> Box) -> Box {
    if let box = storage[path] as? Box { return box }
    let box = make()
    storage[path] = box
    return box
  }

  func replace(_ path: String, _ box: AnyObject) { storage[path] = box }

  /// Has the view evaluated with the next ones.
  func invalidate() { isDirty = true }

  /// An object of the view changes.
  func objectWillChange() {
    if host?.isUpdating == true {
      host?.faults.append("changes are published while views are updated")
    }
    invalidate()
  }

  // MARK: - Evaluation

  func evaluate<V: View>(_ view: V) {
    if let present = self.view, type(of: present) != V.self {
      disappear()
      storage = [:]
      children = []
    }
    self.view = view
    isDirty = false
    if let primitive = view as? any PrimitiveView {
      own = primitive.content
      var inherited = environment
      own.environment?(&inherited)
      show(own.children, inherited)
    } else {
      show([(0, body(of: view))], environment)
    }
  }

  func evaluateAgain() {
    if let view { evaluate(view) }
  }

  private func body<V: View>(of view: V) -> any View {
    host?.isUpdating = true
    defer { host?.isUpdating = false }
    update(view, path: "")
    host?.evaluations["\(V.self)", default: 0] += 1
    return withObservationTracking {
      view.body
    } onChange: { [weak self] in
      MainActor.assumeIsolated { self?.invalidate() }
    }
  }

  /// Brings the dynamic properties of a value up to date, the inner ones first.
  private func update(_ value: Any, path: String) {
    for (index, child) in Mirror(reflecting: value).children.enumerated() {
      guard var property = child.value as? any DynamicProperty else { continue }
      let path = "\(path).\(index)"
      if let installed = property as? any InstalledProperty {
        installed.install(in: self, at: path)
      } else {
        update(property, path: path)
      }
      property.update()
    }
  }

  private func show(
    _ views: [(key: AnyHashable, view: any View)],
    _ environment: EnvironmentValues
  ) {
    let old = children
    children = views.map { key, view in
      let node = old.first { $0.key == key }?.node ?? ViewNode(host, environment)
      return (key, node)
    }
    for (key, node) in old where !children.contains(where: { $0.key == key }) {
      node.disappear()
    }
    for ((key, view), child) in zip(views, children) {
      child.node.environment = environment
      child.node.evaluate(view)
      // The first node appears with its host.
      if self.view != nil, isShown, !old.contains(where: { $0.key == key }) { child.node.appear() }
    }
  }

  // MARK: - Appearance

  private var isShown = false

  func appear() {
    isShown = true
    for child in children { child.node.appear() }
    own.onAppear?()
  }

  func disappear() {
    isShown = false
    for child in children { child.node.disappear() }
    own.onDisappear?()
  }

  // MARK: - What is seen

  var firstDirty: ViewNode? {
    isDirty ? self : children.lazy.compactMap(\.node.firstDirty).first
  }

  var elements: [ViewElement] { own.elements + children.flatMap(\.node.elements) }
}
