import Combine
import Strata
import StrataUI
import SwiftUI
import Testing

/// What the guides of GRDB and GRDBQuery show, compiled and run.
@MainActor @Suite(.timeLimit(.minutes(10)))
struct SeedSamples {
  // MARK: - A request with a publisher

  struct PlayerRequest: Queryable {
    static var defaultValue: [Player] { [] }

    func publisher(in database: any DatabaseReader) -> DatabasePublishers.Value<[Player]> {
      ValueObservation
        .tracking { db in try Player.fetchAll(db) }
        .publisher(in: database)
    }
  }

  struct PublishedPlayerList: View {
    @Query(PlayerRequest()) var players: [Player]

    var body: some View {
      List(players) { player in
        Text(player.name)
      }
    }
  }

  struct PublishedPlayersRequest: Queryable {
    static var defaultValue: [Player] { [] }

    func publisher(in context: DatabaseContext) throws -> AnyPublisher<[Player], any Error> {
      try ValueObservation
        .tracking { db in try Player.fetchAll(db) }
        .publisher(in: context.reader, scheduling: .immediate)
        .eraseToAnyPublisher()
    }
  }

  struct ImmediatePlayerList: View {
    @Query(PublishedPlayersRequest()) private var players: [Player]

    var body: some View {
      List(players) { player in Text(player.name) }
    }
  }

  // MARK: - A request that is fetched

  struct PlayersRequest: ValueObservationQueryable {
    static var defaultValue: [Player] { [] }

    func fetch(_ db: Database) throws -> [Player] {
      try Player.fetchAll(db)
    }
  }

  struct ChoicesRequest: FetchQueryable {
    static var defaultValue: [Player] { [] }

    func fetch(_ db: Database) throws -> [Player] {
      try Player.fetchAll(db)
    }
  }

  struct PlayerPicker: View {
    @Binding var selection: Player
    @Query(ChoicesRequest()) private var players: [Player]

    var body: some View {
      Picker("Select player", selection: $selection) {
        ForEach(players) { player in
          Text(player.name).tag(player)
        }
      }
    }
  }

  enum Observed {
    struct PlayerList: View {
      @Query(PlayersRequest()) private var players: [Player]

      var body: some View {
        List(players) { player in Text(player.name) }
      }
    }
  }

  // MARK: - A model

  enum MVVM {
    struct PlayerList: View {
      @EnvironmentStateObject private var model: PlayerListModel

      init() {
        _model = EnvironmentStateObject { env in
          PlayerListModel(databaseContext: env.databaseContext)
        }
      }

      var body: some View {
        List(model.players) { player in Text(player.name) }
      }
    }
  }

  final class PlayerListModel: ObservableObject {
    @Published private(set) var players: [Player] = []
    private var cancellable: (any DatabaseCancellable)?

    @MainActor init(databaseContext: DatabaseContext) {
      let observation = ValueObservation.tracking { db in
        try Player.fetchAll(db)
      }
      guard let reader = try? databaseContext.reader else { return }
      cancellable = observation.start(in: reader, scheduling: .immediate) { error in
        // Handle error
      } onChange: { [weak self] players in
        self?.players = players
      }
    }
  }

  // MARK: - Tests

  @Test func `each list of the guides shows the players, and follows them`() async throws {
    let lists: [any View] = [
      PublishedPlayerList(), ImmediatePlayerList(), Observed.PlayerList(), MVVM.PlayerList(),
    ]
    for list in lists {
      func show<V: View>(_ view: V, _ database: DatabaseQueue) -> any View {
        view.databaseContext(.readWrite { database })
      }
      let screen = try Screen(["Ann"]) { show(list, $0) }
      await screen.settle()
      #expect(screen.host.texts == ["Ann"])
      try await screen.write { try Player(name: "Ben").insert($0) }
      #expect(screen.host.texts == ["Ann", "Ben"])
      #expect(screen.host.faults == [])
      screen.host.remove()
      #expect(screen.isUnobserved)
    }
  }

  @Test func `the choices of a picker do not change while it is shown`() async throws {
    let screen = try Screen(["Ann"]) { database in
      PlayerPicker(selection: .constant(Player(name: "Ann")))
        .databaseContext(.readOnly { database })
    }
    #expect(screen.host.texts == ["Select player", "Ann"])
    try await screen.write { try Player(name: "Ben").insert($0) }
    #expect(screen.host.texts == ["Select player", "Ann"])
  }

  @Test func `a preview shows a database of its own`() throws {
    struct Previews: PreviewProvider {
      static var previews: some View {
        Observed.PlayerList()
          .databaseContext(
            .readOnly {
              let queue = try DatabaseQueue()
              try queue.write { db in
                try db.execute(sql: "CREATE TABLE player(id INTEGER PRIMARY KEY, name, score)")
                try Player(name: "Preview").insert(db)
              }
              return queue
            }
          )
      }
    }
    #expect(ViewHost(Previews.previews).texts == ["Preview"])
  }

  @Test func `an app gives its database to a scene`() async throws {
    struct LeagueApp: App {
      var body: some Scene {
        WindowGroup { Observed.PlayerList() }
          .databaseContext(.notConnected)
      }
    }
    #expect(ViewHost(scene: LeagueApp().body).texts == [])
  }
}
