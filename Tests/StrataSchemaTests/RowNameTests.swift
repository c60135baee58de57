import StrataSchema
import Testing

@Suite struct RowNameTests {
  private func messages(statement: String) -> [String] {
    let text = """
      strata: 1
      database: D
      tables:
        Item: {columns: {id: Int, name: String}}
      requests:
        cleanup: {sql: SELECT id FROM item}
      statements:
        cleanup: \(statement)
      """
    var diagnostics = Diagnostics()
    _ = readSchemas([SchemaFile(path: "D.yaml", text: text)], &diagnostics)
    return diagnostics.all.map(\.message)
  }

  @Test(arguments: [
    "{sql: DELETE FROM item}",
    "{sql: DELETE FROM item, returns: changes}",
    "{sql: INSERT INTO item (name) VALUES ('a'), returns: lastID}",
    "{sql: UPDATE item SET returning_name = 1}",
  ])
  func `a statement without rows takes no name for them`(statement: String) {
    #expect(messages(statement: statement).isEmpty)
  }

  @Test(arguments: [
    "{sql: DELETE FROM item RETURNING id}",
    "{sql: DELETE FROM item returning id}",
    "{sql: DELETE FROM item RETURNING id, returns: first}",
  ])
  func `rows of a statement and of a request are told apart`(statement: String) {
    #expect(messages(statement: statement).count == 1)
    #expect(messages(statement: statement).allSatisfy { $0.contains("'CleanupRow'") })
  }
}
