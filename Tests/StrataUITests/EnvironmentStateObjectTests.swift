import Combine
import Strata
import StrataUI
import SwiftUI
import Testing

@MainActor @Suite(.timeLimit(.minutes(10)))
struct EnvironmentStateObjectTests {
  final class Model: ObservableObject {
    let context: DatabaseContext
    @Published var title = "untitled"
    @Published var isDone = false

    init(_ context: DatabaseContext) { self.context = context }
  }

  struct Editor: View {
    @EnvironmentStateObject private var model: Model

    init(_ makeModel: @escaping (EnvironmentValues) -> Model) {
      _model = EnvironmentStateObject(makeModel)
    }

    var body: some View {
      VStack {
        TextField("title", text: $model.title)
        Toggle("done", isOn: $model.isDone)
        Text(model.title)
        Text("\(model.isDone)")
      }
    }
  }

  struct Parent: View {
    let models: Journal
    @State private var number = 0

    var body: some View {
      VStack {
        Button("again") { number += 1 }
        Text("\(number)")
        Editor { env in
          let model = Model(env.databaseContext)
          models.made.append(model)
          return model
        }
        .databaseContext(number == 0 ? .readOnly { models.database } : .notConnected)
      }
    }
  }

  /// What has happened.
  final class Journal {
    let database: DatabaseQueue
    var made: [Model] = []
    init(_ database: DatabaseQueue) { self.database = database }
  }

  @Test func `an object is made once, from the environment, and lives with its view`() throws {
    let models = Journal(try DatabaseQueue())
    let host = ViewHost(Parent(models: models))
    #expect(models.made.count == 1)
    #expect(try models.made.first?.context.reader === models.database)
    host.push("again")
    #expect(host.texts.first == "1")
    #expect(models.made.count == 1)
    weak let model = models.made.first
    models.made = []
    #expect(model != nil)
    host.remove()
    #expect(model == nil)
  }

  @Test func `the view follows the object, and binds to it`() throws {
    let models = Journal(try DatabaseQueue())
    let host = ViewHost(Parent(models: models))
    #expect(host.texts == ["0", "untitled", "false"])
    host.field("title")?.wrappedValue = "First"
    host.toggle("done")?.wrappedValue = true
    host.render()
    #expect(host.texts == ["0", "First", "true"])
    #expect(models.made.first?.title == "First")
    models.made.first?.title = "Second"
    host.render()
    #expect(host.texts == ["0", "Second", "true"])
    #expect(host.evaluations["Parent"] == 1)
    #expect(host.faults == [])
  }
}
