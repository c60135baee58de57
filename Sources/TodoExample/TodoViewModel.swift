import Observation
import StrataDocuments

/// The list of a view, which follows the database.
@MainActor @Observable final class TodoViewModel {
  private(set) var todos: [Task] = []

  private let tasks: DocumentCollection
  @ObservationIgnored private var updates: _Concurrency.Task<Void, any Error>?

  init(_ store: DocumentStore) throws {
    tasks = try store.collection("tasks", fields: ["title", "completed"])
    let query = store.query("SELECT id, title, completed FROM tasks ORDER BY title")
    updates = _Concurrency.Task { [weak self] in
      for await change in query.changes {
        self?.todos = try change.results?.data(as: Task.self) ?? []
      }
    }
  }

  deinit { updates?.cancel() }

  func addTask(title: String) throws {
    try tasks.save(from: Task(title: title))
  }

  func toggleCompletion(for task: Task) throws {
    if let index = todos.firstIndex(where: { $0.id == task.id }) {
      todos[index].completed.toggle()  // seen at once
      try tasks.save(from: todos[index])
    }
  }

  func deleteTask(_ task: Task) throws {
    try tasks.delete(for: task)
  }
}
