import StrataPlanner
import StrataSchema
import Testing

@testable import StrataGenerator

@Suite struct DataDictionaryTests {
  private func markdown(_ text: String) throws -> String {
    var diagnostics = Diagnostics()
    let models = readSchemas([SchemaFile(path: "A.yaml", text: text)], &diagnostics)
    let proof = try #require(models.first.flatMap { prove($0, &diagnostics) })
    #expect(diagnostics.all.map(\.message) == [])
    let diagram = Diagram(proof, try tableReferences(of: proof))
    return DataDictionary(proof, try explain(proof), diagram).markdown
  }

  private let shop = """
    strata: 1
    database: ShopDatabase
    enums:
      Status: {doc: How far it is., cases: [open, paid]}
    tables:
      Customer:
        doc: "Somebody who *buys* | pays; see `name`.\\n\\nA second <b>paragraph</b>."
        columns:
          id: Int
          name: {type: String, collate: NOCASE, unique: true, doc: As it is `spoken|written`.}
      Purchase:
        columns:
          id: Int
          customerID: {type: Customer.ID?, delete: cascade}
          status: {type: Status, default: open}
          total: {type: Double, default: 0, check: "total >= 0 OR total || '' = '`'"}
          placed: {type: Date, stored: unixSeconds, default: now}
        indexes:
          byCustomer: {columns: [customerID, placed desc], where: "status <> 'paid'"}
        checks: {positive: "total > -1"}
        requests:
          purchasesOf: {doc: All of one., where: customerID IS :customer, order: [id]}
    views:
      Turnover: {sql: SELECT sum(total) AS sum FROM purchase}
    requests:
      newest: {sql: SELECT max(placed) FROM purchase, returns: value}
    statements:
      pay: {doc: Settles it., sql: "UPDATE purchase SET status = 'paid' WHERE id = :id"}

    """

  @Test func `everything in a schema is told`() throws {
    let text = try markdown(shop)
    for part in [
      "# ShopDatabase\n\nA database of SQLite 3.37 or newer.\n\n```mermaid\nerDiagram\n",
      "| [Customer](#table-Customer) | a table | Somebody who \\*buys\\* \\| pays; see `name`. A second",
      "### <a id=\"table-Customer\"></a>Customer\n\nSomebody who \\*buys\\* | pays; see `name`.\n\nA"
        + " second &lt;b&gt;paragraph&lt;/b&gt;.\n\nIn SQL `customer`, STRICT.\n\n",
      "| `name` | `String` | `name TEXT` | no | UK | collate `NOCASE` | As it is `spoken\\|written`. |\n",
      "| `customerID` | `Int?` | `customerID INTEGER` | yes | FK |  |  |\n",
      "| `status` | `Status` | `status TEXT` | no |  | `'open'` |  |\n",
      "``total >= 0 OR total \\|\\| '' = '`'``",
      "| `placed` | `Date stored as unixSeconds` | `placed REAL` | no |  | now |  |\n",
      "Refers to:\n\n- [Customer](#table-Customer) by `customerID`, on delete CASCADE\n",
      "Referred to by:\n\n- [Purchase](#table-Purchase) by `customerID`\n",
      "Checks:\n\n- `positive`: `total > -1`\n",
      "- `purchase_byCustomer` on `customerID`, `placed desc` where `status <> 'paid'`\n",
      "Requests:\n\n- [PurchasesOfRequest](#request-PurchasesOfRequest)\n",
      "```sql\nSELECT sum(total) AS sum FROM purchase\n```\n\nReads:\n\n- `purchase`: `total`\n",
      "### <a id=\"enum-Status\"></a>Status\n\nHow far it is\\.".replacing("\\.", with: "."),
      "| `open` | `'open'` |\n",
      "All of one.\n\nGives `[Purchase]` on [Purchase](#table-Purchase): the rows of 'Purchase'.\n\n",
      "| `customer` | `Int?` | ",
      "Gives `Date? stored as unixSeconds`: inferred from the SQL.\n",
      "Settles it.\n\nGives the number of changed rows.\n\n| parameter | type | known from |\n",
      "Writes:\n\n- update `purchase`: `status`\n",
    ] { #expect(text.contains(part), "\(part)\n--\n\(text)") }
    #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
    #expect(try markdown(shop) == text)
  }

  @Test func `of a collection its fields are told, and not how it is kept`() throws {
    let text = try markdown(
      """
      strata: 1
      database: NotesDatabase
      collections:
        Note:
          doc: Something worth keeping.
          fields:
            title: {type: String, doc: What it is about., default: none}
            photo: Blob?
          indexes: {byTitle: [title]}
          requests: {notesTitled: {where: title = :title, order: [title]}}

      """
    )
    for part in [
      "| [Note](#collection-Note) | a collection | Something worth keeping. |\n",
      "## Collections\n\n### <a id=\"collection-Note\"></a>Note\n\nSomething worth keeping.\n\n"
        + "Documents; in SQL the view `note` with the columns `id`, ",
      "| `title` | `String` | `\"none\"` | What it is about. |\n| `photo` | `Blob?` |  |  |\n",
      "Indexes:\n\n- `note_byTitle` on ",
      "Requests:\n\n- [NotesTitledRequest](#request-NotesTitledRequest)\n",
      " on [Note](#collection-Note): ",
    ] { #expect(text.contains(part), "\(part)\n--\n\(text)") }
    for hidden in ["## Tables", "## Views", "strata_expiration"] {
      #expect(!text.contains(hidden))
    }
  }

  @Test(arguments: [
    ("a_b *c* [d](e)", "a\\_b \\*c\\* \\[d\\](e)"),
    ("`a` and ``b`c`` and `d", "`a` and ``b`c`` and \\`d"),
    ("# no heading\nnext", "\\# no heading next"),
    ("<script>&amp;", "&lt;script&gt;&amp;amp;"),
    ("a | b `c | d`", "a | b `c | d`"),
  ])
  func `text stays text`(text: String, expected: String) {
    #expect(MarkdownText.line(text) == expected)
  }

  @Test func `code is fenced by more than it holds`() {
    #expect(MarkdownText.code("a`b") == "``a`b``")
    #expect(MarkdownText.code("`") == "`` ` ``")
    #expect(MarkdownText.block("a ```` b", "sql") == "`````sql\na ```` b\n`````\n")
  }

  @Test func `columns of a table that say nothing are left out`() {
    #expect(
      MarkdownText.table(["a", "b"], [["x", ""], ["y", ""]]) == "| a |\n| --- |\n| x |\n| y |\n"
    )
    #expect(MarkdownText.table(["a"], []) == "")
    #expect(MarkdownText.table(["a"], [["`b | c`"]]) == "| a |\n| --- |\n| `b \\| c` |\n")
  }
}
