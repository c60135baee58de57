import Combine
import Strata
import StrataUI
import SwiftUI
import Testing

/// `@Query` and its projection.
@MainActor @Suite(.timeLimit(.minutes(10)))
struct QueryTests {
  struct NamesRequest: ValueObservationQueryable {
    static var defaultValue: [String] { ["default"] }
    var atLeast = 0
    /// Not part of what is compared.
    var note = ""

    static func == (left: Self, right: Self) -> Bool { left.atLeast == right.atLeast }

    func fetch(_ db: Database) throws -> [String] {
      try String.fetchAll(
        db,
        sql: "SELECT name FROM player WHERE score >= ? ORDER BY id",
        arguments: [atLeast]
      )
    }
  }

  struct Names: View {
    @Query(NamesRequest()) private var names: [String]

    var body: some View {
      VStack {
        Text(names.joined(separator: " "))
        Text($names.error.map { "\($0)" } ?? "no error")
        Text("at least \($names.atLeast.wrappedValue)")
        Button("more") { $names.atLeast.wrappedValue += 1 }
        Button("same") { $names.request.wrappedValue = $names.request.wrappedValue }
        Button("note") { $names.note.wrappedValue = "changed" }
      }
    }
  }

  @Test func `a view binds to the request, and shows what it asks for`() async throws {
    let screen = try Screen(["A", "Bo", "Cat"]) { database in
      Names().databaseContext(.readOnly { database })
    }
    #expect(screen.host.texts == ["A Bo Cat", "no error", "at least 0"])
    screen.host.push("more")
    screen.host.push("more")
    #expect(screen.host.texts == ["Bo Cat", "no error", "at least 2"])
    try await screen.write { try $0.execute(sql: "UPDATE player SET score = 0 WHERE name = 'Bo'") }
    #expect(screen.host.texts.first == "Cat")
    #expect(screen.host.faults == [])
    screen.host.remove()
    #expect(screen.isUnobserved)
  }

  @Test func `an equal request and an equal value do not let the view be evaluated`() async throws {
    let screen = try Screen(["A"]) { database in Names().databaseContext(.readOnly { database }) }
    #expect(screen.host.evaluations["Names"] == 1)
    screen.host.push("same")
    screen.host.push("note")
    #expect(screen.host.evaluations["Names"] == 1)
    // The value is fetched again, and is the same.
    try await screen.write { try $0.execute(sql: "UPDATE player SET score = 5") }
    #expect(screen.host.evaluations["Names"] == 1)
    try await screen.write { try $0.execute(sql: "UPDATE player SET name = 'B'") }
    #expect(screen.host.evaluations["Names"] == 2)
    // One evaluation for the binding and the first value of the other request.
    screen.host.push("more")
    #expect(screen.host.evaluations["Names"] == 3)
  }

  @Test func `a changed request ends the observation of the former one`() async throws {
    let screen = try Screen(["A", "Bo"]) { database in
      Names().databaseContext(.readOnly { database })
    }
    for _ in 1...5 { screen.host.push("more") }
    await screen.settle()
    screen.host.remove()
    #expect(screen.isUnobserved)
  }

  @Test func `without a database the default value is shown, and why`() {
    let host = ViewHost(Names())
    #expect(host.texts.first == "default")
    #expect(host.texts[1] == "\(DatabaseContextError.notConnected)")
    #expect(host.faults == [])
  }

  @Test func `after an error the last value stays`() async throws {
    let screen = try Screen(["A"]) { database in Names().databaseContext(.readOnly { database }) }
    try await screen.write { try $0.execute(sql: "DROP TABLE player") }
    #expect(screen.host.texts.first == "A")
    #expect(screen.host.texts[1] != "no error")
    // Another request is another attempt.
    screen.host.push("more")
    #expect(screen.host.texts[1] != "no error")
    #expect(screen.host.faults == [])
  }

