#if canImport(SwiftUI)
import Combine
import Strata
import SwiftUI

/// What a query keeps as long as its view is there: the request that runs, and its last value.
@MainActor final class QueryTracker<Request: Queryable>: ObservableObject {
  /// Where the request comes from.
  enum Source {
    /// From the view, as long as no binding has changed it.
    case initial(Request)
    /// From the view, always.
    case constant(Request)
    /// From somewhere else.
    case binding(Binding<Request>)
  }

  private(set) var value: Request.Value?
  private(set) var error: (any Error)?

  private var source: Source
  /// What a binding has made of the initial request.
  private var changed: Request?
  private var running: (request: Request, context: ObjectIdentifier?)?
  private var cancellable: AnyDatabaseCancellable?
  /// The number of starts: a value that is on its way when the request changes is not shown.
  private var run = 0
  /// Whether the view is being brought up to date: it will see what changes now.
  private var isUpdating = false
  /// What the view waits for.
  @Published private var version = 0

  init(_ source: Source) { self.source = source }

  /// The request of the bindings.
  var request: Request {
    get {
      switch source {
      case .initial(let request): changed ?? request
      case .constant(let request): request
      case .binding(let binding): binding.wrappedValue
      }
    }
    set {
      switch source {
      case .initial:
        if newValue == request { return }
        changed = newValue
        version += 1
      case .constant:
        break
      case .binding(let binding):
        binding.wrappedValue = newValue
        version += 1
      }
    }
  }

  /// Runs the request that the view shows now, unless it runs already.
  func update(
    _ source: Source,
    in context: Result<Request.Context, any Error>,
    isObserving: Bool
  ) {
    self.source = source
    guard isObserving else {
      running = nil
      cancellable = nil
      run += 1
      return
    }
    let request = request
    let identity = identity(of: context)
    if let running, running.request == request, running.context == identity { return }
    running = (request, identity)
    isUpdating = true
    defer { isUpdating = false }
    start(request, context)
  }

  private func start(_ request: Request, _ context: Result<Request.Context, any Error>) {
    run += 1
    let run = run
    // Before the next one starts: no value of the last one may come after it.
    cancellable = nil
    error = nil
    do {
      let started = try request.start(in: context.get()) { [weak self] completion in
        if case .failure(let error) = completion { self?.receive(error, run) }
      } onChange: { [weak self] value in
        self?.receive(value, run)
      }
      if run == self.run { cancellable = started }
    } catch {
      receive(error, run)
    }
  }

  private func receive(_ value: Request.Value, _ run: Int) {
    guard run == self.run else { return }
    if let last = self.value, areKnownToBeEqual(last, value), error == nil { return }
    willChange()
    self.value = value
    error = nil
  }

  private func receive(_ error: any Error, _ run: Int) {
    guard run == self.run else { return }
    willChange()
    self.error = error
  }

  private func willChange() { if !isUpdating { version += 1 } }

  /// Tells contexts apart: a request runs anew where the environment has another database.
  private func identity(of context: Result<Request.Context, any Error>) -> ObjectIdentifier? {
    switch try? context.get() {
    case let context as DatabaseContext: (try? context.reader).map { ObjectIdentifier($0) }
    case let reader as any DatabaseReader: ObjectIdentifier(reader)
    default: nil
    }
  }
}
#endif
