/// A part of a screen, as Apple's SwiftUI has it; the documentation there is the reference.
///
/// This module stands in for SwiftUI where that does not exist, so that the code which needs it is
/// compiled and run. It has no name that Apple's lacks, but for ``ViewHost`` and what that shows.
@MainActor @preconcurrency public protocol View {
  /// What the view consists of.
  associatedtype Body: View

  /// What the view consists of.
  @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: View {
  /// There is none.
  public var body: Never { preconditionFailure("never is no view") }
}

/// A view that the host knows itself.
@MainActor protocol PrimitiveView: View where Body == Never {
  var content: PrimitiveContent { get }
}

extension PrimitiveView {
  /// There is none.
  public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

/// What a primitive view shows.
struct PrimitiveContent {
  var elements: [ViewElement] = []
  var children: [(key: AnyHashable, view: any View)] = []
  var environment: ((inout EnvironmentValues) -> Void)?
  var onAppear: (() -> Void)?
  var onDisappear: (() -> Void)?
}

/// Builds views from statements.
@MainActor @preconcurrency @resultBuilder public enum ViewBuilder {
  /// A view.
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

  /// No view.
  public static func buildBlock() -> EmptyView { EmptyView() }

  /// One view.
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

  /// Several views.
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> {
    var views: [any View] = []
    repeat views.append(each content)
    return TupleView((repeat each content), views)
  }

  /// A view that may be missing.
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

  /// The first of two views.
  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> _ConditionalContent<First, Second> { _ConditionalContent(choice: .first(first)) }

  /// The second of two views.
  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> _ConditionalContent<First, Second> { _ConditionalContent(choice: .second(second)) }
}

/// Nothing.
public struct EmptyView: View, PrimitiveView {
  /// Nothing.
  public init() {}
  var content: PrimitiveContent { PrimitiveContent() }
}

/// Several views.
public struct TupleView<T>: View, PrimitiveView {
  /// The views.
  public var value: T
  private let views: [any View]

  init(_ value: T, _ views: [any View]) {
    self.value = value
    self.views = views
  }

  var content: PrimitiveContent {
    PrimitiveContent(children: views.enumerated().map { (AnyHashable($0.offset), $0.element) })
  }
}

/// One of two views.
public struct _ConditionalContent<TrueContent: View, FalseContent: View>: View, PrimitiveView {
  enum Choice {
    case first(TrueContent)
    case second(FalseContent)
  }

  private let choice: Choice

  init(choice: Choice) { self.choice = choice }

  var content: PrimitiveContent {
    switch choice {
    case .first(let view): PrimitiveContent(children: [(true, view)])
    case .second(let view): PrimitiveContent(children: [(false, view)])
    }
  }
}

extension Optional: View where Wrapped: View {
  /// There is none.
  public var body: Never { preconditionFailure("an optional view has no body") }
}

extension Optional: PrimitiveView where Wrapped: View {
  var content: PrimitiveContent { PrimitiveContent(children: map { [(0, $0)] } ?? []) }
}