  @Test func `another database in the environment is read by the same request`() async throws {
    struct Switching: View {
      let databases: [DatabaseQueue]
      @State private var index = 0
      var body: some View {
        VStack {
          Button("switch") { index += 1 }
          Names().databaseContext(.readOnly { databases[index] })
        }
      }
    }
    let other = try Screen(["Other"]) { _ in EmptyView() }.database
    let screen = try Screen(["One"]) { Switching(databases: [$0, other]) }
    #expect(screen.host.texts.first == "One")
    screen.host.push("switch")
    #expect(screen.host.texts.first == "Other")
    #expect(screen.isUnobserved)
    #expect(screen.host.faults == [])
  }

  // MARK: - Requests from outside

  struct ConstantNames: View {
    @Query<NamesRequest> private var names: [String]

    init(atLeast: Int) { _names = Query(constant: NamesRequest(atLeast: atLeast)) }

    var body: some View {
      VStack {
        Text(names.joined(separator: " "))
        Button("inner") { $names.atLeast.wrappedValue = 100 }
      }
    }
  }

  struct BoundNames: View {
    @Query<NamesRequest> private var names: [String]

    init(_ request: Binding<NamesRequest>) { _names = Query(request) }

    var body: some View {
      VStack {
        Text(names.joined(separator: " "))
        Button("inner") { $names.atLeast.wrappedValue = 3 }
      }
    }
  }

  @Test func `a constant request follows its view, and no binding`() throws {
    struct Parent: View {
      @State private var atLeast = 0
      var body: some View {
        VStack {
          ConstantNames(atLeast: atLeast)
          Button("outer") { atLeast = 2 }
        }
      }
    }
    let screen = try Screen(["A", "Bo"]) { database in
      Parent().databaseContext(.readOnly { database })
    }
    #expect(screen.host.texts == ["A Bo"])
    screen.host.push("inner")
    #expect(screen.host.texts == ["A Bo"])
    screen.host.push("outer")
    #expect(screen.host.texts == ["Bo"])
  }

  @Test func `a bound request is changed by both sides`() throws {
    struct Parent: View {
      @State private var request = NamesRequest()
      var body: some View {
        VStack {
          BoundNames($request)
          Text("\(request.atLeast)")
          Button("outer") { request.atLeast = 2 }
        }
      }
    }
    let screen = try Screen(["A", "Bo", "Cat"]) { database in
      Parent().databaseContext(.readOnly { database })
    }
    #expect(screen.host.texts == ["A Bo Cat", "0"])
    screen.host.push("outer")
    #expect(screen.host.texts == ["Bo Cat", "2"])
    screen.host.push("inner")
    #expect(screen.host.texts == ["Cat", "3"])
    #expect(screen.host.faults == [])
  }

  // MARK: - Contexts

  struct TwoDatabases: TopLevelDatabaseReader, Sendable {
    var league: (any DatabaseReader)?

    var reader: any DatabaseReader {
      get throws {
        guard let league else { throw DatabaseContextError.notConnected }
        return league
      }
    }
  }

  struct LeagueCount: ValueObservationQueryable {
    typealias Context = TwoDatabases
    static var defaultValue: Int { -1 }
    func fetch(_ db: Database) throws -> Int { try Player.fetchCount(db) }
  }

  @Test func `a context of another kind is named by its place in the environment`() async throws {
    struct Count: View {
      @Query(LeagueCount(), in: \.databases) private var count: Int
      var body: some View { Text("\(count)") }
    }
    let screen = try Screen(["A"]) { database in
      Count().environment(\.databases, TwoDatabases(league: database))
    }
    #expect(screen.host.texts == ["1"])
    try await screen.write { try Player(name: "B").insert($0) }
    #expect(screen.host.texts == ["2"])
    #expect(ViewHost(Count()).texts == ["-1"])
  }

  @Test func `a request may need nothing`() {
    struct Clock: Queryable {
      static var defaultValue: Int { 0 }
      func publisher(in context: Void) -> Just<Int> { Just(12) }
    }
    struct Face: View {
      @Query(Clock()) private var hour: Int
      var body: some View { Text("\(hour)") }
    }
    #expect(ViewHost(Face()).texts == ["12"])
  }
}

extension EnvironmentValues {
  fileprivate var databases: QueryTests.TwoDatabases {
    get { self[DatabasesKey.self] }
    set { self[DatabasesKey.self] = newValue }
  }
}

private struct DatabasesKey: EnvironmentKey {
  static let defaultValue = QueryTests.TwoDatabases()
}
