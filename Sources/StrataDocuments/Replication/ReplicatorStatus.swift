/// What a replicator is doing.
public struct ReplicatorStatus: Sendable {
  /// What a replicator may be doing.
  public enum ActivityLevel: Hashable, Sendable {
    /// Nothing: it has ended, or was not started.
    case stopped
    /// It waits for a new attempt, after an error.
    case offline
    /// It asks the other side who it is.
    case connecting
    /// It waits for changes.
    case idle
    /// It exchanges documents.
    case busy
  }

  /// How many documents have been looked at, of those that are known to be new.
  public struct Progress: Hashable, Sendable {
    /// How many have been looked at.
    public var completed = 0
    /// How many are known to be new.
    public var total = 0
  }

  /// What it is doing.
  public var activity = ActivityLevel.stopped
  /// How far it has come since its start.
  public var progress = Progress()
  /// The last error, of the whole and not of a document.
  public var error: (any Error)?
}

/// A change of what a replicator is doing.
public struct ReplicatorChange: Sendable {
  /// The replicator.
  public let replicator: Replicator
  /// What it is doing now.
  public let status: ReplicatorStatus
}

/// Documents that were pushed or pulled, or could not be.
public struct DocumentReplication: Sendable {
  /// The replicator.
  public let replicator: Replicator
  /// Whether they went to the other database.
  public let isPush: Bool
  /// The documents.
  public let documents: [ReplicatedDocument]
}

/// A document that was pushed or pulled, or could not be.
public struct ReplicatedDocument: Sendable {
  /// The name of the collection.
  public let collection: String
  /// The id of the document.
  public let id: String
  /// The revision.
  public let revision: String
  /// Whether the document was deleted.
  public let isDeleted: Bool
  /// Why it could not be replicated; nil where it was.
  public let error: ReplicationError?
}

/// Why a document, or nothing at all, could not be replicated.
public struct ReplicationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public enum Reason: Sendable {
    /// The other side has another revision, and the replicator does not pull.
    case conflict
    /// The conflict resolver has thrown.
    case resolver
    /// The document is damaged.
    case refused
    /// The contents of its blobs are nowhere.
    case blobs
    /// Both sides are one database, or one is a copy of the other.
    case sameDatabase
    /// The other side has answered what no other side may answer.
    case endpoint
  }

  /// The kind of failure.
  public var reason: Reason
  /// One sentence.
  public var description: String
}
