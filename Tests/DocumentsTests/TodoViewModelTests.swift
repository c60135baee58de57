import Observation
import Strata
import StrataDocuments
import Testing

@testable import TodoExample

@MainActor @Suite(.timeLimit(.minutes(5)))
struct TodoViewModelTests {
  /// Waits until the list is as expected.
  private func expect(_ model: TodoViewModel, _ expected: [String]) async {
    func list() -> [String] {
      model.todos.map { "\($0.title) \($0.completed)" }
    }
    while true {
      let (changes, continuation) = AsyncStream<Void>.makeStream()
      let found = withObservationTracking {
        list()
      } onChange: {
        continuation.yield()
      }
      if found == expected { return }
      for await _ in changes { break }
    }
  }

  @Test func `a view model follows what it and others write`() async throws {
    let store = try DocumentStore(DatabaseQueue())
    let model = try TodoViewModel(store)
    await expect(model, [])
    try model.addTask(title: "Water the plants")
    await expect(model, ["Water the plants false"])
    try model.addTask(title: "Feed the cat")
    await expect(model, ["Feed the cat false", "Water the plants false"])
    try model.toggleCompletion(for: model.todos[0])
    await expect(model, ["Feed the cat true", "Water the plants false"])
    try model.deleteTask(model.todos[1])
    await expect(model, ["Feed the cat true"])
    let others = try store.collection("tasks")
    try others.save(from: Task(title: "Sleep", completed: false))
    await expect(model, ["Feed the cat true", "Sleep false"])
  }

  @Test func `a view model that goes ends its observation`() async throws {
    let store = try DocumentStore(DatabaseQueue())
    var model: TodoViewModel? = try TodoViewModel(store)
    weak var weakModel: TodoViewModel?
    weakModel = model
    model = nil
    await _Concurrency.Task.yield()
    #expect(weakModel == nil)
  }
}
