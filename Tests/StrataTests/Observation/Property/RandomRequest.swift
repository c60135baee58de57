import TestSupport

@testable import Strata

/// A request of a property test: what it reads, as text.
struct RandomRequest: Sendable {
  /// What a fetch has come to; an error is one more thing that may be observed.
  enum Outcome: Equatable, Sendable {
    case rows(String)
    case error(String)
  }

  /// How the request is observed.
  enum Tracking: CaseIterable, Sendable { case recorded, constant, region, writing }

  /// The first table, found by its rowid.
  private struct First: TableRecord, FetchableRecord {
    static let databaseTableName = "t0"
    let text: String
    init(row: Row) { text = "\(row)" }
  }

  /// The same as its code would be generated.
  private struct Generated: GeneratedView, Identifiable, StandardRequests {
    static let table = TableDefinition(
      name: "t0",
      columns: "id, a, b, c",
      primaryKey: "id",
      rowID: "id"
    )
    let id: Int
    let text: String

    init(reading row: RowReader) throws {
      id = try row.int(0)
      text = (0..<4).map { "\(row.databaseValue($0))" }.joined(separator: " ")
    }

    /// The ways to fetch one row.
    static let fetches: [@Sendable (Database, Int) throws -> Generated?] = [
      { try ByIDRequest<Generated>(id: $1).fetch($0) }, { try Generated.fetchOne($0, key: $1) },
      { try Generated.filter(key: $1).fetchOne($0) },
      { try Generated.filter(Column("id") == $1).fetchOne($0) },
      {
        // What was compiled for another row is no part of what is read.
        _ = try Generated.filter(key: $1 + 1).databaseRegion($0)
        return try Generated.filter(key: $1).fetchOne($0)
      },
    ]
  }

  let title: String
  let tracking: Tracking
  let skipsDuplicates: Bool
  private let region: (any DatabaseRegionConvertible & Sendable)?
  let fetch: @Sendable (Database) throws -> String

  init(_ schema: RandomSchema, using random: inout SeededGenerator) {
    func pick(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    let number = Int.random(in: 0...5, using: &random)
    let table = schema.tables.randomElement(using: &random)?.name ?? "t0"
    let other = schema.tables.randomElement(using: &random)?.name ?? "t0"
    let condition = pick([
      "a = \(number)", "a > \(number)", "b = 'x'", "b IS NULL", "c BETWEEN 1 AND \(number)",
      "id = \(number)", "a IN (SELECT a FROM \(other) WHERE id > \(number))", "rowid = \(number)",
      "true",
    ])
    let sql = pick([
      "SELECT * FROM \(table) WHERE \(condition) ORDER BY 1, 2, 3",
      "SELECT count(*) FROM \(table) WHERE \(condition)",
      "SELECT sum(a), max(c) FROM \(table) WHERE \(condition)",
      "SELECT EXISTS (SELECT * FROM \(table) WHERE \(condition))",
      "SELECT id FROM \(table) ORDER BY id",
      "SELECT count(*) FROM \(table)",
      "SELECT 1 FROM \(table) LIMIT 3",
      "SELECT x.a, y.b FROM \(table) AS x JOIN \(other) AS y ON x.a = y.a ORDER BY 1, 2",
      "SELECT x.a, count(y.id) FROM \(table) AS x LEFT JOIN \(other) AS y ON x.a = y.a GROUP BY 1",
      "SELECT * FROM v ORDER BY 1, 2, 3",
      "SELECT rowid FROM search WHERE search MATCH 'word\(number)' ORDER BY 1",
      "SELECT message, count(*) FROM log GROUP BY 1",
      "WITH RECURSIVE r(n) AS (SELECT 1 UNION SELECT n + 1 FROM r, \(table) WHERE n < 9 AND n < a)"
        + " SELECT n FROM r ORDER BY 1",
      "SELECT a FROM \(table) UNION SELECT a FROM \(other) ORDER BY 1",
    ])
    skipsDuplicates = Bool.random(using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 10, 11:
      let way = Int.random(in: Generated.fetches.indices, using: &random)
      title = "t0 with id \(number), generated, way \(way)"
      tracking = [.recorded, .constant, .region].randomElement(using: &random) ?? .recorded
      region = Generated.filter(key: number)
      fetch = { db in try Generated.fetches[way](db, number)?.text ?? "none" }
    case 0, 1:
      title = "t0 with rowid \(number)"
      tracking = pick(["c", "r"]) == "c" ? .constant : .recorded
      region = nil
      fetch = { db in try First.fetchOne(db, key: number)?.text ?? "none" }
    case 2:
      title = "t0 or \(table), as the log says"
      tracking = .recorded
      region = nil
      fetch = { db in
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM log") ?? 0
        return try "\(Row.fetchAll(db, sql: "SELECT * FROM \(count % 2 == 0 ? "t0" : table)"))"
      }
    default:
      title = sql
      tracking = Tracking.allCases.randomElement(using: &random) ?? .recorded
      region = SQLRequest<Row>(sql: sql)
      fetch = { db in try "\(Row.fetchAll(db, sql: sql))" }
    }
  }

  /// What the request gives now.
  func outcome(_ db: Database) -> Outcome {
    do { return .rows(try fetch(db)) } catch { return .error("\(error)") }
  }

  /// Starts to observe the request; errors are no end of it.
  func start(
    in database: any DatabaseReader,
    _ record: @escaping @Sendable (Outcome) -> Void
  ) -> AnyDatabaseCancellable {
    var observation: ValueObservation<ValueReducers.Fetch<String>> =
      switch tracking {
      case .recorded, .writing: .tracking(fetch)
      case .constant: .trackingConstantRegion(fetch)
      case .region: region.map { .tracking(regions: [$0], fetch: fetch) } ?? .tracking(fetch)
      }
    observation.requiresWriteAccess = tracking == .writing
    observation.recoversFromErrors = true
    let onError: @Sendable (any Error) -> Void = { record(.error("\($0)")) }
    let onChange: @Sendable (String) -> Void = { record(.rows($0)) }
    return skipsDuplicates
      ? observation.removeDuplicates()
        .start(in: database, scheduling: .inline, onError: onError, onChange: onChange)
      : observation.start(in: database, scheduling: .inline, onError: onError, onChange: onChange)
  }
}

/// Hands values over on the thread that has fetched them.
struct InlineScheduler: ValueObservationScheduler {
  func immediateInitialValue() -> Bool { false }
  func schedule(_ action: @escaping @Sendable () -> Void) { action() }
}

extension ValueObservationScheduler where Self == InlineScheduler {
  static var inline: InlineScheduler { InlineScheduler() }
}
