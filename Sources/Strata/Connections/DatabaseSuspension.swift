public import Foundation
internal import Synchronization

extension Database {
  /// Has the databases that observe it take no more locks, until `resumeNotification` comes.
  ///
  /// A system may end an app that keeps a lock of a shared file while it is suspended. So the SQL that
  /// runs is interrupted, and what would take a lock fails with SQLITE_ABORT; a database in WAL mode can
  /// still be read. See `Configuration.observesSuspensionNotifications`.
  public static let suspendNotification = Notification.Name("Strata.Database.Suspend")

  /// Ends what `suspendNotification` has begun.
  public static let resumeNotification = Notification.Name("Strata.Database.Resume")
}

/// Whether a connection may take locks now.
final class DatabaseSuspension: Sendable {
  private let active = Atomic(false)

  var isActive: Bool { active.load(ordering: .relaxed) }

  func set(_ isActive: Bool) { active.store(isActive, ordering: .relaxed) }
}

/// Tells of the notifications as long as it lives.
///
/// `@unchecked Sendable`: the tokens are only made at the begin and removed at the end.
final class SuspensionObserver: @unchecked Sendable {
  private let tokens: [any NSObjectProtocol]

  /// - Parameter change: gets whether locks may no more be taken.
  init(_ change: @escaping @Sendable (_ isSuspended: Bool) -> Void) {
    tokens = [(Database.suspendNotification, true), (Database.resumeNotification, false)].map {
      name,
      isSuspended in
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
        change(isSuspended)
      }
    }
  }

  deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
}
