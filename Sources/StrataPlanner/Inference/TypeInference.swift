import StrataSchema

/// Infers types and nullability of SQL that SQLite has accepted, and what its parameters meet.
///
/// It is sound and small: a value that it calls certain to be non-NULL is; of everything else it
/// knows nothing.
struct TypeInference {
  /// A source of rows in FROM.
  struct Source {
    /// The name or alias, folded; nil for a subquery without one.
    var name: String?
    var columns: [Catalog.Column]
    /// Columns that `*` does not give.
    var hidden: [Catalog.Column] = []
    var rowID: InferredType?
    /// The table or view whose rows these are, by its folded name, also through a subquery that
    /// shows all of it.
    var record: String?
    /// Whether its row may be missing, as on the outer side of a join.
    var isOuter = false
    /// Columns that USING or NATURAL has joined to those of a source before; `*` does not repeat
    /// them.
    var joined: Set<String> = []
    /// Whether there may be columns that are not known.
    var isOpen = false
  }

  /// What one SELECT sees.
  struct Frame {
    var sources: [Source] = []
    /// Columns that USING has joined, which are either side's.
    var joined: [String: InferredType] = [:]
    /// Those of them that may be the right side's.
    var coalesced: Set<String> = []
    /// Result columns by alias, which WHERE, GROUP BY, HAVING and ORDER BY may name.
    var aliases: [String: InferredType] = [:]
    var isGrouped = false
    /// Columns that WHERE lets be no NULL.
    var required: Set<RequiredColumn> = []
    /// What WINDOW names.
    var windows: [SelectStatement.NamedWindow] = []
    /// Whether columns stand for a row that may be missing: outside of aggregates of a select
    /// without GROUP BY.
    var isRowMissing = false
  }

  /// A column of one of the sources of a select.
  struct RequiredColumn: Hashable {
    var source: Int
    var column: String
  }

  /// A parameter beside a value whose type is known.
  struct Meeting: Hashable {
    enum Kind: Hashable {
      /// `= < BETWEEN IN` and their like, which NULL never satisfies.
      case comparison
      /// IS, which NULL satisfies.
      case identity
      /// The pattern of LIKE, GLOB, REGEXP, MATCH.
      case pattern
      /// What becomes text, as beside `||`, whatever it is.
      case text
      /// LIMIT and OFFSET.
      case limit
      /// What INSERT and UPDATE store in a column.
      case assignment
      /// Arithmetic, which any number may stand in.
      case number
      /// What stands for the value, as in `coalesce(name, :name)`.
      case alternative
      /// `x IN :list`, whose elements are compared.
      case list

      /// Whether a parameter that meets nothing else may be NULL where the value may be.
      var takesNull: Bool { self == .identity || self == .assignment || self == .alternative }

      /// Whether a parameter of another type is as good.
      var isLoose: Bool { self == .pattern || self == .text || self == .number }
    }

    var parameter: SQLExpression.Parameter
    var kind: Kind
    var type: InferredType
  }

  let catalog: Catalog
  /// The parameters whose types their author declares, by name.
  var parameters: [String: InferredType] = [:]
  var frames: [Frame] = []
  /// Common table expressions in scope, the innermost last.
  var named: [(name: String, columns: [Catalog.Column]?, record: String?)] = []
  /// What `*` and `t.*` stand for, and the columns that an INSERT does not name, by UTF-8 offsets;
  /// nil where that cannot be written.
  private(set) var stars: [Range<Int>: String?] = [:]
  /// The columns of tables that USING and NATURAL compare, which SQLite does not report.
  var joinedColumns: Set<ProofDatabase.Read> = []
  private(set) var meetings: [Meeting] = []
  /// Columns whose stored texts are compared or summed up as if they were numbers.
  private(set) var misused: [SQLExpression.ColumnName] = []
  /// Comparisons that never hold, whatever the rows are.
  var mismatches: [Mismatch] = []
  /// What a statement stores that a column does not take, with the UTF-8 offsets of its place.
  var refusals: [Mismatch] = []
  /// The parameters of which it is asked whether they are NULL.
  var nullTested: Set<String> = []
  /// Columns of dates in which something is stored that is no date with a time of day.
  var otherDates: Set<StoredColumn> = []
  /// What is allowed and unlikely to be meant.
  var remarks: [Remark] = []

