import Foundation
import Strata
import StrataDocuments

/// Another process that edits and replicates two databases, for tests that kill it.
@main
enum DocumentsProcess {
  final class Note: Codable {
    @DocumentID var id: String?
    var items: [String]

    init(id: String) {
      self.id = id
      items = []
    }
  }

  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 4, let first = Int(arguments[3]) else { exit(2) }
    let stores = try arguments[1...2].map { path in
      var configuration = Configuration()
      configuration.busyMode = .timeout(60)
      return try DocumentStore(DatabasePool(path: path, configuration: configuration))
    }
    if arguments.count == 5, let seed = Int(arguments[4]) {
      return try await PhotoWork(seed: seed).run(stores, from: first) { say($0) }
    }
    for number in first... {
      for (index, store) in stores.enumerated() {
        let notes = try store.collection("notes")
        try edit(notes, "\(number)-\(index)", number)
      }
      try await replicate(from: stores[0], to: stores[1])
      say(number)
    }
  }

  /// Adds an item to some notes, all or none of them.
  private static func edit(_ notes: DocumentCollection, _ item: String, _ number: Int) throws {
    try notes.store.inBatch {
      for place in 0..<5 {
        let id = "note\((number + place) % 13)"
        let note = try notes.document(id: id, as: Note.self) ?? Note(id: id)
        note.items.append("\(item)-\(place)")
        try notes.save(from: note)
      }
    }
  }

  /// Replicates both ways; conflicts keep the items of both sides.
  static func replicate(from store: DocumentStore, to other: DocumentStore) async throws {
    var configuration = ReplicatorConfiguration(endpoint: DatabaseEndpoint(other))
    configuration.batchSize = 2
    configuration.addCollection(
      try store.collection("notes"),
      .init(conflictResolver: { conflict in
        let local = try conflict.local.data(as: Note.self)
        let remote = try conflict.remote.data(as: Note.self)
        local.items += remote.items.filter { !local.items.contains($0) }
        return try .merged(local, conflict)
      })
    )
    try await Replicator(configuration).replicate()
  }

  private static func say(_ number: Int) {
    FileHandle.standardOutput.write(Data("\(number)\n".utf8))
  }
}
