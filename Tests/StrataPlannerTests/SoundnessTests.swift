import Foundation
import StrataPlanner
import StrataSchema
import Testing

@Suite struct SoundnessTests {
  /// How many selects are tried: as many hundreds as STRATA_SELECTS says.
  private static let count =
    100 * (ProcessInfo.processInfo.environment["STRATA_SELECTS"].flatMap(Int.init) ?? 4)

  /// Refutation is the oracle: it runs each view and request over databases that were made to give NULLs.
  @Test func `no NULL is found where the inference rules it out`() throws {
    let seed: UInt64 = 20_240_229
    var generator = SelectGenerator(seed: seed)
    var proved = 0
    for _ in 0..<Self.count {
      let sql = generator.select()
      var diagnostics = Diagnostics()
      if prove(Build.league(views: [Build.view("Some", sql)]), &diagnostics) != nil { proved += 1 }
      let refuted = diagnostics.all.filter { $0.code == "null-value" }
      #expect(refuted.isEmpty, "seed \(seed): \(sql)")
    }
    #expect(proved > Self.count * 3 / 8)
  }

  @Test func `no NULL is found in a request whatever its parameters are`() throws {
    let seed: UInt64 = 20_280_229
    let parameters = [
      Build.parameter("n", .int), Build.parameter("maybe", .int, optional: true),
      Build.parameter("s", .string), Build.parameter("perhaps", .string, optional: true),
    ]
    var generator = SelectGenerator(
      seed: seed,
      numbers: [":n", ":maybe", ":maybe"],
      texts: [":s", ":perhaps", ":perhaps"]
    )
    var proved = 0
    for index in 0..<Self.count {
      let sql = generator.select()
      let used = parameters.filter { sql.contains(":\($0.name.value)") }
      var request = Build.request("some", used)
      request.sql = Build.sql(sql)
      if index.isMultiple(of: 5) { request.returns = .first }
      var schema = Build.league()
      schema.requests = [request]
      var diagnostics = Diagnostics()
      if prove(schema, &diagnostics) != nil { proved += 1 }
      let refuted = diagnostics.all.filter { $0.code == "null-value" }
      #expect(refuted.isEmpty, "seed \(seed): \(sql)")
    }
    #expect(proved > Self.count * 3 / 8)
  }
}

/// Random selects over players and teams.
private struct SelectGenerator {
  private var state: UInt64
  /// Parameters that stand for numbers and for texts.
  private let numbers: [String]
  private let texts: [String]
  /// What the select being made reads.
  private var source = ""

  init(seed: UInt64, numbers: [String] = [], texts: [String] = []) {
    state = seed
    self.numbers = numbers
    self.texts = texts
  }

  private mutating func below(_ limit: Int) -> Int {
    // splitmix64
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((value ^ (value >> 31)) % UInt64(limit))
  }

  private mutating func pick(_ choices: [String]) -> String { choices[below(choices.count)] }

  mutating func select() -> String {
    source = from()
    let isGrouped = below(3) == 0
    let isAggregate = isGrouped || below(4) == 0
    let columns = (0..<3).map { index in
      let value = isAggregate && below(2) == 0 ? aggregate() : number(2)
      return "\(value) AS c\(index), \(text(2)) AS d\(index)"
    }
    var sql = "SELECT \(columns.joined(separator: ", ")) FROM \(source)"
    if below(2) == 0 { sql += " WHERE \(condition(2))" }
    if isGrouped { sql += " GROUP BY \(pick(["p.teamID", "t.id", "p.id, t.name"]))" }
    if isGrouped, below(3) == 0 { sql += " HAVING count(*) >= 0" }
    switch below(6) {
    case 0: sql += " ORDER BY 1"
    case 1: sql = "SELECT * FROM (\(sql)) LEFT JOIN (SELECT id AS other FROM team) ON other = c0"
    case 2: sql = "WITH w AS (\(sql)) SELECT c0, d1, max(c2) OVER (ORDER BY d2) AS e FROM w"
    default: break
    }
    return sql
  }

  private mutating func from() -> String {
    let join = pick(["JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "CROSS JOIN"])
    if join != "CROSS JOIN", below(5) == 0 {
      let tables = pick(["player p \(join) team t", "team t \(join) player p"])
      return "\(tables) USING (\(pick(["id", "id, name"])))"
    }
    let tables = below(2) == 0 ? ("player p", "team t") : ("team t", "player p")
    let on = join == "CROSS JOIN" ? "" : " ON \(pick(["p.teamID = t.id", "p.id = t.id", "false"]))"
    let first = "\(tables.0) \(join) \(tables.1)\(on)"
    guard below(3) == 0 else { return first }
    let second = pick(["JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN"])
    return below(2) == 0
      ? "\(first) \(second) team u ON u.id = p.teamID"
      : "team u \(second) (\(first)) ON u.id = t.id"
  }

  private mutating func number(_ depth: Int) -> String {
    guard depth > 0 else {
      return pick(
        ["p.score", "p.id", "t.id", "p.teamID", "p.height", "1", "0", "p.rowid"] + numbers
          + (source.contains("USING (id") ? ["id", "id"] : [])
      )
    }
    let (a, b) = (number(depth - 1), number(depth - 1))
    switch below(11) {
    case 0: return "(\(a) + \(b))"
    case 1: return "(\(a) / \(b))"
    case 2: return "coalesce(\(a), \(b))"
    case 3: return "length(\(text(depth - 1)))"
    case 4: return "CASE WHEN \(condition(1)) THEN \(a) ELSE \(b) END"
    case 5: return "CASE WHEN \(condition(1)) THEN \(a) END"
    case 6: return "iif(\(condition(1)), \(a), \(b))"
    case 7: return "CAST(\(text(depth - 1)) AS INTEGER)"
    case 8: return "(SELECT \(pick(["count(*)", "max(id)", "total(id)"])) FROM team)"
    case 9: return "(SELECT score FROM player q WHERE q.id = \(a))"
    default: return a
    }
  }

  private mutating func text(_ depth: Int) -> String {
    guard depth > 0 else {
      return pick(
        ["p.name", "p.nickname", "t.name", "'x'", "p.position"] + texts
          + (source.contains("USING (id, name") ? ["name", "name"] : [])
      )
    }
    let (a, b) = (text(depth - 1), text(depth - 1))
    switch below(7) {
    case 0: return "(\(a) || \(b))"
    case 1: return "ifnull(\(a), \(b))"
    case 2: return "nullif(\(a), \(b))"
    case 3: return "upper(\(a))"
    case 4: return "CASE \(a) WHEN \(b) THEN \(a) ELSE 'y' END"
    case 5: return "substr(\(a), 1)"
    default: return a
    }
  }

  private mutating func aggregate() -> String {
    let function = pick(["sum", "max", "min", "avg", "total", "count"])
    let filter = below(4) == 0 ? " FILTER (WHERE \(condition(1)))" : ""
    let call = "\(function)(\(number(1)))\(filter)"
    return below(3) == 0 ? "coalesce(\(call), 0)" : call
  }

  private mutating func condition(_ depth: Int) -> String {
    let (a, b) = (number(0), number(0))
    guard depth > 1 else {
      return pick(["\(a) > \(b)", "\(a) IS NULL", "\(text(0)) LIKE 'a%'", "\(a) IN (1, \(b))"])
    }
    return "(\(condition(depth - 1)) \(pick(["AND", "OR"])) \(condition(depth - 1)))"
  }
}
