import StrataSchema

/// Writes the SQL of a request from its fragments.
struct RequestSQL {
  /// The table or view that the request stands on.
  struct Source: Hashable {
    /// The key in the schema.
    var key: String
    var sqlName: String
    /// The names in SQL, in the order of the record.
    var columnNames: [String]
    /// The SELECT whose rows stand for a table.
    var body: SQLText?
    /// What reads a column for less than the column itself, by names in SQL.
    var readings: [String: String] = [:]
  }

  var request: RequestModel
  let source: Source
  /// The numbers of the parameters by name.
  var numbers: [String: Int] = [:]
  /// What the `*` inside of fragments stand for.
  var stars: [SQLFragment: [Range<Int>: String]] = [:]
  /// The aggregates of the app, by folded names.
  var aggregates: Set<String> = []

  /// The whole statement.
  func text() -> SQLText {
    var text = SQLText()
    switch request.returns {
    case .many, .first: writeRows(to: &text)
    case .count: writeCount(to: &text)
    case .exists:
      text.append("SELECT EXISTS (SELECT 1")
      writeFrom(to: &text)
      writeLimit(to: &text)
      text.append(")")
    case .value:
      text.append("SELECT (")
      if let value = request.value { append(value, to: &text) }
      text.append(")")
      writeFrom(to: &text)
      writeOrder(to: &text)
      if request.limit == nil, !isAggregate {
        text.append(" LIMIT 1")
      } else {
        writeLimit(to: &text)
      }
    }
    return text
  }

  /// A statement with one fragment alone, for finding out which is wrong.
  func text(of fragment: SQLFragment, as clause: Clause) -> SQLText {
    var text = SQLText()
    switch clause {
    case .value:
      text.append("SELECT (")
      text.append(fragment)
      text.append(") FROM ")
      writeSource(to: &text)
    case .condition:
      text.append("SELECT 1 FROM ")
      writeSource(to: &text)
      text.append(" WHERE (")
      text.append(fragment)
      text.append(")")
    case .order:
      text.append("SELECT 1 FROM ")
      writeSource(to: &text)
      text.append(" ORDER BY ")
      text.append(term: fragment, columns: source.columnNames)
    case .limit:
      text.append("SELECT 1 FROM ")
      writeSource(to: &text)
      text.append(" LIMIT ")
      text.append(fragment)
    }
    return text
  }

  enum Clause { case value, condition, order, limit }

  /// The fragments with their clauses, in the order of the SQL.
  var fragments: [(fragment: SQLFragment, clause: Clause)] {
    var fragments: [(SQLFragment, Clause)] = []
    if let value = request.value { fragments.append((value, .value)) }
    if let condition = request.condition { fragments.append((condition, .condition)) }
    fragments += request.order.map { ($0, .order) }
    if let limit = request.limit { fragments.append((limit, .limit)) }
    return fragments
  }

  /// Whether the value sums up all rows, so that there is always one.
  var isAggregate: Bool {
    guard let value = request.value,
      let expression = SQLReader.expression(SQLTokenizer.tokens(of: value.text))
    else { return false }
    return expression.isAggregate(aggregates)
  }

  func number(_ parameter: SQLToken) -> String? {
    numbers[parameter.parameterName].map { "?\($0)" }
  }

  private func writeRows(to text: inout SQLText) {
    text.append("SELECT ")
    let readings = readings
    writeColumns(to: &text, readings)
    writeFrom(to: &text)
    writeOrder(to: &text, beside: readings)
    if request.returns == .first {
      text.append(" LIMIT 1")
    } else {
      writeLimit(to: &text)
    }
  }

  /// A limit counts too, and then also the order does not matter.
  private func writeCount(to text: inout SQLText) {
    guard request.limit != nil else {
      text.append("SELECT COUNT(*)")
      writeFrom(to: &text)
      return
    }
    text.append("SELECT COUNT(*) FROM (SELECT 1")
    writeFrom(to: &text)
    writeLimit(to: &text)
    text.append(")")
  }

  /// The readings that take no name from a term of the order, which would be that of the result column.
  private var readings: [String: String] {
    source.readings.filter { name, _ in
      request.order.allSatisfy { term in
        SQLText.column(of: term, among: source.columnNames) != nil
          || !SQLTokenizer.tokens(of: term.text).contains {
            $0.name.map(SQLTokenizer.fold) == SQLTokenizer.fold(name)
          }
      }
    }
  }

  /// The columns of the source; all of a SELECT that gives two of one name.
  func writeColumns(to text: inout SQLText, _ readings: [String: String] = [:]) {
    let names = source.columnNames
    guard source.body == nil || Set(names.map(SQLTokenizer.fold)).count == names.count else {
      text.append("*")
      return
    }
    for (index, name) in names.enumerated() {
      if index > 0 { text.append(", ") }
      if let reading = readings[name] { text.append("(\(reading)) AS ") }
      text.append(name: name)
    }
  }

  private func writeSource(to text: inout SQLText) {
    guard let body = source.body else {
      text.append(name: source.sqlName)
      return
    }
    text.append("(")
    text.append(body)
    text.append(")")
  }

  func writeFrom(to text: inout SQLText) {
    text.append(" FROM ")
    writeSource(to: &text)
    guard let condition = request.condition else { return }
    text.append(" WHERE (")
    append(condition, to: &text)
    text.append(")")
  }

  private func writeOrder(to text: inout SQLText, beside readings: [String: String] = [:]) {
    for (index, term) in request.order.enumerated() {
      text.append(index == 0 ? " ORDER BY " : ", ")
      if let column = SQLText.column(of: term, among: source.columnNames), readings[column] != nil {
        text.append(name: source.sqlName)
        text.append(".")
      }
      text.append(
        term: term,
        columns: source.columnNames,
        expanding: stars[term] ?? [:],
        replacing: number
      )
    }
  }

  private func append(_ fragment: SQLFragment, to text: inout SQLText) {
    text.append(fragment, expanding: stars[fragment] ?? [:], replacing: number)
  }

  private func writeLimit(to text: inout SQLText) {
    guard let limit = request.limit else { return }
    text.append(" LIMIT ")
    append(limit, to: &text)
  }
}
