import Foundation
import Strata
import StrataDocuments

/// What the verbs do with a database file.
struct Commands {
  /// What cannot be done, in one sentence.
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  private let store: DocumentStore
  private let tasks: DocumentCollection
  private let output: Output

  /// Opens the file, which is made where there is none.
  init(_ path: String, _ output: Output) throws {
    tasks = try Self.open(path)
    store = tasks.store
    self.output = output
  }

  private static func open(_ path: String) throws -> DocumentCollection {
    var configuration = Configuration()
    // Other processes may use the file, and their changes are watched as well.
    configuration.busyMode = .timeout(10)
    configuration.observesExternalChanges = true
    return try reporting(path) {
      try DocumentStore(DatabasePool(path: path, configuration: configuration))
        .collection("tasks", fields: ["title", "completed"])
    }
  }

  private static func reporting<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as DatabaseError {
      let message = error.message ?? "\(error)"
      throw Problem(
        description: message.contains(path) ? message : "cannot use \(path): \(message)"
      )
    }
  }

  // MARK: - Verbs

  func list() throws {
    var isEmpty = true
    try Self.todos(store).forEach(as: Task.self) { task in
      isEmpty = false
      output.say("\(line(task))  (\(task.id ?? ""))")
    }
    if isEmpty { output.complain("there is nothing to do") }
  }

  func add(_ title: String) throws {
    let task = Task(title: title)
    try tasks.save(from: task)
    output.say("added \(title), \(task.id ?? "")")
  }

  func complete(_ name: String, _ isCompleted: Bool) throws {
    let task = try task(name)
    try change(task) { $0.completed = isCompleted }
    output.say("\(isCompleted ? "done" : "reopened"): \(task.title)")
  }

  func rename(_ name: String, _ title: String) throws {
    let task = try task(name)
    let old = task.title
    try change(task) { $0.title = title }
    output.say("renamed \(old) to \(title)")
  }

  func delete(_ name: String) throws {
    let task = try task(name)
    try tasks.delete(for: task)
    output.say("deleted \(task.title)")
  }

  func sync(_ path: String) async throws {
    let other = try Self.open(path)
    var configuration = ReplicatorConfiguration(endpoint: DatabaseEndpoint(other.store))
    configuration.addCollection(tasks)
    do { try await Replicator(configuration).replicate() } catch let error as ReplicationError
      where error.reason == .sameDatabase
    { throw Problem(description: "\(path) is the same list, or a copy of its file") }
    output.say("both lists have the same \(try tasks.count()) todos")
  }

  /// Shows the list now and whenever it changes, whoever changes it.
  func watch(_ count: Int?) async throws {
    var left = count ?? Int.max
    if left == 0 { return }
    for await change in Self.todos(store).changes {
      if let error = change.error { throw error }
      let lines = try change.results?.data(as: Task.self).map(line) ?? []
      output.say(lines.joined(separator: "; "))
      left -= 1
      if left == 0 { break }
    }
  }

  // MARK: - Todos

  private static func todos(_ store: DocumentStore) -> DocumentQuery {
    store.query("SELECT id, title, completed FROM tasks ORDER BY completed, title, id")
  }

  private func line(_ task: Task) -> String { "[\(task.completed ? "x" : " ")] \(task.title)" }

  private func task(_ name: String) throws -> Task {
    if let task = try tasks.document(id: name, as: Task.self) { return task }
    let named = try store.query(
      "SELECT id, revision, title, completed FROM tasks WHERE title = ?",
      arguments: [name]
    ).execute().data(as: Task.self)
    guard let task = named.first else { throw Problem(description: "there is no todo '\(name)'") }
    guard named.count == 1 else {
      throw Problem(description: "\(named.count) todos are called '\(name)'; give the id of one")
    }
    return task
  }

  /// Changes a todo that others may have changed meanwhile; what they have changed beside stays.
  private func change(_ task: Task, _ body: (Task) -> Void) throws {
    body(task)
    let isSaved = try tasks.save(from: task) { mine, theirs in
      guard let theirs else { return false }
      (mine.title, mine.completed) = (theirs.title, theirs.completed)
      body(mine)
      return true
    }
    if !isSaved { throw Problem(description: "'\(task.title)' was deleted meanwhile") }
  }
}
