#if canImport(SwiftUI)
public import Strata
public import SwiftUI

/// The values of a request, in a view that is evaluated again whenever they change.
///
/// ```swift
/// struct PlayerList: View {
///   @Query(PlayersRequest()) private var players: [Player]
///
///   var body: some View {
///     List(players) { player in Text(player.name) }
///   }
/// }
/// ```
///
/// The database is that of the environment; see `databaseContext(_:)`. The view
/// changes what it shows through the projection: `$players.request` is a binding to the request, and
/// `$players.atLeast` one to a member of it. An equal request changes nothing, and an equal value
/// does not let the view be evaluated. `$players.error` says why no more values come; the last one
/// stays.
@MainActor @propertyWrapper public struct Query<Request: Queryable>: DynamicProperty {
  @Environment private var context: Result<Request.Context, any Error>
  @Environment(\.queryObservationEnabled) private var isObserving
  @StateObject private var tracker: QueryTracker<Request>
  private let source: QueryTracker<Request>.Source

  private init(
    _ source: QueryTracker<Request>.Source,
    _ context: KeyPath<EnvironmentValues, Result<Request.Context, any Error>>
  ) {
    self.source = source
    _context = Environment(context)
    _tracker = StateObject(wrappedValue: QueryTracker(source))
  }

  init(
    _ request: Request,
    from context: KeyPath<EnvironmentValues, Result<Request.Context, any Error>>
  ) {
    self.init(.initial(request), context)
  }

  init(
    constant request: Request,
    from context: KeyPath<EnvironmentValues, Result<Request.Context, any Error>>
  ) {
    self.init(.constant(request), context)
  }

  init(
    _ request: Binding<Request>,
    from context: KeyPath<EnvironmentValues, Result<Request.Context, any Error>>
  ) {
    self.init(.binding(request), context)
  }

  /// A query of a request that the view may change.
  ///
  /// Once the view is on the screen, only the bindings of the projection change the request.
  ///
  /// - Parameters:
  ///   - request: what is shown first.
  ///   - keyPath: where the environment has the database.
  public init(_ request: Request, in keyPath: KeyPath<EnvironmentValues, Request.Context>) {
    self.init(request, from: \.[queryContext: keyPath])
  }

  /// A query of a request that the view cannot change.
  ///
  /// - Parameters:
  ///   - request: what is shown, whenever the view is made.
  ///   - keyPath: where the environment has the database.
  public init(
    constant request: Request,
    in keyPath: KeyPath<EnvironmentValues, Request.Context>
  ) {
    self.init(constant: request, from: \.[queryContext: keyPath])
  }

  /// A query of a request that is somewhere else.
  ///
  /// - Parameters:
  ///   - request: a binding to the request, which the bindings of the projection change as well.
  ///   - keyPath: where the environment has the database.
  public init(
    _ request: Binding<Request>,
    in keyPath: KeyPath<EnvironmentValues, Request.Context>
  ) {
    self.init(request, from: \.[queryContext: keyPath])
  }

  /// The last value; the request's default value until there is one.
  public var wrappedValue: Request.Value { tracker.value ?? Request.defaultValue }

  /// Bindings to the request.
  public var projectedValue: Wrapper {
    Wrapper(request: $tracker.request, error: tracker.error)
  }

  /// Brings the query up to date; SwiftUI calls it.
  public nonisolated func update() {
    MainActor.assumeIsolated {
      tracker.update(source, in: context, isObserving: isObserving)
    }
  }

  /// What `$` gives of a query: bindings to its request, and its error.
  @MainActor @dynamicMemberLookup public struct Wrapper {
    /// A binding to the request.
    public let request: Binding<Request>

    /// Why no more values come; nil while they do.
    public let error: (any Error)?

    /// A binding to a member of the request.
    public subscript<Member>(
      dynamicMember keyPath: WritableKeyPath<Request, Member>
    ) -> Binding<Member> {
      request[dynamicMember: keyPath]
    }
  }
}

extension EnvironmentValues {
  /// A context that is always there.
  fileprivate subscript<Context>(
    queryContext keyPath: KeyPath<EnvironmentValues, Context>
  ) -> Result<Context, any Error> {
    .success(self[keyPath: keyPath])
  }
}
#endif
