internal import Strata

/// Both sides note a number each time they meet. A side that was put back to an earlier state, as from a
/// backup, has an older one, whatever has been written in it since; its checkpoints say nothing then.
extension ReplicationLeg {
  private static let directions: [DocumentStore.Direction] = [.pull, .push]

  /// Finds out whether both sides are as they have parted, and has them note a new number.
  mutating func meet() async throws {
    for direction in Self.directions where goes(direction) {
      let theirs = try await endpoint.checkpoint(name(direction), in: collection.name)
      if try await noted(direction).contains(theirs) {
        try await note(direction, after: theirs)
      } else {
        // What they have noted stays as long as not all is exchanged anew.
        lost.insert(direction)
      }
    }
  }

  /// Has both sides note a new number, once they are known to have all that the other one has.
  mutating func agree() async throws {
    for direction in lost {
      let theirs = try await endpoint.checkpoint(name(direction), in: collection.name)
      try await note(direction, after: theirs)
    }
    lost = []
  }

  /// The number that both sides have, and the one that the other side may have as well.
  private func noted(_ direction: DocumentStore.Direction) async throws -> [Int64] {
    try await store.writer.read { db in
      try [DocumentStore.Direction.agreed, .proposed].map { note in
        try store.checkpoint(name(direction), collection.name, note, db)
      }
    }
  }

  private func note(_ direction: DocumentStore.Direction, after theirs: Int64) async throws {
    let name = name(direction)
    let number = Int64.random(in: 1 ... .max)
    try await store.writer.write { db in
      try store.setCheckpoint(name, collection.name, .agreed, theirs, db)
      try store.setCheckpoint(name, collection.name, .proposed, number, db)
    }
    let checkpoint = ReplicationCheckpoint(replication: name, sequence: number)
    _ = try await endpoint.save([], in: collection.name, checkpoint: checkpoint)
    // From now on the other side cannot have the number before.
    try await store.writer.write { db in
      try store.setCheckpoint(name, collection.name, .agreed, number, db)
    }
  }

  private func name(_ direction: DocumentStore.Direction) -> String {
    "\(replication)#\(direction.rawValue)"
  }

  private func goes(_ direction: DocumentStore.Direction) -> Bool {
    switch replicator.configuration.replicatorType {
    case .pushAndPull: true
    case .push: direction == .push
    case .pull: direction == .pull
    }
  }
}
