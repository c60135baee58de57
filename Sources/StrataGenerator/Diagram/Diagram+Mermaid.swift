extension Diagram {
  /// The diagram in the language of Mermaid (https://mermaid.js.org/syntax/entityRelationshipDiagram.html).
  ///
  /// What Mermaid cannot read as a name or a type is written with letters that it can, and beside it as
  /// it is.
  package var mermaid: String {
    var text = "erDiagram\n"
    for table in tables {
      let rows = table.columns.map(Self.row)
      text +=
        rows.isEmpty
        ? "  \(Self.entity(table.name))\n"
        : "  \(Self.entity(table.name)) {\n" + rows.map { "    \($0)\n" }.joined() + "  }\n"
    }
    for reference in references {
      let parent = reference.isOptional ? "|o" : "||"
      let child = reference.isUnique ? "o|" : "o{"
      text +=
        "  \(Self.entity(reference.parent)) \(parent)--\(child)"
        + " \(Self.entity(reference.child)) : \(Self.quoted(reference.columns.joined(separator: ", ")))\n"
    }
    return text
  }

  /// The name of a table: in quotation marks unless nothing in it means something to Mermaid.
  private static func entity(_ name: String) -> String {
    let isPlain =
      name.unicodeScalars.allSatisfy { isWordPart($0) && $0.isASCII }
      && name.first?.isUppercase == true
    return isPlain ? name : quoted(name)
  }

  private static func quoted(_ text: String) -> String {
    let bad: Set<Unicode.Scalar> = ["\"", "%", "\\", "\n", "\r", "\u{8}", "\u{B}"]
    let kept = text.unicodeScalars.map { bad.contains($0) ? "_" : $0 }
    return "\"" + String(String.UnicodeScalarView(kept)) + "\""
  }

  private static func row(_ column: Column) -> String {
    let type = word(spelled: column.type)
    let name = word(column.name)
    var words = [type, name]
    if !column.marks.isEmpty { words.append(column.marks.map(\.rawValue).joined(separator: ", ")) }
    var remarks: [String] = []
    if name != column.name { remarks.append(column.name) }
    if column.type.hasSuffix("?") { remarks.append("optional") }
    if !remarks.isEmpty { words.append(quoted(remarks.joined(separator: ", "))) }
    return words.joined(separator: " ")
  }

  /// A type as one word: `[String: Int]?` as `Dictionary(Int)`, `Team.ID` as `Team-ID`.
  private static func word(spelled type: String) -> String {
    var type = type[...]
    if type.hasSuffix("?") { type = type.dropLast() }
    if type.hasPrefix("["), type.hasSuffix("]") {
      let content = type.dropFirst().dropLast()
      let isDictionary = content.hasPrefix("String: ")
      let element = isDictionary ? content.dropFirst("String: ".count) : content
      return "\(isDictionary ? "Dictionary" : "Array")(\(word(spelled: String(element))))"
    }
    return word(String(type).replacing(".", with: "-"))
  }

  /// A word that Mermaid takes for the name of a column or a type.
  private static func word(_ name: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      result.append(isWordPart(scalar) || scalar == "-" && !result.isEmpty ? scalar : "_")
    }
    if result.first.map({ ("0"..."9").contains($0) }) ?? true {
      result.insert("_", at: result.startIndex)
    }
    // What begins as a mark of a key and does not go on as a word would be one.
    let start = String(String.UnicodeScalarView(result.prefix(2)))
    let next = result.dropFirst(2).first
    let goesOn = next.map { $0.isASCII && $0 != "-" } ?? false
    if ["PK", "FK", "UK"].contains(start), !goesOn { result.insert("_", at: result.startIndex) }
    return String(result)
  }

  private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "A"..."Z", "a"..."z", "0"..."9", "_": true
    default: scalar.value >= 0xC0
    }
  }
}
