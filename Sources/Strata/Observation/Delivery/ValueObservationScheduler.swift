public import Dispatch

/// Says where and when an observation hands over its values.
///
/// Values arrive in order and one at a time, whichever scheduler is used.
public protocol ValueObservationScheduler: Sendable {
  /// Whether the first value is fetched and handed over before `start` returns.
  func immediateInitialValue() -> Bool

  /// Runs the action soon.
  func schedule(_ action: @escaping @Sendable () -> Void)
}

/// A scheduler that hands over values on the main actor.
public protocol ValueObservationMainActorScheduler: ValueObservationScheduler {
  /// Runs the action soon, on the main actor.
  func scheduleOnMainActor(_ action: @escaping @MainActor () -> Void)
}

extension ValueObservationMainActorScheduler {
  /// Runs the action soon, on the main actor.
  public func schedule(_ action: @escaping @Sendable () -> Void) {
    scheduleOnMainActor(action)
  }

  /// Runs the action soon, on the main actor.
  public func scheduleOnMainActor(_ action: @escaping @MainActor () -> Void) {
    DeliveryTurn.run(on: .main) { MainActor.assumeIsolated(action) }
  }
}

/// Hands over values on a dispatch queue; see `async(onQueue:)`.
public struct AsyncValueObservationScheduler: ValueObservationScheduler {
  private let queue: DispatchQueue

  /// A scheduler on a serial queue.
  public init(queue: DispatchQueue) { self.queue = queue }

  /// Never: the queue runs the first value as well.
  public func immediateInitialValue() -> Bool { false }

  /// Runs the action on the queue.
  public func schedule(_ action: @escaping @Sendable () -> Void) {
    DeliveryTurn.run(on: queue, action)
  }
}

extension ValueObservationScheduler where Self == AsyncValueObservationScheduler {
  /// Hands over values on a serial dispatch queue.
  public static func async(onQueue queue: DispatchQueue) -> AsyncValueObservationScheduler {
    AsyncValueObservationScheduler(queue: queue)
  }
}

/// Hands over the first value before `start` returns; see `immediate`.
public struct ImmediateValueObservationScheduler: ValueObservationMainActorScheduler {
  /// A scheduler for observations that are started on the main actor.
  public init() {}

  /// Always; an observation with this scheduler is started on the main queue only.
  public func immediateInitialValue() -> Bool {
    dispatchPrecondition(condition: .onQueue(.main))
    return true
  }
}

extension ValueObservationScheduler where Self == ImmediateValueObservationScheduler {
  /// Hands over values on the main actor, the first one before `start` returns.
  ///
  /// The observation must be started on the main actor.
  public static var immediate: ImmediateValueObservationScheduler {
    ImmediateValueObservationScheduler()
  }
}

/// Hands over all values on the main actor, later; see `mainActor`.
public struct DelayedMainActorValueObservationScheduler: ValueObservationMainActorScheduler {
  /// A scheduler that never makes the caller of `start` wait.
  public init() {}

  /// Never: the first value comes soon, like every other one.
  public func immediateInitialValue() -> Bool { false }
}

extension ValueObservationScheduler where Self == DelayedMainActorValueObservationScheduler {
  /// Hands over all values on the main actor, soon.
  public static var mainActor: DelayedMainActorValueObservationScheduler {
    DelayedMainActorValueObservationScheduler()
  }
}

/// Hands over values in tasks of the cooperative pool; see `task`.
public struct TaskValueObservationScheduler: ValueObservationScheduler {
  private let priority: TaskPriority?

  /// A scheduler whose tasks have this priority.
  public init(priority: TaskPriority? = nil) { self.priority = priority }

  /// Never: a task runs later.
  public func immediateInitialValue() -> Bool { false }

  /// Runs the action in a task.
  public func schedule(_ action: @escaping @Sendable () -> Void) {
    Task(priority: priority) { action() }
  }
}

extension ValueObservationScheduler where Self == TaskValueObservationScheduler {
  /// Hands over values in tasks of the cooperative pool.
  public static var task: TaskValueObservationScheduler { TaskValueObservationScheduler() }

  /// Hands over values in tasks of that priority.
  public static func task(priority: TaskPriority) -> TaskValueObservationScheduler {
    TaskValueObservationScheduler(priority: priority)
  }
}
