import Strata
import StrataDocuments

extension DocumentCollection {
  /// Puts a document there as others might have written it.
  func write(_ body: String, _ id: String = "x") throws {
    // What is there may be damaged.
    try? purge(id: id)
    try save(from: Task(id: id, title: ""))
    try store.writer.write { db in
      try db.execute(
        sql: "UPDATE strata_collection_\(name) SET body = ? WHERE id = ?",
        arguments: [body, id]
      )
    }
  }
}
