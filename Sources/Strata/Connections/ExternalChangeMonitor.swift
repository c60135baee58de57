@preconcurrency internal import Dispatch
package import Foundation

/// Wakes observers where another connection or process has written to the file.
///
/// SQLite tells a connection of its own commits only. Of others it shows that there were some: by
/// `PRAGMA data_version` (https://sqlite.org/pragma.html#pragma_data_version), which is read from
/// time to time, only while somebody observes, and on the queue of the connection that writes.
final class ExternalChangeMonitor: Sendable {
  private struct State {
    /// Ends the clock; nil while nobody observes.
    var stop: (@Sendable () -> Void)?
    /// Whether a look is on its way: a long write must not make them pile up.
    var isLooking = false
    var isOver = false
  }

  private let database: SerializedDatabase
  private let center: ObservationCenter
  private let state = Lock(State())

  /// Nil where nobody wants to know.
  static func start(_ database: SerializedDatabase, _ center: ObservationCenter) -> Self? {
    guard database.configuration.observesExternalChanges else { return nil }
    let monitor = Self(database, center)
    monitor.catchUp()
    // The center, which the connection holds, must not hold the connection.
    center.setPresence(
      willStart: { [weak monitor] in monitor?.observationWillStart() },
      didChange: { [weak monitor] in monitor?.observationsDidChange() }
    )
    return monitor
  }

  private init(_ database: SerializedDatabase, _ center: ObservationCenter) {
    self.database = database
    self.center = center
  }

  deinit { end() }

  /// Ends the looks for good.
  func end() {
    let stop = state.withLock { state in
      state.isOver = true
      defer { state.stop = nil }
      return state.stop
    }
    stop?()
  }

  // MARK: - Observers come and go

  private func observationWillStart() {
    // The first value is younger than what was committed until now, of which nobody need be told.
    if state.withLock({ $0.stop == nil }) { catchUp() }
  }

  private func catchUp() {
    // A connection that is in use stays behind: the first value may then come twice.
    database.syncIfAvailable { db in _ = try? db.hasExternalChanges() }
  }

  private func observationsDidChange() {
    let stop = state.withLock { state -> (@Sendable () -> Void)? in
      if center.isEmpty {
        defer { state.stop = nil }
        return state.stop
      }
      if state.stop == nil, !state.isOver { state.stop = startClock() }
      return nil
    }
    stop?()
  }

  private func startClock() -> @Sendable () -> Void {
    let configuration = database.configuration
    return configuration.externalChangesClock(configuration.externalChangesInterval) {
      [weak self] in
      self?.look()
    }
  }

  // MARK: - Looking

  private func look() {
    let begins = state.withLock { state in
      if state.isLooking || state.isOver { return false }
      state.isLooking = true
      return true
    }
    guard begins else { return }
    database.async { [weak self] result in self?.look(result) }
  }

  private func look(_ result: Result<Database, any Error>) {
    state.withLock { $0.isLooking = false }
    switch result {
    case .failure: end()
    case .success(let db):
      // Where the file is locked the next look will tell.
      guard let isChanged = try? db.hasExternalChanges(), isChanged else { return }
      db.observationBroker.publishChangesOfOthers(db)
    }
  }
}

/// Calls a closure every so many seconds until the closure that it returns is called.
package typealias RepeatingClock =
  @Sendable (_ interval: TimeInterval, _ tick: @escaping @Sendable () -> Void)
  -> @Sendable () -> Void

extension Configuration {
  /// The clock of the system.
  static let systemClock: RepeatingClock = { interval, tick in
    let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
    let nanoseconds = Int((min(max(interval, 0.001), 86_400) * 1e9).rounded())
    let period = DispatchTimeInterval.nanoseconds(nanoseconds)
    timer.schedule(
      deadline: .now() + period,
      repeating: period,
      leeway: .nanoseconds(nanoseconds / 10)
    )
    timer.setEventHandler(handler: tick)
    timer.resume()
    return { timer.cancel() }
  }
}

extension Database {
  private static let dataVersion = StatementKey("PRAGMA data_version")

  /// A number that is another one after each commit of another connection.
  func dataVersion() throws -> Int64? {
    try firstRow(Self.dataVersion, { _ in }, { try $0.int64(0) })
  }

  /// Whether another connection has committed since this was last asked.
  func hasExternalChanges() throws -> Bool {
    let version = try dataVersion()
    defer { knownDataVersion = version }
    if version == knownDataVersion { return false }
    let schema = try schemaVersion()
    if schema != knownSchemaVersion { observationBroker.forgetSchema() }
    knownSchemaVersion = schema
    return true
  }
}
