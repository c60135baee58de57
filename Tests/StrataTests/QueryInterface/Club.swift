import Foundation
import Strata

/// A member of a club, written as stratac writes a record.
struct Member: Identifiable, Hashable, Sendable {
  var id: Int
  var name: String
  var nickname: String?
  var score: Int = 0
  var clubID: Int?
  var joined: Date

  enum Columns {
    static var id: TypedColumn<Member, Int> { .init("id") }
    static var name: TypedColumn<Member, String> { .init("name") }
    static var nickname: TypedColumn<Member, String?> { .init("nickname") }
    static var score: TypedColumn<Member, Int> { .init("score") }
    static var clubID: TypedColumn<Member, Int?> { .init("clubID") }
    static var joined: TypedColumn<Member, Date> { .init("joined", stored: .unixSeconds) }
  }
}

extension Member: GeneratedRecord, StandardRequests {
  static let table = TableDefinition(
    name: "member",
    columns: "id, name, nickname, score, clubID, joined",
    primaryKey: "id",
    rowID: "id"
  )

  init(reading row: RowReader) throws {
    id = try row.int(0)
    name = try row.string(1)
    nickname = try row.optionalString(2)
    score = try row.int(3)
    clubID = try row.optionalInt(4)
    joined = try row.unixSeconds(5)
  }

  func bind(to values: ValueBinder) {
    values.int(0, id)
    values.string(1, name)
    values.string(2, nickname)
    values.int(3, score)
    values.int(4, clubID)
    values.unixSeconds(5, joined)
  }
}

extension Member {
  static var club: BelongsToAssociation<Member, Club> { belongsTo(Club.self, using: "clubID") }
}

/// A club, written as stratac writes a record.
struct Club: Identifiable, Hashable, Sendable {
  var id: Int
  var name: String

  enum Columns {
    static var id: TypedColumn<Club, Int> { .init("id") }
    static var name: TypedColumn<Club, String> { .init("name") }
  }
}

extension Club: GeneratedRecord, StandardRequests {
  static let table = TableDefinition(
    name: "club",
    columns: "id, name",
    primaryKey: "id",
    rowID: "id"
  )

  init(reading row: RowReader) throws {
    id = try row.int(0)
    name = try row.string(1)
  }

  func bind(to values: ValueBinder) {
    values.int(0, id)
    values.string(1, name)
  }
}

extension Club {
  static var members: HasManyAssociation<Club, Member> { hasMany(Member.self, using: "clubID") }
}

/// The same tables through records written by hand.
struct Person: Codable, FetchableRecord, PersistableRecord, Identifiable, Hashable {
  static let databaseTableName = "member"
  static let society = belongsTo(Society.self)

  enum Columns: String, ColumnExpression {
    case id, name, nickname, score, clubID
  }

  var id: Int
  var name: String
  var nickname: String?
  var score: Int
  var clubID: Int?
}

struct Society: Codable, FetchableRecord, PersistableRecord, Identifiable, Hashable {
  static let databaseTableName = "club"
  static let people = hasMany(Person.self, key: "people")

  var id: Int
  var name: String
}

/// A database of two clubs and five members, one of them in no club.
func makeClubs() throws -> DatabaseQueue {
  let queue = try DatabaseQueue()
  try queue.write { db throws in
    try db.execute(
      sql: """
        CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
        CREATE TABLE member (
          id INTEGER PRIMARY KEY,
          name TEXT NOT NULL,
          nickname TEXT,
          score INTEGER NOT NULL DEFAULT 0,
          clubID INTEGER REFERENCES club(id),
          joined REAL NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX member_byClub ON member (clubID);
        INSERT INTO club VALUES (1, 'Chess'), (2, 'Rowing'), (3, 'Empty');
        INSERT INTO member VALUES
          (1, 'Ann', 'Annie', 10, 1, 100), (2, 'Bob', NULL, 30, 1, 200),
          (3, 'Cid', 'C', 20, 2, 300), (4, 'Dan', NULL, 0, 2, 400),
          (5, 'Eve', 'Ev''e', 50, NULL, 500);
        """
    )
  }
  return queue
}
