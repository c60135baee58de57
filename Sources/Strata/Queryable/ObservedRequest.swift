public import Observation

/// The values of a request as a model: whoever reads its properties is told when they change.
///
///     let players = ObservedRequest(PlayersRequest(), in: .readWrite { pool })
///     withObservationTracking { show(players.value) } onChange: { … }
///
/// It works with everything that stands on the Observation framework: a SwiftUI view that reads
/// ``value`` shows each one, and so does a UIKit view. The request starts at once and ends with the
/// model. Another ``request`` takes the place of the present one; its first value replaces the last
/// one of that, so that a screen never goes blank.
@MainActor @Observable public final class ObservedRequest<Request: Queryable> {
  /// The last value; the request's default value until there is one.
  public private(set) var value: Request.Value
  /// Why no more values come; nil while they do.
  ///
  /// The last value stays.
  public private(set) var error: (any Error)?
  /// Whether the first value of the present request has not come yet.
  public private(set) var isLoading = true

  /// The request; one that equals the present one changes nothing.
  public var request: Request {
    get {
      access(keyPath: \.request)
      return currentRequest
    }
    set {
      guard newValue != currentRequest else { return }
      withMutation(keyPath: \.request) { currentRequest = newValue }
      restart()
    }
  }

  @ObservationIgnored private var currentRequest: Request
  @ObservationIgnored private let context: Request.Context
  /// What is running; nil where it has ended.
  @ObservationIgnored private var cancellable: AnyDatabaseCancellable?
  /// The number of starts: a value that is on its way when the request changes is not shown.
  @ObservationIgnored private var run = 0

  /// Starts a request.
  ///
  /// - Parameters:
  ///   - request: what is shown first.
  ///   - context: what holds the database; its error is shown like one of the request.
  public init(_ request: Request, in context: Request.Context) {
    currentRequest = request
    self.context = context
    value = Request.defaultValue
    restart()
  }

  /// Starts the request anew, as a button "Try again" does after an error.
  public func restart() {
    run += 1
    let run = run
    // Before the next one starts: no value of the last one may come after it.
    cancellable = nil
    if !isLoading { isLoading = true }
    do {
      let started = try currentRequest.start(in: context) { [weak self] completion in
        self?.complete(completion, run)
      } onChange: { [weak self] value in
        self?.receive(value, run)
      }
      // A closure that was called at once may have started another request.
      if run == self.run { cancellable = started }
    } catch {
      complete(.failure(error), run)
    }
  }

  private func receive(_ value: Request.Value, _ run: Int) {
    guard run == self.run else { return }
    if !areKnownToBeEqual(value, self.value) { self.value = value }
    if isLoading { isLoading = false }
    if error != nil { error = nil }
  }

  private func complete(_ completion: QueryableCompletion, _ run: Int) {
    guard run == self.run else { return }
    if isLoading { isLoading = false }
    if case .failure(let error) = completion { self.error = error }
  }
}

extension ObservedRequest where Request.Context == DatabaseContext {
  /// Starts a request in a database.
  ///
  /// - Parameters:
  ///   - request: what is shown first.
  ///   - reader: the database.
  public convenience init(_ request: Request, in reader: any DatabaseReader) {
    self.init(request, in: .readOnly { reader })
  }
}
