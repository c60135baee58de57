import Testing

@testable import Strata

/// Expects the SQL of a request and what it finds, at once.
func expect(
  _ request: QueryInterfaceRequest<Member>,
  _ sql: String,
  _ arguments: [any DatabaseValueConvertible] = [],
  finds ids: [Int],
  _ location: SourceLocation = #_sourceLocation
) throws {
  let columns = #""id", "name", "nickname", "score", "clubID", "joined""#
  try makeClubs().read { db throws in
    var writer = SQLWriter(db)
    try writer.writeSelect(request.relation)
    #expect(
      writer.sql == #"SELECT \#(columns) FROM "member" \#(sql)"#,
      sourceLocation: location
    )
    #expect(writer.arguments.values == arguments.map(\.databaseValue), sourceLocation: location)
    let found = try request.fetchAll(db).map(\.id)
    #expect(found == ids, sourceLocation: location)
    // Once more, by what is known of the shape of the request.
    #expect(try request.fetchAll(db).map(\.id) == ids, sourceLocation: location)
    #expect(try request.fetchCount(db) == ids.count, sourceLocation: location)
    #expect(try request.isEmpty(db) == ids.isEmpty, sourceLocation: location)
    #expect(try request.fetchOne(db)?.id == ids.first, sourceLocation: location)
  }
}

extension QueryInterfaceRequest {
  /// The SQL that selects the rows.
  func sql(_ db: Database) throws -> String {
    var writer = SQLWriter(db)
    try writer.writeSelect(relation)
    return writer.sql
  }
}
