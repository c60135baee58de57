import StrataPlanner
import StrataSchema

extension Verb {
  /// `stratac explain`: what the compiler knows of each request, and why.
  static let explain = Verb(
    name: "explain",
    summary: "Say what each request runs, reads and gives, and why.",
    usage: "stratac explain [--json] FILES…",
    options: [
      .json, .diagnostics,
    ],
    discussion: """
      For each view and request: its SQL, its parameters and columns with their types and how these are
      known, SQLite's plan (which is that of empty tables), and the tables and columns that it reads.
      For each statement what it writes, also by way of triggers and foreign keys.
      A table for which no row could be made keeps what reads it from being tried.

      example: stratac explain Schemas/League.yaml

        TopPlayersRequest on Player gives [Player]: the rows of 'Player'
          SELECT … FROM "player" WHERE (teamID = ?1) ORDER BY score desc LIMIT 10
          parameters
            team: Team.ID        compared with the column 'teamID'
          plan
            SEARCH player USING INDEX player_byTeam (teamID=?)
          reads
            player (id, name, score, teamID)
      """,
    run: { arguments, console throws(Problem) in
      let input = try SchemaInput(arguments)
      var pipeline = Pipeline(progress: console.progress)
      guard let proofs = try input.prove(&pipeline, console) else { return .wrongInput }
      var explanations: [Explanation] = []
      for proof in proofs { explanations.append(try proof.explanation()) }
      if arguments["json"] == nil {
        console.write(explanations.map(\.text).joined(separator: "\n"))
      } else {
        try console.write(JSONDocument.text(of: explanations))
      }
      return .good
    }
  )
}

extension Explanation {
  /// The form for people: a paragraph for each view and request.
  var text: String {
    var parts = ["database \(database)\n"]
    parts += views.map { view in
      "view \(view.name)\n" + Self.indented(view.sql) + Self.list("columns", view.columns)
        + Self.list(view.plan) + Self.list(view.reads)
    }
    parts += requests.map { request in
      request.name + (request.source.map { " on \($0)" } ?? "")
        + " gives \(request.result.type): \(request.result.reason)\n" + Self.indented(request.sql)
        + Self.list("parameters", request.parameters) + Self.list("columns", request.columns)
        + Self.list(request.plan) + Self.list(request.reads)
    }
    parts += statements.map { statement in
      "statement \(statement.name)\n" + Self.indented(statement.sql)
        + Self.list("parameters", statement.parameters) + Self.list("columns", statement.columns)
        + Self.list(statement.writes)
        + (statement.conflict.map { "  in a conflict\n    \($0)\n" } ?? "")
        + Self.list(statement.plan)
    }
    if !tablesWithoutRows.isEmpty {
      parts.append(
        "no row could be made for \(tablesWithoutRows.joined(separator: ", ")); what reads it was not"
          + " tried on rows\n"
      )
    }
    return parts.joined(separator: "\n")
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n").map { "  \($0)\n" }.joined()
  }

  private static func list(_ title: String, _ values: [Value]) -> String {
    guard !values.isEmpty else { return "" }
    let names = values.map { "\($0.name ?? ""): \($0.type)" }
    let width = (names.map(\.count).max() ?? 0) + 2
    let lines = zip(names, values).map { name, value in
      "    \(name)\(String(repeating: " ", count: width - name.count))\(value.reason)\n"
    }
    return "  \(title)\n" + lines.joined()
  }

  private static func list(_ writes: [Write]) -> String {
    guard !writes.isEmpty else { return "" }
    let lines = writes.map { write in
      "    \(write.action) \(write.table)"
        + (write.columns.isEmpty ? "" : " (\(write.columns.joined(separator: ", ")))")
        + (write.cause.map { ", by \($0)" } ?? "") + "\n"
    }
    return "  writes\n" + lines.joined()
  }

  private static func list(_ steps: [Step]) -> String {
    guard !steps.isEmpty else { return "" }
    return "  plan\n"
      + steps.map { "    \(String(repeating: "  ", count: $0.depth))\($0.text)\n" }.joined()
  }

  private static func list(_ tables: [Table]) -> String {
    guard !tables.isEmpty else { return "" }
    let lines = tables.map { table in
      "    \(table.name)"
        + (table.columns.isEmpty ? "\n" : " (\(table.columns.joined(separator: ", ")))\n")
    }
    return "  reads\n" + lines.joined()
  }
}
