extension Row: CustomStringConvertible {
  /// The columns with their values.
  public var description: String {
    "[" + zip(columnNames, databaseValues).map { "\($0):\($1)" }.joined(separator: " ") + "]"
  }
}

extension Row: CustomDebugStringConvertible {
  /// The columns with their values, and below them the rows beside this one and the number of rows
  /// that were fetched for it.
  public var debugDescription: String {
    let lines = debugLines(indentation: "  ")
    return lines.isEmpty ? description : (["▿ " + description] + lines).joined(separator: "\n")
  }

  private func debugLines(indentation: String) -> [String] {
    var lines: [String] = []
    for (name, row) in scopes.sorted(by: { $0.key < $1.key }) {
      lines.append("\(indentation)- \(name): \(row)")
      lines += row.debugLines(indentation: indentation + "  ")
    }
    for prefetch in prefetches.sorted(by: { $0.name < $1.name }) {
      guard let count = prefetch.rows.fetchedRowCount(prefetch.key) else { continue }
      lines.append("\(indentation)+ \(prefetch.name): \(count) row\(count == 1 ? "" : "s")")
    }
    return lines
  }
}
