/// A view with something added.
struct ModifiedView<Content: View>: View, PrimitiveView {
  let view: Content
  var environment: ((inout EnvironmentValues) -> Void)?
  var onAppear: (() -> Void)?
  var onDisappear: (() -> Void)?

  var content: PrimitiveContent {
    PrimitiveContent(
      children: [(0, view)],
      environment: environment,
      onAppear: onAppear,
      onDisappear: onDisappear
    )
  }
}

extension View {
  /// Sets a value of the environment.
  public func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>,
    _ value: V
  ) -> some View {
    ModifiedView(view: self, environment: { $0[keyPath: keyPath] = value })
  }

  /// Runs an action before the view appears.
  public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    ModifiedView(view: self, onAppear: action)
  }

  /// Runs an action after the view has disappeared.
  public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    ModifiedView(view: self, onDisappear: action)
  }

  /// Names the view in a choice.
  public func tag<V: Hashable>(_ tag: V) -> some View { ModifiedView(view: self) }
}

/// A part of an app.
@MainActor @preconcurrency public protocol Scene {
  /// What the scene consists of.
  associatedtype Body: Scene

  /// What the scene consists of.
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: Scene {}

/// Builds scenes from statements.
@resultBuilder public enum SceneBuilder {
  /// One scene.
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

/// A scene that the host knows itself.
@MainActor protocol PrimitiveScene: Scene where Body == Never {
  var view: any View { get }
}

extension PrimitiveScene {
  /// There is none.
  public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

/// A window.
public struct WindowGroup<Content: View>: Scene, PrimitiveScene {
  private let content: Content

  /// A window with a view.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  var view: any View { content }
}

private struct ModifiedScene<Content: Scene>: Scene, PrimitiveScene {
  let scene: Content
  let modify: (any View) -> any View

  var view: any View { modify(sceneView(scene)) }
}

@MainActor func sceneView<S: Scene>(_ scene: S) -> any View {
  (scene as? any PrimitiveScene)?.view ?? sceneView(scene.body)
}

extension Scene {
  /// Sets a value of the environment.
  public func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>,
    _ value: V
  ) -> some Scene {
    func modify<Content: View>(_ view: Content) -> any View { view.environment(keyPath, value) }
    return ModifiedScene(scene: self) { modify($0) }
  }
}

/// An app.
@MainActor @preconcurrency public protocol App {
  /// What the app consists of.
  associatedtype Body: Scene

  /// What the app consists of.
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }

  /// An app is made without arguments.
  @MainActor @preconcurrency init()
}

/// What a preview shows.
@MainActor @preconcurrency public protocol PreviewProvider {
  /// What is shown.
  associatedtype Previews: View

  /// What is shown.
  @ViewBuilder @MainActor @preconcurrency static var previews: Self.Previews { get }
}
