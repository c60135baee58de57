import StrataSchema

/// Writes the SQL that reads a request page by page: a page begins after the values that the last row
/// of the page before has in the order and in the key.
///
/// A page costs the same wherever it is, and rows that come or go before it do not shift it, both
/// unlike OFFSET (https://sqlite.org/rowvalue.html#scrolling_window_queries).
struct PageSQL {
  private struct Term {
    var text: SQLText
    var isDescending: Bool
    var areNullsFirst: Bool
    var isOptional: Bool
  }

  private let writer: RequestSQL
  private let parameterCount: Int
  private let size: Int
  private var terms: [Term] = []

  init(writer: RequestSQL, parameterCount: Int, size: Int) {
    self.writer = writer
    self.parameterCount = parameterCount
    self.size = size
  }

  mutating func add(_ term: OrderTerm, isOptional: Bool) {
    var text = SQLText()
    let column = writer.source.columnNames.first {
      term.tokens.count == 1 && SQLTokenizer.fold($0) == term.tokens[0].folded
    }
    if let column, term.tokens[0].name != nil {
      text.append(name: column)
    } else {
      text.append("(")
      text.append(
        term.fragment,
        tokens: term.tokens,
        expanding: writer.stars[term.fragment] ?? [:],
        replacing: writer.number
      )
      text.append(")")
    }
    terms.append(
      Term(
        text: text,
        isDescending: term.isDescending,
        areNullsFirst: term.areNullsFirst,
        isOptional: isOptional
      )
    )
  }

  /// Adds a column of the key, in the direction of the order, so that an index may serve both.
  mutating func add(column: String, isOptional: Bool) {
    var text = SQLText()
    text.append(name: column)
    guard !terms.contains(where: { $0.text.sql == text.sql }) else { return }
    let isDescending = terms.last?.isDescending ?? false
    terms.append(
      Term(
        text: text,
        isDescending: isDescending,
        areNullsFirst: !isDescending,
        isOptional: isOptional
      )
    )
  }

  func proved() -> ProvedPage {
    ProvedPage(
      first: text(isFirst: true).sql,
      next: text(isFirst: false).sql,
      keyCount: terms.count
    )
  }

  /// One row more than the page has tells whether there is another page.
  private func text(isFirst: Bool) -> SQLText {
    var text = SQLText()
    text.append("SELECT ")
    writer.writeColumns(to: &text)
    text.append(", ")
    for (index, term) in terms.enumerated() {
      if index > 0 { text.append(", ") }
      text.append(term.text)
    }
    writer.writeFrom(to: &text)
    if !isFirst {
      text.append(writer.request.condition == nil ? " WHERE " : " AND ")
      writeContinuation(to: &text)
    }
    for (index, term) in terms.enumerated() {
      text.append(index == 0 ? " ORDER BY " : ", ")
      text.append(term.text)
      if term.isDescending { text.append(" DESC") }
      if term.areNullsFirst == term.isDescending {
        text.append(term.areNullsFirst ? " NULLS FIRST" : " NULLS LAST")
      }
    }
    text.append(" LIMIT \(size + 1)")
    return text
  }

  private func parameter(_ index: Int) -> String { "?\(parameterCount + index + 1)" }

  /// The condition of the rows after the last one.
  private func writeContinuation(to text: inout SQLText) {
    let isDescending = terms[0].isDescending
    if terms.allSatisfy({ !$0.isOptional && $0.isDescending == isDescending }) {
      // What an index can begin at.
      text.append("(")
      for (index, term) in terms.enumerated() {
        if index > 0 { text.append(", ") }
        text.append(term.text)
      }
      text.append(isDescending ? ") < (" : ") > (")
      text.append(terms.indices.map(parameter).joined(separator: ", ") + ")")
      return
    }
    if !terms[0].isOptional {
      text.append(terms[0].text)
      text.append((isDescending ? " <= " : " >= ") + parameter(0) + " AND ")
    }
    text.append("(")
    for index in terms.indices {
      if index > 0 { text.append(" OR ") }
      for before in 0..<index {
        text.append(terms[before].text)
        text.append(" IS \(parameter(before)) AND ")
      }
      writeAfter(index, to: &text)
    }
    text.append(")")
  }

  /// The condition of the rows that come after by one term alone.
  private func writeAfter(_ index: Int, to text: inout SQLText) {
    let term = terms[index]
    let last = parameter(index)
    let sign = term.isDescending ? " < " : " > "
    guard term.isOptional else {
      text.append(term.text)
      text.append(sign + last)
      return
    }
    text.append("(")
    text.append(term.text)
    text.append(sign + last + " OR ")
    text.append(term.text)
    text.append(
      term.areNullsFirst
        ? " IS NOT NULL AND \(last) IS NULL)" : " IS NULL AND \(last) IS NOT NULL)"
    )
  }
}