  init(_ catalog: Catalog, parameters: [String: InferredType] = [:]) {
    self.catalog = catalog
    self.parameters = parameters
  }

  /// Notes what the SQL at `range` stands for.
  mutating func expand(_ range: Range<Int>, to text: String?) { stars[range] = .some(text) }

  /// Visits a select of which only is asked whether it has rows: what its `*` stand for does not matter
  /// unless two selects are compared.
  mutating func visitExistence(of select: SelectStatement) {
    _ = columns(of: select)
    guard select.others.isEmpty else { return }
    for case .all(let range) in select.first.results { stars[range] = nil }
    for case .allOf(_, let range) in select.first.results { stars[range] = nil }
  }

  /// Does `body`, whose columns nobody sees.
  mutating func withoutExpanding<Value>(_ body: (inout Self) -> Value) -> Value {
    let kept = stars
    defer { stars = kept }
    return body(&self)
  }

  mutating func meet(
    _ expression: SQLExpression,
    _ type: InferredType,
    _ kind: Meeting.Kind = .comparison
  ) {
    switch expression {
    case .parameter(let parameter):
      meetings.append(Meeting(parameter: parameter, kind: kind, type: type))
    case .collate(let operand): meet(operand, type, kind)
    default: break
    }
  }

  /// Notes an operand whose order or sum is asked for; decimals stored as text have neither.
  mutating func useAsNumber(_ expression: SQLExpression, _ type: InferredType) {
    guard type.type == .decimal, type.storage == .text, case .column(let column) = expression
    else { return }
    misused.append(column)
  }

  /// What a column is, and unknown where it is not found.
  func type(of column: SQLExpression.ColumnName) -> InferredType {
    for frame in frames.reversed() {
      guard var found = frame.type(of: column) else { continue }
      if frame.isRequired(column) { found = found.optional(false) }
      return frame.isRowMissing ? found.optional() : found
    }
    return .unknown
  }
}

extension TypeInference.Frame {
  /// What a column is here; nil where this frame does not have it.
  func type(of column: SQLExpression.ColumnName) -> InferredType? {
    if let table = column.table {
      guard let source = sources.first(where: { $0.name == table }) else { return nil }
      return source.type(of: column.name) ?? .unknown
    }
    if let type = joined[column.name] { return type }
    for source in sources {
      if let type = source.columns.first(where: { $0.name == column.name })?.type { return type }
    }
    if sources.contains(where: \.isOpen) { return .unknown }
    for source in sources {
      if let type = source.type(of: column.name) { return type }
    }
    return aliases[column.name]
  }
}

extension TypeInference.Frame {
  /// The source that shows a column as it is.
  func origin(of column: SQLExpression.ColumnName) -> TypeInference.Origin? {
    if column.table == nil, joined[column.name] != nil, coalesced.contains(column.name) {
      return nil
    }
    let index = sources.firstIndex { source in
      (column.table == nil || source.name == column.table) && source.hasColumn(column.name)
    }
    return index.map { origin(ofSource: $0, isStar: false) }
  }

  func origin(ofSource index: Int, isStar: Bool) -> TypeInference.Origin {
    TypeInference.Origin(
      index: index,
      name: sources[index].name,
      record: sources[index].record,
      isOuter: sources[index].isOuter || isRowMissing,
      isStar: isStar
    )
  }
}

extension TypeInference.Source {
  func hasColumn(_ name: String) -> Bool { columns.contains { $0.name == name } }

  func type(of column: String) -> InferredType? {
    if let type = columns.first(where: { $0.name == column })?.type { return type }
    if let type = hidden.first(where: { $0.name == column })?.type { return type }
    guard let rowID, ["rowid", "oid", "_rowid_"].contains(column) else { return nil }
    return rowID.computed
  }

  /// The source where its row may be missing, as on the outer side of a join.
  var outer: Self {
    var copy = self
    for index in copy.columns.indices {
      copy.columns[index].type = columns[index].type.optional()
    }
    copy.rowID = rowID?.optional()
    copy.isOuter = true
    return copy
  }
}
