#if canImport(Combine)
import Combine

@testable import Strata

/// A subscriber that asks for values when its test says so, and checks that it is called as Combine
/// wants: the subscription first, one call at a time, nothing after the end.
///
/// `@unchecked Sendable`: all is in the lock.
final class Receiver<Input: Sendable>: Subscriber, @unchecked Sendable {
  typealias Failure = any Error

  struct State {
    var subscription: (any Subscription)?
    var isFinished = false
    var calls = 0
    var faults: [String] = []
  }

  let recorder = Recorder<Input>()
  private let state = UncheckedLock(State())
  private let firstDemand: Subscribers.Demand
  private let demand: @Sendable (Input) -> Subscribers.Demand
  private let didComplete: @Sendable () -> Void

  /// - Parameters:
  ///   - firstDemand: what is asked for with the subscription.
  ///   - demand: what is asked for with each value.
  ///   - didComplete: called with the completion.
  init(
    _ firstDemand: Subscribers.Demand,
    demand: @escaping @Sendable (Input) -> Subscribers.Demand = { _ in .none },
    didComplete: @escaping @Sendable () -> Void = {}
  ) {
    self.firstDemand = firstDemand
    self.didComplete = didComplete
    self.demand = demand
  }

  var isFinished: Bool { state.withLock(\.isFinished) }
  var faults: [String] { state.withLock(\.faults) }
  var values: [Input] { recorder.values }

  func request(_ demand: Subscribers.Demand) {
    state.withLock(\.subscription)?.request(demand)
  }

  func cancel() { state.withLock { $0.subscription.take() }?.cancel() }

  func receive(subscription: any Subscription) {
    state.withLock { state in
      if state.subscription != nil { state.faults.append("a second subscription") }
      state.subscription = subscription
    }
    if firstDemand > .none { subscription.request(firstDemand) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    called {
      recorder.onChange(input)
      return demand(input)
    }
  }

  func receive(completion: Subscribers.Completion<any Error>) {
    called {
      switch completion {
      case .finished: break
      case .failure(let error): recorder.onError(error)
      }
    }
    state.withLock { $0.isFinished = true }
    didComplete()
  }

  private func called<Result>(_ body: () -> Result) -> Result {
    state.withLock { state in
      state.calls += 1
      if state.calls > 1 { state.faults.append("two calls at a time") }
      if state.isFinished { state.faults.append("a call after the end") }
    }
    defer { state.withLock { $0.calls -= 1 } }
    return body()
  }
}
#endif
