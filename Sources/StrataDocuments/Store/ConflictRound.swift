internal import Strata

/// One call of a closure that decides a conflict, and whether it writes the document itself.
///
/// Such a closure is called again where the document has changed once more. Others stop at some time; a
/// closure that changes the document itself would be called for ever.
final class ConflictRound: Sendable {
  /// How often a closure may decide on what it has written itself.
  static let limit = 10

  @TaskLocal private static var current: ConflictRound?

  private let collection: DocumentCollection
  private let id: String
  private let outer: ConflictRound?
  private let last = Lock<Version?>(nil)

  private init(_ id: String, _ collection: DocumentCollection) {
    self.collection = collection
    self.id = id
    outer = Self.current
  }

  /// Calls the closure.
  ///
  /// - Returns: what it returns, and the revision of the document that it has written last.
  static func run<Value>(
    _ id: String,
    in collection: DocumentCollection,
    _ decide: () throws -> Value
  ) throws -> (value: Value, written: Version?) {
    let round = ConflictRound(id, collection)
    let value = try $current.withValue(round) { try decide() }
    return (value, round.last.withLock { $0 })
  }

  /// Tells the closures in which the thread is of a revision that is written.
  static func note(_ version: Version, of id: String, in collection: DocumentCollection) {
    var round = current
    while let here = round {
      if here.isOf(id, collection) { here.last.withLock { $0 = version } }
      round = here.outer
    }
  }

  private func isOf(_ id: String, _ collection: DocumentCollection) -> Bool {
    collection.name == self.collection.name
      && collection.store.writer === self.collection.store.writer
      && id.utf8.elementsEqual(self.id.utf8)
  }
}

/// How often a closure has decided on a revision that it has written itself.
struct OwnConflicts: Sendable {
  private var count = 0
  private var written: Version?

  /// Calls a closure that decides between a model and what is stored.
  ///
  /// - Throws: `DocumentError` where it has changed the document itself too often, or what it throws.
  mutating func decide<Value>(
    _ id: String,
    _ stored: StoredDocument?,
    in collection: DocumentCollection,
    _ decide: () throws -> Value
  ) throws -> Value {
    if let written, written == stored?.history.current { count += 1 }
    if count == ConflictRound.limit {
      throw DocumentError(.endlessConflict, collection: collection.name, documentID: id)
    }
    let (value, version) = try ConflictRound.run(id, in: collection, decide)
    written = version
    return value
  }
}
