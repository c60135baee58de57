import Foundation
import StrataPlanner
import StrataSQLite
import StrataSchema
import Testing

@Suite struct CreationTests {
  @Test func `now is the present in every storage`() throws {
    let table = Build.table(
      "Log",
      [
        Build.column("id", .int),
        Build.column("text", .date) { $0.defaultValue = .now },
        Build.column("seconds", .date, storage: .unixSeconds) { $0.defaultValue = .now },
        Build.column("whole", .date, storage: .unixSeconds) {
          $0.declaredType = "INTEGER"
          $0.defaultValue = .now
        },
        Build.column("milliseconds", .date, storage: .unixMilliseconds) {
          $0.defaultValue = .now
        },
        Build.column("julian", .date, storage: .julian) { $0.defaultValue = .now },
      ]
    )
    let connection = try SQLiteConnection(path: ":memory:")
    for statement in createStatements(Build.schema([table])) {
      try connection.execute(statement.sql)
    }
    let before = Date().timeIntervalSince1970
    try connection.execute("INSERT INTO log DEFAULT VALUES")
    let statement = try connection.prepare(
      """
      SELECT (julianday(text) - 2440587.5) * 86400.0, seconds, whole, milliseconds / 1000.0,
        (julian - 2440587.5) * 86400.0, length(text), typeof(whole), typeof(milliseconds)
      FROM log
      """
    )
    #expect(try statement.step())
    for index in 0..<5 {
      let seconds: Double? =
        switch statement.value(index).storage {
        case .double(let seconds): seconds
        case .int64(let seconds): Double(seconds)
        default: nil
        }
      #expect(abs(try #require(seconds) - before) < 2)
    }
    #expect(statement.value(5).storage == .int64(23))
    #expect(statement.value(6).storage == .string("integer"))
    #expect(statement.value(7).storage == .string("integer"))
  }

  @Test func `comments, white space and case do not change the hash`() throws {
    func hash(_ check: String) throws -> String {
      var schema = Build.league()
      schema.tables[0].columns[1].check = Build.sql(check)
      var diagnostics = Diagnostics()
      return try #require(prove(schema, &diagnostics)).schemaHash
    }
    let plain = try hash("length(name) > 0")
    #expect(try hash("LENGTH( Name )>0 -- not empty") == plain)
    #expect(try hash("length(name) > 1") != plain)
    #expect(try hash("length(name) > 0 /* a */ + 0") != plain)
  }
}
