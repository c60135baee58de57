import StrataSchema

/// Lists of SQL names as one literal, which compiles much faster than an array of them.
extension SwiftCode {
  /// Names as `Strata.NameList` reads them.
  static func names(_ names: [String]) -> SwiftCode { list(names.map(listed)) }

  /// Tables, each with its columns in parentheses, as `Strata.RequestFootprint` reads them; a table
  /// without columns is whole.
  static func footprint(_ tables: [(name: String, columns: [String])]) -> SwiftCode {
    var entries: [String] = []
    for table in tables {
      var columns = table.columns.map(listed)
      if columns.isEmpty {
        entries.append(listed(table.name))
      } else {
        columns[0] = "\(listed(table.name))(\(columns[0])"
        columns[columns.count - 1] += ")"
        entries += columns
      }
    }
    return list(entries)
  }

  /// A name in such a list: in double quotes, unless it is letters, digits and `_` alone.
  private static func listed(_ name: String) -> String {
    let isPlain =
      !name.isEmpty
      && name.unicodeScalars.allSatisfy {
        $0 == "_" || $0.isASCII && $0.properties.isAlphabetic || ("0"..."9").contains($0)
      }
    return isPlain ? name : "\"" + name.doubling("\"") + "\""
  }

  /// The entries on one line where they are short, else on as many as they fill.
  private static func list(_ entries: [String]) -> SwiftCode {
    let line = entries.joined(separator: ", ")
    if line.count <= 80 { return SwiftCode(literal: line) }
    var lines: [String] = []
    for entry in entries {
      if let last = lines.last, last.count + entry.count < 84 {
        lines[lines.count - 1] = "\(last), \(entry)"
      } else {
        lines.append(entry)
      }
    }
    // The lines below a label stand further in.
    let literal = SwiftLiteral.lines(lines.joined(separator: ",\n"))
    return SwiftCode(pieces: [.lines(literal.prefix(1) + literal.dropFirst().map { "  " + $0 })])
  }
}
