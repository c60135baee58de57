/// The statements of requests that write their own SQL, found by the shape of the request.
final class RequestCache {
  /// A request whose SQL was written once.
  final class Entry {
    /// A request of that shape.
    let relation: Relation
    let form: RequestForm
    let statement: Statement
    let rowScopes: RowScopeLayout?
    /// By which columns the records find their partners, one after the other.
    let partnerColumns: [[String]]
    /// The schema that the SQL was written for; nil where it depends on none.
    let schemaVersion: Int64?

    init(
      _ relation: Relation,
      _ form: RequestForm,
      _ statement: Statement,
      _ rowScopes: RowScopeLayout?,
      partnerColumns: [[String]],
      schemaVersion: Int64?
    ) {
      self.relation = relation
      self.form = form
      self.statement = statement
      self.rowScopes = rowScopes
      self.partnerColumns = partnerColumns
      self.schemaVersion = schemaVersion
    }
  }

  private static let bucketCount = 64
  /// So many shapes are remembered, and then all are forgotten: an app has fewer, unless their lists of
  /// values are of any length.
  private static let limit = 1024
  private var buckets: [[Entry]] = Array(repeating: [], count: RequestCache.bucketCount)
  private var count = 0

  /// What is known of requests of the same shape.
  func entry(_ relation: Relation, _ form: RequestForm) -> Entry? {
    for entry in buckets[bucket(relation)]
    where entry.form == form && entry.relation.hasShape(of: relation) {
      return entry
    }
    return nil
  }

  /// Remembers a request, in place of what was known of its shape.
  func keep(_ entry: Entry) {
    if count == Self.limit { removeAll() }
    let bucket = bucket(entry.relation)
    buckets[bucket].removeAll { other in
      let isSame = other.form == entry.form && other.relation.hasShape(of: entry.relation)
      if isSame { count -= 1 }
      return isSame
    }
    buckets[bucket].append(entry)
    count += 1
  }

  func removeAll() {
    buckets = Array(repeating: [], count: Self.bucketCount)
    count = 0
  }

  private func bucket(_ relation: Relation) -> Int {
    relation.shapeHash & (Self.bucketCount - 1)
  }
}
