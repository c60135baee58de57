import Foundation
import Strata
import StrataDocuments
import Testing

/// The samples of the article and of the documentation comments.
@Suite(.timeLimit(.minutes(5)))
struct DocumentationSamples {
  private let queue: DatabaseQueue

  init() throws { queue = try DatabaseQueue() }

  @Test func `the samples of the article work`() async throws {
    let store = try DocumentStore(queue)
    let tasks = try store.collection("tasks", fields: ["title", "completed"])
    let other = Task(title: "Other")
    try tasks.save(from: other)
    do {
      let id = "sample"
      let task = Task(id: id, title: "Sample")

      try tasks.save(from: task)
      let same = try tasks.document(id: id, as: Task.self)
      try tasks.delete(for: task)
      try tasks.purge(for: other)
      #expect(same?.title == "Sample")
    }
    let task = Task(id: "a", title: "Conflict")
    try tasks.save(from: Task(id: "a", title: "Theirs"))
    let resolved = try tasks.save(from: task) { mine, theirs in
      mine.title = theirs?.title ?? mine.title
      return true
    }
    let saved = try tasks.save(from: task, concurrencyControl: .failOnConflict)
    #expect(resolved && saved)
    let query = store.query("SELECT id, title, completed FROM tasks ORDER BY title")
    let all = try query.execute().data(as: Task.self)
    #expect(all.map(\.title) == ["Theirs"])
    let done = try store.query("SELECT id, title FROM tasks WHERE completed").execute()
    #expect(done.isEmpty)
    try store.inBatch { for task in all { try tasks.save(from: task) } }
  }

  @Test func `the samples of changes work`() async throws {
    let store = try DocumentStore(queue)
    let tasks = try store.collection("tasks")
    let reader = _Concurrency.Task { [changes = tasks.changes] in
      var iterator = changes.makeAsyncIterator()
      return await iterator.next()?.documentIDs
    }
    try tasks.save(from: Task(id: "a", title: "Watched"))
    #expect(await reader.value == ["a"])
    let endless = _Concurrency.Task {
      var seen: [String] = []
      for await change in tasks.changes { seen += change.documentIDs }
      return seen
    }
    let printing = _Concurrency.Task {
      for await change in tasks.changes { print(change.added, change.changed, change.removed) }
    }
    let query = store.query("SELECT id, title FROM tasks")
    let following = _Concurrency.Task {
      var todos: [Task] = []
      for await change in query.changes { todos = try change.results?.data(as: Task.self) ?? [] }
      return todos.count
    }
    for task in [endless.cancel, printing.cancel, following.cancel] { task() }
    _ = await endless.value
    await printing.value
    _ = try await following.value
  }

  @Test func `the samples of replication work`() async throws {
    let tasks = try DocumentStore(queue).collection("tasks")
    let other = try DocumentStore(DatabaseQueue())
    try tasks.save(from: Task(title: "Everywhere"))
    var configuration = ReplicatorConfiguration(endpoint: DatabaseEndpoint(other))
    configuration.addCollection(tasks)
    let replicator = Replicator(configuration)
    try await replicator.replicate()
    replicator.start()
    try await replicator.replicate()
    #expect(try other.collection("tasks").count() == 1)
  }
}
