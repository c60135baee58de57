import StrataSQLite
import StrataSchema

// What statements write.
extension Explainer {
  /// What follows OR and ON CONFLICT, in words.
  func conflict(of statement: ProvedStatement) -> String? {
    let tokens = SQLTokenizer.tokens(of: statement.model.sql.text)
    guard let write = SQLReader.write(tokens) else { return nil }
    if let word = write.conflict {
      let words = [
        "replace": "the row that is in the way is deleted first", "ignore": "the row is left out",
        "fail": "the statement ends, and keeps what it has done",
        "abort": "the statement is undone", "rollback": "the transaction is undone",
      ]
      return words[word]
    }
    guard case .insert(_, _, let upserts, _) = write.action, !upserts.isEmpty else { return nil }
    return upserts.contains { !$0.assignments.isEmpty }
      ? "the row that is in the way is updated" : "the row is left out"
  }

  func writes(of statement: ProvedStatement) throws -> [Explanation.Write] {
    let tokens = SQLTokenizer.tokens(of: statement.model.sql.text)
    let target = SQLReader.write(tokens)?.table
    var writes: [Explanation.Write] = []
    for write in try database.writes(of: statement.sql) {
      // What SQLite keeps for itself, such as the numbers of AUTOINCREMENT.
      guard let table = name(of: write.table) else { continue }
      let isOwn = target == nil || SQLTokenizer.fold(write.table) == target
      let cause =
        write.trigger.map { "the trigger '\($0)'" } ?? (isOwn ? nil : "a foreign key")
      let index = writes.firstIndex {
        $0.table == table && $0.action == write.kind.rawValue && $0.cause == cause
      }
      let columns = [write.column].compactMap(\.self)
      if let index {
        for column in columns where !writes[index].columns.contains(column) {
          writes[index].columns.append(column)
        }
      } else {
        writes.append(
          .init(action: write.kind.rawValue, table: table, columns: columns, cause: cause)
        )
      }
    }
    return writes
  }

  private func name(of table: String) -> String? {
    catalog[SQLTokenizer.fold(table)]?.sqlName
  }
}
