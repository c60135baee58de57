/// A typed request whose value is fetched once.
///
/// Write `TopPlayersRequest.Fetch` for its type, and `.fetching` for its value. The parameters of
/// the request are its members, so that a view can bind to them.
@dynamicMemberLookup
public struct RequestFetch<Request: TypedRequest>: FetchQueryable, Hashable {
  /// What holds the database.
  public typealias Context = DatabaseContext
  /// What the request gives.
  public typealias Value = Request.Value

  /// The request.
  public var request: Request

  /// Makes the variant of a request.
  public init(_ request: Request) {
    self.request = request
  }

  /// What the request shows before its first value.
  public static var defaultValue: Request.Value { Request.defaultValue }

  /// Runs the request.
  public func fetch(_ db: Database) throws -> Request.Value {
    try request.fetch(db)
  }

  /// A parameter of the request.
  public subscript<T>(dynamicMember member: WritableKeyPath<Request, T>) -> T {
    get { request[keyPath: member] }
    set { request[keyPath: member] = newValue }
  }
}

/// A typed request whose value is fetched again whenever a change may have touched it.
///
/// Write `TopPlayersRequest.Observation` for its type, and `.observing` for its value. The
/// parameters of the request are its members, so that a view can bind to them.
@dynamicMemberLookup
public struct RequestObservation<Request: TypedRequest>: ValueObservationQueryable, Hashable {
  /// What holds the database.
  public typealias Context = DatabaseContext
  /// What the request gives.
  public typealias Value = Request.Value

  /// The request.
  public var request: Request

  /// Makes the variant of a request.
  public init(_ request: Request) {
    self.request = request
  }

  /// What the request shows before its first value.
  public static var defaultValue: Request.Value { Request.defaultValue }

  /// The observation; what it tracks is known without running the request.
  public func observation() -> ValueObservation<ValueReducers.Fetch<Value>> {
    request.observation
  }

  /// Runs the request.
  public func fetch(_ db: Database) throws -> Request.Value {
    try request.fetch(db)
  }

  /// A parameter of the request.
  public subscript<T>(dynamicMember member: WritableKeyPath<Request, T>) -> T {
    get { request[keyPath: member] }
    set { request[keyPath: member] = newValue }
  }
}

/// A typed request of one row, observed, whose last row is remembered when it goes.
///
/// Write `PlayerNamedRequest.Presence` for its type, and `.observingPresence` for its value. The
/// parameters of the request are its members, so that a view can bind to them.
@dynamicMemberLookup
public struct RequestPresence<Request: FirstRequest>: PresenceObservationQueryable, Hashable {
  /// What holds the database.
  public typealias Context = DatabaseContext
  /// The record.
  public typealias WrappedValue = Request.Row

  /// The request.
  public var request: Request

  /// Makes the variant of a request.
  public init(_ request: Request) {
    self.request = request
  }

  /// The observation; what it tracks is known without running the request.
  public func observation() -> ValueObservation<ValueReducers.Fetch<WrappedValue?>> {
    request.observation
  }

  /// Runs the request.
  public func fetch(_ db: Database) throws -> Request.Row? {
    try request.fetch(db)
  }

  /// A parameter of the request.
  public subscript<T>(dynamicMember member: WritableKeyPath<Request, T>) -> T {
    get { request[keyPath: member] }
    set { request[keyPath: member] = newValue }
  }
}

extension TypedRequest {
  /// The variant that fetches once.
  public typealias Fetch = RequestFetch<Self>

  /// The variant that observes.
  public typealias Observation = RequestObservation<Self>

  /// The request, fetched once.
  public var fetching: Fetch { Fetch(self) }

  /// The request, observed.
  public var observing: Observation { Observation(self) }
}

extension FirstRequest {
  /// The variant that observes, and remembers the last row.
  public typealias Presence = RequestPresence<Self>

  /// The request, observed; the last row is remembered when it goes.
  public var observingPresence: Presence { Presence(self) }
}
