import Strata
import StrataDocuments

/// What `todos` does without a verb: two lists in two databases, which a replicator keeps in step.
enum Demo {
  @MainActor static func run(_ output: Output) async throws {
    let phone = try DocumentStore(DatabaseQueue())
    let tablet = try DocumentStore(DatabaseQueue())
    var configuration = ReplicatorConfiguration(
      endpoint: DatabaseEndpoint(tablet),
      isContinuous: true
    )
    let list = try TodoViewModel(phone)
    _ = try tablet.collection("tasks", fields: ["title", "completed"])
    configuration.addCollection(try phone.collection("tasks"))
    let replicator = Replicator(configuration)
    replicator.start()
    defer { replicator.stop() }

    for title in ["Feed the cat", "Water the plants"] { try list.addTask(title: title) }
    let query = tablet.query("SELECT id, title, completed FROM tasks ORDER BY title")
    for await change in query.changes {
      let titles = try change.results?.data(as: Task.self).map(\.title) ?? []
      if titles.count < 2 { continue }
      output.say("on the tablet: \(titles.joined(separator: ", "))")
      break
    }
  }
}
