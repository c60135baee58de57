// How observation stands on connections: each has a broker, and those of one database share a
// center.

extension Database {
  /// Adds a region to those that observations are recording.
  ///
  /// In the closure of `ValueObservation.tracking`, the tables that are read are recorded by
  /// themselves. Call it for what is not read this time and matters all the same.
  ///
  /// - Throws: what the region throws.
  public func registerAccess(to region: @autoclosure () -> some DatabaseRegionConvertible) throws {
    checkConfinement()
    guard observationBroker.isRecording else { return }
    observationBroker.record(try region().databaseRegion(self))
  }
}

extension Statement {
  /// What the statement reads.
  public var databaseRegion: DatabaseRegion { access.reads }
}

/// A reader whose commits are noticed.
package protocol ObservedReader: DatabaseReader {
  /// The observations of the database.
  var observationCenter: ObservationCenter { get }
}

extension DatabaseQueue: ObservedReader {}
