/// An INSERT, UPDATE or DELETE, as far as the types of its parameters and of what it returns depend
/// on it.
struct WriteStatement: Hashable, Sendable {
  /// Columns that are set to a value; several to those of a row.
  struct Assignment: Hashable, Sendable {
    /// The names, folded.
    var columns: [String]
    var value: SQLExpression
    /// The UTF-8 offsets of the names.
    var range: Range<Int>
  }

  /// An ON CONFLICT.
  struct Upsert: Hashable, Sendable {
    /// The expressions that it names, and its conditions.
    var expressions: [SQLExpression]
    /// Empty for DO NOTHING.
    var assignments: [Assignment]
  }

  enum Action: Hashable, Sendable {
    /// `columns` are those that are named, folded; `rows` is nil for DEFAULT VALUES. `targetEnd` is
    /// the UTF-8 offset behind the table and its alias, where the names of columns begin.
    case insert(columns: [String], rows: SelectStatement?, upserts: [Upsert], targetEnd: Int)
    case update([Assignment], from: FromClause?)
    case delete
  }

  var named: [SelectStatement.NamedSelect]
  /// What follows OR, folded; `replace` also for REPLACE.
  var conflict: String?
  /// The written table, folded.
  var table: String
  /// The UTF-8 offsets of its name.
  var tableRange: Range<Int> = 0..<0
  /// The UTF-8 offsets of the columns that an INSERT names.
  var columnRanges: [Range<Int>] = []
  /// The alias, folded.
  var alias: String?
  var action: Action
  /// WHERE, ORDER BY, LIMIT and OFFSET.
  var expressions: [SQLExpression]
  var returning: [SelectStatement.Result]
}
