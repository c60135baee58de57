import Foundation
import Strata
import StrataDocuments
import TestSupport
import Testing

/// Collections as views.
@Suite struct QueryTests {
  private let queue: DatabaseQueue
  private let store: DocumentStore
  private let tasks: DocumentCollection

  init() throws {
    queue = try DatabaseQueue()
    store = try DocumentStore(queue)
    tasks = try store.collection("tasks", fields: ["title", "completed"])
    for (index, title) in ["Ann", "Bob", "Cleo"].enumerated() {
      try tasks.save(from: Task(id: "\(index)", title: title, completed: index == 1))
    }
  }

  @Test func `rows are decoded one by one`() throws {
    let query = store.query("SELECT id, title, completed FROM tasks ORDER BY title")
    var titles: [String] = []
    let results = try query.execute().allResults()
    for result in results {
      let task = try result.data(as: Task.self)
      titles.append("\(task.id ?? "") \(task.title) \(task.completed ?? false)")
    }
    #expect(titles == ["0 Ann false", "1 Bob true", "2 Cleo false"])
  }

  @Test func `all rows are decoded at once`() throws {
    let query = store.query("SELECT id, title FROM tasks WHERE completed")
    let done = try query.execute().data(as: Task.self)
    #expect(done.map(\.title) == ["Bob"])
    #expect(done[0].completed == nil)
  }

  @Test func `a data key names the column of the document`() throws {
    let query = store.query("SELECT id, body AS data FROM tasks ORDER BY id")
    let all = try query.execute().data(as: Task.self, dataKey: "data")
    #expect(all.map(\.title) == ["Ann", "Bob", "Cleo"])
    #expect(all.map(\.id) == ["0", "1", "2"])
    let error = #expect(throws: DocumentError.self) {
      _ = try query.execute().data(as: Task.self, dataKey: "nothing")
    }
    #expect(error?.documentID == "0")
    #expect(error?.description.contains("'nothing'") == true)
  }

  @Test func `a model of a query is saved without losing what was not read`() throws {
    let task = try #require(
      try store.query("SELECT id, title FROM tasks WHERE title = ?", arguments: ["Bob"])
        .execute().first?.data(as: Task.self)
    )
    task.title = "Robert"
    try tasks.save(from: task)
    task.title = "Bobby"
    try tasks.save(from: task)
    let body = try tasks.document(id: "1")?.body
    #expect(body == #"{"title":"Bobby","completed":true}"#)
  }

  @Test func `the document of a query is the one at the time of the save`() throws {
    let sql = "SELECT id, title, completed FROM tasks WHERE id = '1'"
    let task = try #require(try store.query(sql).execute().data(as: Task.self).first)
    let other = try #require(try tasks.document(id: "1", as: Task.self))
    other.completed = false
    try tasks.save(from: other)
    #expect(try tasks.save(from: task, concurrencyControl: .failOnConflict))
    #expect(try tasks.document(id: "1", as: Task.self)?.completed == true)
  }

  @Test func `with its revision the model of a query knows of conflicts`() throws {
    let sql = "SELECT id, revision, title, completed FROM tasks WHERE id = '1'"
    let task = try #require(try store.query(sql).execute().data(as: Task.self).first)
    #expect(task.$id.revision != nil)
    try tasks.save(from: try #require(try tasks.document(id: "1", as: Task.self)))
    #expect(try !tasks.save(from: task, concurrencyControl: .failOnConflict))
  }

  @Test func `rows need not be documents`() throws {
    struct Count: Decodable, Equatable {
      var completed: Bool
      var count: Int
      var titles: [String]
    }
    let query = store.query(
      """
      SELECT completed, count(*) AS count, json_group_array(title) AS titles
      FROM tasks GROUP BY completed ORDER BY completed
      """
    )
    #expect(
      try query.execute().data(as: Count.self) == [
        Count(completed: false, count: 2, titles: ["Ann", "Cleo"]),
        Count(completed: true, count: 1, titles: ["Bob"]),
      ]
    )
  }

  @Test func `documents and tables are joined`() throws {
    try queue.write { db in
      try db.execute(
        sql: "CREATE TABLE owner (task TEXT, name TEXT); INSERT INTO owner VALUES ('2', 'Dora')"
      )
    }
    let query = store.query("SELECT name, title FROM owner JOIN tasks ON tasks.id = owner.task")
    let result = try #require(try query.execute().first)
    #expect(result["name"] == "Dora".databaseValue)
    #expect(result["title"] == "Cleo".databaseValue)
    #expect(result["nothing"] == nil)
  }

  @Test func `rows are streamed while others are written`() throws {
    let directory = try TemporaryDirectory()
    let store = try DocumentStore(DatabasePool(path: directory.path()))
    let tasks = try store.collection("tasks")
    for title in ["Ann", "Bob", "Cleo"] { try tasks.save(from: Task(id: title, title: title)) }
    var titles: [String] = []
    try store.query("SELECT id, body FROM tasks ORDER BY id").forEach(
      as: Task.self,
      dataKey: "body"
    ) { task in
      titles.append(task.title)
      try tasks.save(from: Task(id: "\(task.title) again", title: "again"))
    }
    #expect(titles == ["Ann", "Bob", "Cleo"])
    #expect(try tasks.count() == 6)
  }

  @Test func `a row that does not fit names document and field`() throws {
    struct Strict: Decodable {
      @DocumentID var id: String?
      var title: Int
    }
    let error = #expect(throws: DocumentError.self) {
      _ = try store.query("SELECT id, title FROM tasks").execute().data(as: Strict.self)
    }
    #expect(error?.documentID == "0")
    #expect(error?.description.contains("'title'") == true)
  }

  @Test func `an index on a field is used by the column and by the expression`() throws {
    try tasks.createIndex("tasks_title", on: "title")
    for sql in [
      "SELECT id FROM tasks WHERE title = 'Ann'",
      "SELECT id FROM tasks WHERE title > 'A' ORDER BY title",
    ] {
      let plan = try queue.read { db in
        try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)")
          .map { try $0.decode(String.self, forColumn: "detail") }
      }
      #expect(plan.contains { $0.contains("USING INDEX tasks_title") }, "\(plan)")
    }
    try tasks.deleteIndex("tasks_title")
    #expect(try queue.read { try !$0.indexExists("tasks_title") })
  }

  @Test func `an index on a path is used`() throws {
    let orders = try store.collection("orders", fields: ["customer.name", "lines[0]"])
    try orders.createIndex("byName", on: "customer.name", "lines[0]")
    let plan = try queue.read { db in
      try Row.fetchAll(
        db,
        sql: #"EXPLAIN QUERY PLAN SELECT id FROM orders WHERE "customer.name" = 'Ann'"#
      ).map { try $0.decode(String.self, forColumn: "detail") }
    }
    #expect(plan.contains { $0.contains("USING INDEX byName") }, "\(plan)")
  }

  @Test func `a collection is given more columns later`() throws {
    let more = try store.collection("tasks", fields: ["note"])
    #expect(more == tasks)
    let columns = try queue.read { db in try db.columns(in: "tasks").map(\.name) }
    #expect(columns == ["id", "revision", "title", "completed", "note", "body"])
  }
}
