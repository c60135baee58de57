/// Views of which one covers the other.
public struct NavigationStack<Data, Root: View>: View, PrimitiveView {
  private let root: Root

  /// A stack with its lowest view.
  public init(@ViewBuilder root: () -> Root) where Data == NavigationPath { self.root = root() }

  var content: PrimitiveContent { PrimitiveContent(children: [(0, root)]) }
}

/// Which views cover the lowest one.
public struct NavigationPath {}

/// A label behind which there is another view, which the host shows below it.
public struct NavigationLink<Label: View, Destination: View>: View, PrimitiveView {
  private let destination: Destination
  private let label: Label

  /// A link to a view.
  public init(
    @ViewBuilder destination: () -> Destination,
    @ViewBuilder label: () -> Label
  ) {
    self.destination = destination()
    self.label = label()
  }

  var content: PrimitiveContent { PrimitiveContent(children: [(0, label), (1, destination)]) }
}

/// Controls one below the other.
public struct Form<Content: View>: View, PrimitiveView {
  private let controls: Content

  /// Controls one below the other.
  public init(@ViewBuilder content: () -> Content) { controls = content() }

  var content: PrimitiveContent { PrimitiveContent(children: [(0, controls)]) }
}

extension View {
  /// Names the view in a stack.
  public func navigationTitle<S: StringProtocol>(_ title: S) -> some View {
    ModifiedView(view: self)
  }
}
