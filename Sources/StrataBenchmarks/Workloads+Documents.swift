import Dispatch
import Foundation
import Strata
import StrataDocuments

/// The model of a document with the fields of `Todo`.
final class TodoModel: Codable {
  @DocumentID var id: String?
  var title: String
  var completed: Bool
  var priority: Int
  var created: Date

  init(_ todo: Todo) {
    title = todo.title
    completed = todo.completed
    priority = todo.priority
    created = todo.created
    id = todo.id
  }
}

// Documents against rows of a generated record with a text as its key, both in memory.
extension Workloads {
  var documents: [Workload] {
    [documentSave, documentByID, documentQuery, documentReplication]
  }

  private static func todo(_ index: Int) -> Todo {
    Todo(
      id: "todo-\(index &* 7919 % 1_000_003)",
      title: "Something to be done, number \(index)",
      completed: index % 3 == 0,
      priority: index % 1000,
      created: Date(timeIntervalSince1970: 1_600_000_000 + Double(index * 1037) / 1000)
    )
  }

  private static func todos(_ count: Int) -> [Todo] { (0..<count).map(todo) }

  private static func sum(_ titles: [String]) -> Checksum {
    var checksum = Checksum()
    checksum.add(titles.count)
    checksum.add(titles.reduce(0) { $0 + $1.utf8.count })
    return checksum
  }

  private static func rows(_ count: Int) throws -> DatabaseQueue {
    let queue = try BenchmarkDatabase.openInMemory()
    try queue.write { db in for todo in todos(count) { try todo.insert(db) } }
    return queue
  }

  private static func collection(_ count: Int) throws -> DocumentCollection {
    let store = try DocumentStore(DatabaseQueue())
    let collection = try store.collection("todos", fields: ["priority"])
    try collection.createIndex("byPriority", on: "priority")
    try store.inBatch { for todo in todos(count) { try collection.save(from: TodoModel(todo)) } }
    return collection
  }

  private static func entries(_ count: Int) throws -> DocumentStore {
    let store = try DocumentStore(DocumentsDatabase.openInMemory())
    let collection = try store.collection(of: Entry.self)
    try store.inBatch {
      for todo in todos(count) {
        let entry = Entry(
          id: todo.id,
          title: todo.title,
          completed: todo.completed,
          priority: todo.priority,
          created: todo.created
        )
        try collection.save(from: entry)
      }
    }
    return store
  }

  private var documentSave: Workload {
    Workload(
      name: "document: save",
      count: 100_000,
      variants: [
        .init(name: "row") { count, meter in
          let queue = try Self.rows(0)
          let todos = Self.todos(count)
          try meter.measure {
            try queue.write { db in for todo in todos { try todo.insert(db) } }
          }
          return Self.sum(try queue.read { try Todo.fetchAll($0) }.map(\.title))
        },
        .init(name: "document") { count, meter in
          let collection = try Self.collection(0)
          let models = Self.todos(count).map(TodoModel.init)
          try meter.measure {
            try collection.store.inBatch {
              for model in models { try collection.save(from: model) }
            }
          }
          return try Self.sum(Self.titles(collection))
        },
      ]
    )
  }

  private static func titles(_ collection: DocumentCollection) throws -> [String] {
    try collection.store.query("SELECT id, body FROM todos").execute()
      .data(as: TodoModel.self, dataKey: "body").map(\.title)
  }

  private var documentByID: Workload {
    Workload(
      name: "document: by id",
      count: 100_000,
      variants: [
        .init(name: "row") { count, meter in
          let queue = try Self.rows(count)
          let ids = Self.todos(count).map(\.id)
          var titles: [String] = []
          try meter.measure {
            try queue.read { db in
              for id in ids { titles.append(try ByIDRequest<Todo>(id: id).fetch(db)?.title ?? "") }
            }
          }
          return Self.sum(titles)
        },
        .init(name: "document") { count, meter in
          let collection = try Self.collection(count)
          let ids = Self.todos(count).map(\.id)
          var titles: [String] = []
          try meter.measure {
            try collection.store.writer.read { _ in
              for id in ids {
                titles.append(try collection.document(id: id, as: TodoModel.self)?.title ?? "")
              }
            }
          }
          return Self.sum(titles)
        },
      ]
    )
  }

  private var documentQuery: Workload {
    Workload(
      name: "document: query with an index",
      count: 100_000,
      variants: [
        .init(name: "row") { count, meter in
          let queue = try Self.rows(count)
          var titles: [String] = []
          try meter.measure {
            try queue.read { db in
              for priority in 0..<min(count, 1000) {
                titles += try Todo.filter(Todo.Columns.priority == priority).fetchAll(db)
                  .map(\.title)
              }
            }
          }
          return Self.sum(titles)
        },
        .init(name: "document") { count, meter in
          let collection = try Self.collection(count)
          let sql = "SELECT id, revision, body FROM todos WHERE priority = ?"
          var titles: [String] = []
          try meter.measure {
            for priority in 0..<min(count, 1000) {
              titles += try collection.store.query(sql, arguments: [priority]).execute()
                .data(as: TodoModel.self, dataKey: "body").map(\.title)
            }
          }
          return Self.sum(titles)
        },
        .init(name: "document, as its class in the schema") { count, meter in
          let store = try Self.entries(count)
          let sql = "SELECT id, revision, body FROM entries WHERE priority = ?"
          var titles: [String] = []
          try meter.measure {
            for priority in 0..<min(count, 1000) {
              titles += try store.query(sql, arguments: [priority]).execute()
                .data(as: Entry.self, dataKey: "body").map(\.title)
            }
          }
          return Self.sum(titles)
        },
        .init(name: "document, as its request in the schema") { count, meter in
          let store = try Self.entries(count)
          var titles: [String] = []
          try meter.measure {
            try store.writer.read { db in
              for priority in 0..<min(count, 1000) {
                titles += try EntriesOfPriorityRequest(priority: priority).fetch(db).map(\.title)
              }
            }
          }
          return Self.sum(titles)
        },
      ]
    )
  }

  private var documentReplication: Workload {
    Workload(
      name: "document: replicate",
      count: 100_000,
      instructionCounts: nil,
      variants: [
        .init(name: "row") { count, meter in
          let source = try Self.rows(count)
          let target = try Self.rows(0)
          try meter.measure {
            var rest = try source.read { try Todo.fetchAll($0) }[...]
            while !rest.isEmpty {
              let batch = rest.prefix(200)
              rest = rest.dropFirst(200)
              try target.write { db in for todo in batch { try todo.insert(db) } }
            }
          }
          return Self.sum(try target.read { try Todo.fetchAll($0) }.map(\.title))
        },
        .init(name: "document") { count, meter in
          let source = try Self.collection(count)
          let target = try Self.collection(0)
          var configuration = ReplicatorConfiguration(
            endpoint: DatabaseEndpoint(target.store),
            type: .push
          )
          configuration.addCollection(source)
          let replicator = Replicator(configuration)
          try meter.measure {
            let isDone = DispatchSemaphore(value: 0)
            Task {
              try? await replicator.replicate()
              isDone.signal()
            }
            isDone.wait()
            if let error = replicator.status.error { throw error }
          }
          return try Self.sum(Self.titles(target))
        },
      ]
    )
  }
}
