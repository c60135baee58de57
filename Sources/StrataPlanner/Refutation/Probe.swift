import StrataSQLite
import StrataSchema

/// A statement with the columns that are said never to be NULL.
final class Probe {
  struct Column {
    var index: Int
    var name: String
    /// The place of the SQL that the column comes from.
    var range: SourceRange
    /// The type that its author declares.
    var declared: DeclaredType?
    /// Whether it can be declared under `columns:`, and is not.
    var isUnderColumns = false
    /// Columns by whose NULL the one has no say, as where a record is missing.
    var absence: [Int] = []
  }

  let statement: SQLiteStatement
  /// The values for the parameters, for each run.
  let arguments: [StatementArguments]
  /// What the columns belong to, such as `view 'Standing'`.
  let subject: String
  /// The SQL names of the tables that are read.
  let tables: [String]
  /// The SQL of its author.
  let fragments: [SQLFragment]
  /// Whether columns that do not take what is stored in them are of interest.
  let isWriting: Bool
  /// What a column said that did not take what was stored in it.
  private(set) var refusal: String?
  /// What SQLite said of SQL that no database can run.
  private(set) var failure: String?
  /// How often the statement has run, and how often it has failed for the values that it met.
  private(set) var runs = 0
  private(set) var failures = 0
  private(set) var lastFailure: String?
  /// Columns that no database has refuted yet.
  private(set) var columns: [Column]

  init(
    statement: SQLiteStatement,
    arguments: [StatementArguments] = [[]],
    subject: String,
    tables: [String],
    columns: [Column],
    fragments: [SQLFragment] = [],
    isWriting: Bool = false
  ) {
    self.fragments = fragments
    self.statement = statement
    self.arguments = arguments
    self.subject = subject
    self.tables = tables
    self.columns = columns
    self.isWriting = isWriting
  }

  /// Whether nothing that is given to it can make it run.
  var takesNoParameters: Bool { statement.parameterCount == 0 }

  /// Runs the statement, with other values for the parameters where some are given.
  ///
  /// - Returns: the columns in which a NULL was found, each once in the life of the probe.
  func run(_ others: [StatementArguments]? = nil) -> [Column] {
    guard !columns.isEmpty || failure == nil else { return [] }
    var refuted: Set<Int> = []
    for arguments in others ?? arguments {
      runs += 1
      do {
        try statement.bind(arguments)
        var rows = 0
        while rows < 100, try statement.step() {
          rows += 1
          for column in columns where isRefuted(column) { refuted.insert(column.index) }
        }
      } catch let error as DatabaseError
        where error.extendedResultCode == .SQLITE_CONSTRAINT_DATATYPE
      {
        refusal = error.message
      } catch let error as DatabaseError where Probe.isLasting(error) {
        failure = error.message
      } catch {
        // What fails on these rows says nothing about NULL: a function of the app, an overflow, a
        // recursion without end.
        guard let error = error as? DatabaseError, error.resultCode == .SQLITE_ERROR else { break }
        failures += 1
        lastFailure = error.message
      }
      statement.reset()
    }
    defer { columns.removeAll { refuted.contains($0.index) } }
    return columns.filter { refuted.contains($0.index) }
  }

  /// Whether no row and no argument makes SQL run that has failed so.
  private static func isLasting(_ error: DatabaseError) -> Bool {
    guard let message = error.message else { return false }
    return lasting.contains { message.contains($0) }
  }

  private static let lasting = [
    "argument of ntile must be", "argument to nth_value must be", "offset must be a non-negative",
    "ESCAPE expression must be", "unable to use function MATCH",
    "wrong number of arguments to function", "bad JSON path", "JSON path error",
    "json_object() labels must be", "datatype mismatch", "needs an odd number of arguments",
    "requires an even number of arguments",
  ]

  private func isRefuted(_ column: Column) -> Bool {
    guard statement.value(column.index).isNull else { return false }
    return column.absence.isEmpty || !column.absence.allSatisfy { statement.value($0).isNull }
  }
}
