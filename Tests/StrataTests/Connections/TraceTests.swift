import Strata
import Testing

@Suite struct TraceTests {
  private func database(_ isPublic: Bool = false) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.publicStatementArguments = isPublic
    let queue = try DatabaseQueue(configuration: configuration)
    try queue.write { (db: Database) throws in
      try db.execute(
        sql: """
          CREATE TABLE t (a); CREATE TABLE log (a);
          CREATE TRIGGER t_insert AFTER INSERT ON t BEGIN INSERT INTO log VALUES (new.a); END
          """
      )
    }
    return queue
  }

  @Test(arguments: [true, false])
  func `values are told only where that is allowed`(_ isPublic: Bool) throws {
    try database(isPublic).writeWithoutTransaction { (db: Database) throws in
      var texts: [String] = []
      var expanded: [String] = []
      db.trace { event in
        texts.append("\(event)")
        expanded.append(event.expandedDescription)
      }
      try db.execute(sql: "INSERT INTO t VALUES (?)", arguments: ["secret"])
      db.trace()
      try db.execute(sql: "DELETE FROM t")
      #expect(expanded.first == "INSERT INTO t VALUES ('secret')")
      #expect(texts.first == (isPublic ? expanded.first : "INSERT INTO t VALUES (?)"))
      #expect(expanded.contains { $0.hasPrefix("-- ") })
      #expect(!expanded.contains("DELETE FROM t"))
    }
  }

  @Test func `a profile has the time of each statement`() throws {
    try database().writeWithoutTransaction { (db: Database) throws in
      var profiles: [String] = []
      var begins = 0
      db.trace(options: [.statement, .profile]) { event in
        switch event {
        case .statement: begins += 1
        case .profile(let statement, let duration):
          #expect(duration >= 0)
          #expect(event.description.hasSuffix(" ms \(statement)"))
          profiles.append(statement.sql)
        }
      }
      try db.execute(sql: "INSERT INTO log VALUES (1)")
      db.trace(options: [])
      try db.execute(sql: "INSERT INTO log VALUES (2)")
      #expect(profiles == ["INSERT INTO log VALUES (1)"])
      #expect(begins == 1)
    }
  }
}
