/// Who may use a connection now, and for what.
///
/// It is apart from the connection so that statements can hold it: a strong reference to the
/// connection would be a cycle, and taking an unowned one costs a hundredth of a fetch by key.
final class Confinement {
  private let description: String
  // Unchecked: these are looked at for each statement, by the one thread that the connection is
  // confined to, and never for longer than it takes to read or to write them.

  /// The thread that may use the connection; 0 where none may.
  @exclusivity(unchecked) private var owner: UInt = 0
  /// The access that may be cancelled while it runs.
  @exclusivity(unchecked) var cancellation: (any CancellableAccess)?
  /// Whether the present access may only read.
  @exclusivity(unchecked) var isReadOnlyAccess = false
  /// What the step of a migration that runs now has touched.
  var touchedTables: TouchedTables?

  /// Whether locks may be taken; nil where they always may.
  let suspension: DatabaseSuspension?

  init(description: String, suspension: DatabaseSuspension?) {
    self.description = description
    self.suspension = suspension
  }

  /// Lets only the calling thread use the connection, until `leave`.
  ///
  /// - Returns: the thread that might use it before; 0 for none.
  @inline(__always)
  func enter() -> UInt {
    defer { owner = currentThread() }
    return owner
  }

  @inline(__always)
  func leave(to previous: UInt) { owner = previous }

  /// Stops the program where the connection is used outside its access.
  @inline(__always)
  func check() {
    if owner != currentThread() { misused() }
  }

  @inline(never)
  private func misused() -> Never {
    preconditionFailure(
      "\(description) was used outside of its access: a Database is good only inside the closure "
        + "that gets it, on the thread that runs it."
    )
  }
}

/// An access that another thread may cancel.
protocol CancellableAccess: AnyObject, Sendable {
  /// Throws `CancellationError` where it was cancelled.
  func checkCancellation() throws
}
