import StrataPlanner
import StrataSchema

/// The league of the documentation, as the front end and the planner give it.
func league(access: SchemaModel.Access = .internal) -> Proof {
  let position = enumeration(
    "Position",
    ["goalkeeper", "defender", "midfielder", "forward"].map { ($0, $0) }
  )
  let foot = enumeration("Foot", raw: .int, [("left", "1"), ("right", "2"), ("none", "0")])
  let team = table(
    "Team",
    doc: "A club playing in the league",
    [
      column("id", .int),
      column("name", .string),
      column("founded", .date, optional: true),
    ]
  )
  let playerID = ValueType.id(table: "Player", rawValue: .int)
  let player = table(
    "Player",
    [
      column("id", playerID),
      column("name", .string),
      column("nickname", .string, optional: true),
      column("score", .int, default: .literal(sql: "0", swift: "0")),
      column(
        "position",
        .enumeration("Position"),
        default: .literal(sql: "'forward'", swift: ".forward")
      ),
      column(
        "foot",
        .enumeration("Foot"),
        optional: true,
        storage: .integer,
        default: .literal(sql: "0", swift: ".none")
      ),
      column("teamID", .int, optional: true, references: "Team", inverse: "players"),
      column("joined", .date, default: .now),
      column("fullName", .string, generated: "name || coalesce(nickname, '')"),
    ]
  )
  let membership = table(
    "Membership",
    [column("playerID", playerID, references: "Player"), column("season", .int)],
    primaryKey: ["playerID", "season"],
    isWithoutRowID: true
  )
  let country = table(
    "Country",
    [column("code", .string), column("name", .string)],
    primaryKey: ["code"],
    standardRequests: false,
    isCodable: true
  )
  let columns = ["id", "name", "nickname", "score", "position", "foot", "teamID", "joined"]
  let list = columns.map { "\"\($0)\"" }.joined(separator: ", ")
  return proof(
    database: "LeagueDatabase",
    access: access,
    enums: [foot, position],
    tables: [country, membership, player, team],
    views: [
      view(
        "Standing",
        doc: "The table of the league. Best first.",
        [proved("id", .int), proved("name", .string, optional: true), proved("points", .double)],
        primaryKey: ["id"]
      )
    ],
    requests: [
      request(
        "topPlayers",
        on: "Player",
        doc: "The best players of a team, best first.",
        "SELECT \(list), \"fullName\" FROM \"player\" "
          + "WHERE (teamID = ?1 AND score >= ?2) ORDER BY score desc, name LIMIT 10",
        parameters: [
          parameter("team", .int),
          parameter("atLeast", .int, default: .literal(sql: "0", swift: "0")),
        ],
        .many,
        reads: [Footprint.Table(name: "player", columns: (columns + ["fullName"]).sorted())]
      ),
      request(
        "playerNamed",
        on: "Player",
        "SELECT \(list), \"fullName\" FROM \"player\"\nWHERE (name = ?1)\nLIMIT 1",
        parameters: [parameter("name", .string)],
        .first,
        reads: [Footprint.Table(name: "player", columns: (columns + ["fullName"]).sorted())]
      ),
      request("squad", on: "Player", "SELECT count(*) FROM \"player\"", .count),
      request(
        "hasPlayers",
        on: "Player",
        "SELECT EXISTS (SELECT 1 FROM \"player\" WHERE (joined > ?1))",
        parameters: [parameter("since", .date, default: .now)],
        .exists,
        reads: [Footprint.Table(name: "player", columns: ["joined"])]
      ),
      request(
        "bestScore",
        on: "Player",
        "SELECT max(score) FROM \"player\"",
        .value(proved("value", .int, optional: true)),
        reads: [Footprint.Table(name: "player", columns: ["score"])]
      ),
      request(
        "total",
        on: "Player",
        "SELECT sum(score) FROM \"player\"",
        .value(proved("value", .int, optional: true)),
        default: .literal(sql: "0", swift: "0"),
        reads: [Footprint.Table(name: "player", columns: ["score"])]
      ),
      request(
        "teamCard",
        on: nil,
        "SELECT team.*, player.*, 1 AS one FROM team LEFT JOIN player ON teamID = team.id",
        .many,
        row: teamCardRow,
        reads: [Footprint.Table(name: "team", columns: [])]
      ),
    ],
    statements: [
      statement("award", doc: "Gives points", "UPDATE \"player\" SET score = 1", .changes),
      statement(
        "addPlayer",
        "INSERT INTO player (name, foot) VALUES (?1, ?2)",
        parameters: [parameter("name", .string), parameter("foot", .enumeration("Foot"))],
        .lastID(proved("id", playerID))
      ),
      statement("addTeam", "INSERT OR IGNORE …", .lastID(proved("id", .int, optional: true))),
      statement("dropTeams", "DELETE FROM team RETURNING *", .many, source: "Team"),
      statement(
        "dropTeam",
        "DELETE FROM team\nRETURNING founded",
        .first,
        row: ProvedRow(
          typeName: "DropTeamRow",
          parts: [.column(proved("founded", .date, optional: true), index: 0)]
        )
      ),
    ],
    creation: [
      "CREATE TABLE \"team\" (\n  \"id\" INTEGER PRIMARY KEY,\n  \"name\" TEXT NOT NULL\n) STRICT",
      "CREATE INDEX \"player_byTeam\" ON \"player\" (teamID, score desc)",
    ],
    files: ["League.yaml"]
  )
}

/// Records whose columns stand in their order and in another one, beside a column.
private let teamCardRow = ProvedRow(
  typeName: "TeamCardRow",
  parts: [
    .record(
      .init(name: "team", record: "Team", indexes: [0, 1, 2], isOptional: false, absence: [0])
    ),
    .record(
      .init(
        name: "player",
        record: "Player",
        indexes: [3, 4, 5, 6, 7, 8, 9, 11, 10],
        isOptional: true,
        absence: [3]
      )
    ),
    .record(
      .init(
        name: "standing",
        record: "Standing",
        indexes: [12, 13, 14],
        isOptional: true,
        absence: [12, 13]
      )
    ),
    .column(proved("one", .int), index: 15),
  ]
)
