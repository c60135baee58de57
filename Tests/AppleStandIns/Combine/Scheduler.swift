public import Dispatch

/// Says when and where something runs.
public protocol Scheduler<SchedulerTimeType> {
  /// A point in the time of the scheduler.
  associatedtype SchedulerTimeType: Strideable
  where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible
  /// How something is run.
  associatedtype SchedulerOptions

  /// Now.
  var now: SchedulerTimeType { get }
  /// The least tolerance.
  var minimumTolerance: SchedulerTimeType.Stride { get }

  /// Runs an action soon.
  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)
  /// Runs an action later.
  func schedule(
    after date: SchedulerTimeType,
    tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?,
    _ action: @escaping () -> Void
  )
  /// Runs an action again and again.
  func schedule(
    after date: SchedulerTimeType,
    interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> any Cancellable
}

extension Scheduler {
  /// Runs an action soon.
  public func schedule(_ action: @escaping () -> Void) { schedule(options: nil, action) }
}

/// An interval that is written in units of time.
public protocol SchedulerTimeIntervalConvertible {
  /// So many seconds.
  static func seconds(_ value: Int) -> Self
  /// So many seconds.
  static func seconds(_ value: Double) -> Self
  /// So many milliseconds.
  static func milliseconds(_ value: Int) -> Self
  /// So many microseconds.
  static func microseconds(_ value: Int) -> Self
  /// So many nanoseconds.
  static func nanoseconds(_ value: Int) -> Self
}

extension DispatchQueue: Scheduler {
  /// A point in time.
  public struct SchedulerTimeType: Strideable, Hashable, Sendable {
    /// The time.
    public var dispatchTime: DispatchTime

    /// A point in time.
    public init(_ time: DispatchTime) { dispatchTime = time }

    /// An interval in nanoseconds.
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, Sendable {
      /// The nanoseconds.
      public var magnitude: Int

      /// An interval of nanoseconds.
      public init(integerLiteral value: Int) { magnitude = value }

      /// An interval of nanoseconds.
      public init?<T>(exactly source: T) where T: BinaryInteger {
        guard let value = Int(exactly: source) else { return nil }
        magnitude = value
      }

      /// Whether the left one is shorter.
      public static func < (left: Stride, right: Stride) -> Bool {
        left.magnitude < right.magnitude
      }

      /// The product.
      public static func * (left: Stride, right: Stride) -> Stride {
        nanoseconds(left.magnitude * right.magnitude)
      }

      /// The sum.
      public static func + (left: Stride, right: Stride) -> Stride {
        nanoseconds(left.magnitude + right.magnitude)
      }

      /// The difference.
      public static func - (left: Stride, right: Stride) -> Stride {
        nanoseconds(left.magnitude - right.magnitude)
      }

      /// Multiplies.
      public static func *= (left: inout Stride, right: Stride) { left = left * right }

      /// So many seconds.
      public static func seconds(_ value: Int) -> Stride { nanoseconds(value * 1_000_000_000) }

      /// So many seconds.
      public static func seconds(_ value: Double) -> Stride {
        nanoseconds(Int(value * 1_000_000_000))
      }

      /// So many milliseconds.
      public static func milliseconds(_ value: Int) -> Stride { nanoseconds(value * 1_000_000) }

      /// So many microseconds.
      public static func microseconds(_ value: Int) -> Stride { nanoseconds(value * 1_000) }

      /// So many nanoseconds.
      public static func nanoseconds(_ value: Int) -> Stride { Stride(integerLiteral: value) }
    }

    /// Hashes the time.
    public func hash(into hasher: inout Hasher) { hasher.combine(dispatchTime.uptimeNanoseconds) }

    /// The interval to another time.
    public func distance(to other: SchedulerTimeType) -> Stride {
      .nanoseconds(
        Int(other.dispatchTime.uptimeNanoseconds) - Int(dispatchTime.uptimeNanoseconds)
      )
    }

    /// The time after an interval.
    public func advanced(by interval: Stride) -> SchedulerTimeType {
      SchedulerTimeType(dispatchTime + .nanoseconds(interval.magnitude))
    }
  }

  /// How an action is run.
  public struct SchedulerOptions: Sendable {
    /// The quality of service.
    public var qos: DispatchQoS

    /// The options.
    public init(qos: DispatchQoS = .unspecified) { self.qos = qos }
  }

  /// Now.
  public var now: SchedulerTimeType { SchedulerTimeType(.now()) }

  /// The least tolerance.
  public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

  /// Runs an action soon.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    let action = Handed(value: action)
    async(qos: options?.qos ?? .unspecified) { action.value() }
  }

  /// Runs an action later.
  public func schedule(
    after date: SchedulerTimeType,
    tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    let action = Handed(value: action)
    asyncAfter(deadline: date.dispatchTime) { action.value() }
  }

  /// Runs an action again and again.
  public func schedule(
    after date: SchedulerTimeType,
    interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    let action = Handed(value: action)
    let timer = DispatchSource.makeTimerSource(queue: self)
    timer.schedule(deadline: date.dispatchTime, repeating: .nanoseconds(interval.magnitude))
    timer.setEventHandler { action.value() }
    timer.resume()
    return AnyCancellable { timer.cancel() }
  }
}

/// A scheduler that runs each action at once.
public struct ImmediateScheduler: Scheduler, Sendable {
  /// The time does not matter.
  public struct SchedulerTimeType: Strideable, Sendable {
    /// An interval that does not matter.
    public typealias Stride = DispatchQueue.SchedulerTimeType.Stride

    /// No interval.
    public func distance(to other: SchedulerTimeType) -> Stride { .nanoseconds(0) }

    /// The same time.
    public func advanced(by interval: Stride) -> SchedulerTimeType { self }
  }

  /// There are no options.
  public typealias SchedulerOptions = Never

  /// The one scheduler of its kind.
  public static let shared = ImmediateScheduler()

  /// Now.
  public var now: SchedulerTimeType { SchedulerTimeType() }

  /// The least tolerance.
  public var minimumTolerance: SchedulerTimeType.Stride { .nanoseconds(0) }

  /// Runs an action at once.
  public func schedule(options: Never?, _ action: @escaping () -> Void) { action() }

  /// Runs an action at once.
  public func schedule(
    after date: SchedulerTimeType,
    tolerance: SchedulerTimeType.Stride,
    options: Never?,
    _ action: @escaping () -> Void
  ) { action() }

  /// Runs an action at once, and never again.
  public func schedule(
    after date: SchedulerTimeType,
    interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride,
    options: Never?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    action()
    return AnyCancellable {}
  }
}
