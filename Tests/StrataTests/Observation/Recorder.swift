@testable import Strata

/// Records what an observation gives, in order, and waits for it without sleeping.
final class Recorder<Value: Sendable>: Sendable {
  enum Event {
    case value(Value)
    case error(any Error)
  }

  private struct State {
    var events: [Event] = []
    var waiting: [(condition: ([Event]) -> Bool, continuation: CheckedContinuation<Void, Never>)] =
      []
  }

  private let state = Lock(State())

  var onChange: @Sendable (Value) -> Void { { self.record(.value($0)) } }
  var onError: @Sendable (any Error) -> Void { { self.record(.error($0)) } }

  var values: [Value] {
    state.withLock { state in
      state.events.compactMap { event in
        if case .value(let value) = event { value } else { nil }
      }
    }
  }

  var errors: [any Error] {
    state.withLock { state in
      state.events.compactMap { event in
        if case .error(let error) = event { error } else { nil }
      }
    }
  }

  func record(_ event: Event) {
    let continuations = state.withLock { state in
      state.events.append(event)
      let events = state.events
      let ready = state.waiting.filter { $0.condition(events) }
      state.waiting.removeAll { $0.condition(events) }
      return ready.map(\.continuation)
    }
    for continuation in continuations { continuation.resume() }
  }

  /// Waits for so many values and errors.
  func events(_ count: Int) async { await events { $0.count >= count } }

  /// Waits for a value.
  func value(where condition: @escaping @Sendable (Value) -> Bool) async {
    await events { events in
      events.contains { event in
        if case .value(let value) = event { condition(value) } else { false }
      }
    }
  }

  private func events(_ condition: @escaping @Sendable ([Event]) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        if condition(state.events) { return true }
        state.waiting.append((condition, continuation))
        return false
      }
      if isReady { continuation.resume() }
    }
  }
}

extension ValueObservation {
  /// Starts the observation, and records what it gives.
  func start(
    in reader: any DatabaseReader,
    scheduling scheduler: some ValueObservationScheduler,
    recording recorder: Recorder<Reducer.Value>
  ) -> AnyDatabaseCancellable {
    start(
      in: reader,
      scheduling: scheduler,
      onError: recorder.onError,
      onChange: recorder.onChange
    )
  }
}

/// What a test does in a closure and looks at afterwards.
final class Protected<Value: Sendable>: Sendable {
  private let storage: Lock<Value>

  init(_ value: Value) { storage = Lock(value) }

  var value: Value { storage.withLock { $0 } }

  @discardableResult func update<Result: Sendable>(
    _ change: @Sendable (inout Value) -> Result
  ) -> Result {
    storage.withLock { change(&$0) }
  }
}
