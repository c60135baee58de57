import StrataSQLite

/// A database file of any origin, which is only read.
final class SourceDatabase {
  let path: String
  let stored: StoredSchema
  /// The statements that made it, in their order, with strings in single quotes.
  let statements: [SchemaStatement]
  let quotes: DoubleQuotedStrings
  /// The version that the app wrote into the file.
  let userVersion: Int64
  /// How the file spells texts.
  let encoding: String
  private let file: UntouchedFile

  var connection: SQLiteConnection { file.connection }

  /// Opens a file.
  ///
  /// - Throws: `FileProblem` where it is no database, or where it cannot be read.
  init(path: String) throws(FileProblem) {
    self.path = path
    file = try UntouchedFile(path: path)
    do {
      let connection = file.connection
      connection.addUnknownCollations()
      let kept = try SchemaStatement.all(of: connection)
      let quotes = try DoubleQuotedStrings(kept)
      self.quotes = quotes
      statements = kept.map { statement in
        var statement = statement
        statement.sql = quotes.mended(statement.sql)
        return statement
      }
      stored = try StoredSchema(connection, mending: quotes)
      userVersion = try connection.number("PRAGMA user_version")
      encoding = try connection.rows("PRAGMA encoding").first?.first?.text ?? "UTF-8"
    } catch {
      throw UntouchedFile.problem(error, path)
    }
  }
}
