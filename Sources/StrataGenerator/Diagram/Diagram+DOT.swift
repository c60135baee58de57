extension Diagram {
  /// The diagram in the language of Graphviz (https://graphviz.org/doc/info/lang.html): tables as tables,
  /// foreign keys as lines whose ends tell how many rows there may be.
  package var dot: String {
    var text = """
      digraph \(Self.quoted(name)) {
        graph [rankdir=RL, nodesep=0.3, ranksep=1.1, splines=spline, bgcolor=white, pad=0.3]
        node [shape=plain, fontname="Helvetica", fontsize=11]
        edge [dir=both, color="#5b6770", arrowsize=0.9, fontname="Helvetica", fontsize=9]

      """
    let places = Dictionary(
      tables.enumerated().map { ($1.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    for (index, table) in tables.enumerated() {
      text += "  t\(index) [label=<\(Self.label(table))>]\n"
    }
    for reference in references {
      guard let child = places[reference.child], let parent = places[reference.parent] else {
        continue
      }
      let column = reference.columns.first.flatMap { name in
        tables[child].columns.firstIndex { $0.name == name }
      }
      let tail = "t\(child)" + (column.map { ":c\($0)" } ?? "")
      let arrows =
        "arrowtail=\(reference.isUnique ? "teeodot" : "crowodot"),"
        + " arrowhead=\(reference.isOptional ? "teeodot" : "teetee")"
      let tooltip = Self.quoted(
        "\(reference.child).\(reference.columns.joined(separator: ", ")) → \(reference.parent)"
      )
      text += "  \(tail) -> t\(parent) [\(arrows), tooltip=\(tooltip)]\n"
    }
    return text + grid + "}\n"
  }

  /// Lines that nobody sees, which put the tables without a foreign key into a square.
  private var grid: String {
    let known = Set(references.flatMap { [$0.child, $0.parent] })
    let alone = tables.indices.filter { !known.contains(tables[$0].name) }
    let width = max(1, Int(Double(alone.count).squareRoot().rounded(.up)))
    return zip(alone, alone.dropFirst()).enumerated()
      .filter { ($0.offset + 1) % width != 0 }
      .map { "  t\($0.element.0) -> t\($0.element.1) [style=invis]\n" }.joined()
  }

  private static func label(_ table: Table) -> String {
    var rows = [
      cell(font("<B> \(escaped(table.name)) </B>", color: "white"), "BGCOLOR='#2f5d8a' COLSPAN='3'")
    ]
    rows += table.columns.enumerated().map { index, column in
      let marks = column.marks.map(\.rawValue).joined(separator: " ")
      let name = escaped(column.name)
      return cell(
        column.marks.contains(.primaryKey) ? "<B>\(name)</B>" : name,
        "ALIGN='LEFT' PORT='c\(index)'"
      ) + cell(font(escaped(column.type)), "ALIGN='LEFT'")
        + cell(font(marks.isEmpty ? " " : marks, size: 9), "ALIGN='LEFT'")
    }
    if table.hiddenCount > 0 {
      rows.append(
        cell(font("\(table.hiddenCount) more", size: 9), "ALIGN='LEFT' COLSPAN='3'")
      )
    }
    return "<TABLE BORDER='1' COLOR='#5b6770' CELLBORDER='0' CELLSPACING='0' CELLPADDING='3'"
      + " BGCOLOR='white'>" + rows.map { "<TR>\($0)</TR>" }.joined() + "</TABLE>"
  }

  private static func cell(_ content: String, _ attributes: String) -> String {
    "<TD \(attributes)>\(content)</TD>"
  }

  private static func font(_ text: String, color: String = "#5b6770", size: Int = 11) -> String {
    "<FONT COLOR='\(color)' POINT-SIZE='\(size)'>\(text)</FONT>"
  }

  private static func quoted(_ text: String) -> String {
    "\"" + replacing(text, ["\\": "\\\\", "\"": "\\\""]) + "\""
  }

  private static func escaped(_ text: String) -> String {
    replacing(text, ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"])
  }

  /// Graphviz goes by scalars, and so does this: a mark with a combining character after it, too, means
  /// something.
  private static func replacing(_ text: String, _ words: [Unicode.Scalar: String]) -> String {
    text.unicodeScalars.reduce(into: "") { text, scalar in
      text += words[scalar] ?? String(scalar)
    }
  }
}
