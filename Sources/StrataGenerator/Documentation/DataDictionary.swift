package import StrataPlanner
import StrataSchema

/// The documentation of a database in Markdown.
package struct DataDictionary {
  let proof: Proof
  let explanation: Explanation
  let diagram: Diagram
  let names: DictionaryIndex
  var text = ""

  var schema: SchemaModel { proof.schema }

  /// The documentation of a proof, with what is known of its requests, and with its picture.
  package init(_ proof: Proof, _ explanation: Explanation, _ diagram: Diagram) {
    self.proof = proof
    self.explanation = explanation
    self.diagram = diagram
    names = DictionaryIndex(proof, explanation)
  }

  /// The whole document: the same text for the same schema.
  package var markdown: String {
    var copy = self
    copy.write()
    return copy.text
  }

  private mutating func write() {
    heading(1, schema.database.value)
    paragraph("A database of SQLite \(schema.sqliteVersion) or newer.")
    if !diagram.tables.isEmpty { block(MarkdownText.block(diagram.mermaid, "mermaid")) }
    writeContents()
    section("Tables", schema.recordTables) { $0.write($1) }
    section("Collections", schema.collections) { $0.write($1) }
    section("Views", proof.views.filter { $0.model.collection == nil }) { $0.write($1) }
    section("Search", schema.searches) { $0.write($1) }
    section("Enums", schema.enums) { $0.write($1) }
    section("Values", schema.structs) { $0.write($1) }
    section("Types of the app", schema.appTypes) { $0.write($1) }
    section("Requests", explanation.requests) { $0.write($1) }
    section("Statements", explanation.statements) { $0.write($1) }
    section("Triggers", schema.triggers) { $0.write($1) }
    section("Functions", schema.functions) { $0.write($1) }
    while text.hasSuffix("\n\n") { text.removeLast() }
  }

  private mutating func writeContents() {
    let tables = schema.recordTables.map { ("table", $0.name, $0.doc) }
    let collections = schema.collections.map { ("collection", $0.name, $0.model.doc) }
    let views = schema.views.filter { $0.collection == nil }.map { ("view", $0.name, $0.doc) }
    block(
      MarkdownText.table(
        ["name", "is", "about"],
        (tables + collections + views).map { kind, name, doc in
          [link(kind, name), "a \(kind)", doc.map(MarkdownText.line) ?? ""]
        }
      )
    )
  }

  // MARK: Parts of a document

  private mutating func section<Entry>(
    _ title: String,
    _ entries: [Entry],
    _ write: (inout DataDictionary, Entry) -> Void
  ) {
    guard !entries.isEmpty else { return }
    heading(2, title)
    for entry in entries { write(&self, entry) }
  }

  mutating func heading(_ level: Int, _ title: String, anchor kind: String? = nil) {
    let mark = kind.map { "<a id=\"\($0)-\(title)\"></a>" } ?? ""
    block(String(repeating: "#", count: level) + " \(mark)\(MarkdownText.line(title))")
  }

  mutating func paragraph(_ text: String?) {
    guard let text, !text.isEmpty else { return }
    block(text)
  }

  mutating func doc(_ text: String?) { paragraph(text.map(MarkdownText.paragraphs)) }

  /// A sentence, then a list.
  mutating func list(_ title: String, _ items: [String]) {
    guard !items.isEmpty else { return }
    block("\(title):\n\n" + items.map { "- \($0)\n" }.joined())
  }

  /// A paragraph of any kind with an empty line after it.
  mutating func block(_ content: String) {
    guard !content.isEmpty else { return }
    text += content + (content.hasSuffix("\n") ? "\n" : "\n\n")
  }

  func link(_ kind: String, _ name: String) -> String {
    "[\(MarkdownText.line(name))](#\(kind)-\(name))"
  }
}
