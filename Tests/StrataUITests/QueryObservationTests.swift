import Strata
import StrataUI
import SwiftUI
import Testing

/// When queries observe.
@MainActor @Suite(.timeLimit(.minutes(10)))
struct QueryObservationTests {
  struct Names: View {
    @Query(QueryTests.NamesRequest()) private var names: [String]
    var body: some View { Text(names.joined(separator: " ")) }
  }

  private func screen(_ observation: QueryObservation) throws -> Screen {
    try Screen(["A"]) { database in
      Names().queryObservation(observation).databaseContext(.readOnly { database })
    }
  }

  @Test func `a query always observes`() async throws {
    let screen = try screen(.always)
    #expect(screen.host.texts == ["A"])
    screen.host.disappear()
    try await screen.write { try Player(name: "B").insert($0) }
    #expect(screen.host.texts == ["A B"])
  }

  @Test func `a query observes from its first evaluation on, while it is shown`() async throws {
    let screen = try screen(.onRender)
    #expect(screen.host.texts == ["A"])
    screen.host.disappear()
    #expect(screen.isUnobserved)
    try await screen.write { try Player(name: "B").insert($0) }
    #expect(screen.host.texts == ["A"])
    screen.host.appear()
    #expect(screen.host.texts == ["A B"])
    #expect(screen.host.faults == [])
  }

  @Test func `a query observes while it is shown`() async throws {
    let screen = try screen(.onAppear)
    #expect(screen.host.texts == ["A"])
    // The first evaluation comes before the view appears.
    #expect(screen.host.evaluations["Names"] == 2)
    screen.host.disappear()
    #expect(screen.isUnobserved)
    try await screen.write { try Player(name: "B").insert($0) }
    screen.host.appear()
    #expect(screen.host.texts == ["A B"])
  }
}
