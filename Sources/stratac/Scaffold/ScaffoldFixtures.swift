import Foundation
import StrataPlanner
import StrataSchema

extension Verb {
  /// `stratac scaffold fixtures`: made-up rows for every table.
  static let scaffoldFixtures = Verb(
    name: "scaffold fixtures",
    summary: "Make up rows for every table, for previews and tests.",
    usage: "stratac scaffold fixtures [--rows N] [--seed N] [--format sql|json|sqlite]"
      + " [--output FILE] FILES…",
    options: [
      Option(name: "rows", value: "N", meaning: "how many rows a table gets (10)"),
      Option(name: "seed", value: "N", meaning: "another number gives other rows (1)"),
      Option(name: "format", value: "FORMAT", meaning: "sql, json, or sqlite: a database (sql)"),
      .outputFile,
      .database,
      .diagnostics,
    ],
    discussion: """
      Names look like names, addresses like addresses, by the names and types of columns. The same
      schema, number and seed give the same rows. Foreign keys lead to rows that are there, also in
      circles. Before anything is written, all rows have been inserted into a database that was made
      from the schema; where a table has fewer than were asked for, the reason is on standard error.
      The values of types of the app are those that they are stored as, whatever the app makes of them.

      example: stratac scaffold fixtures --rows 20 --output Fixtures.sql Schemas/League.yaml
      """,
    run: { arguments, console throws(Problem) in
      let count = try number(arguments["rows"], "rows", in: 0...100_000) ?? 10
      let seed = try number(arguments["seed"], "seed", in: 0...Int.max) ?? 1
      guard let format = FixtureFormat(rawValue: arguments["format"] ?? "sql") else {
        throw .call("'--format' is sql, json or sqlite")
      }
      if format == .sqlite, arguments["output"] == nil {
        throw .call("say where the database is to be written: --output FILE")
      }
      let input = try SchemaInput(arguments)
      var pipeline = Pipeline(progress: console.progress)
      guard let proofs = try input.prove(&pipeline, console) else { return .wrongInput }
      let proof = try MigrationCall.choose(arguments["database"], from: proofs)
      console.progress("making rows up")
      do {
        let fixtures = try makeFixtures(proof, rows: count, seed: UInt64(seed))
        try format.write(fixtures, proof, arguments, console)
        for shortage in fixtures.shortages {
          let message =
            "\(shortage.table): \(shortage.count) of \(count) rows, because \(shortage.reason)"
          let remark = Remark(code: .fewerRows, message: message, isWarning: true)
          input.format.show([remark], on: console)
        }
      } catch let problem as Problem {
        throw problem
      } catch {
        throw .input(.sqliteFailed, "no database can be made of the schema: \(error)")
      }
      return .good
    }
  )

  private static func number(_ text: String?, _ option: String, in range: ClosedRange<Int>)
    throws(Problem) -> Int?
  {
    guard let text else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .call(
        "'--\(option)' is a number from \(range.lowerBound) to \(range.upperBound), not '\(text)'"
      )
    }
    return number
  }
}

/// How made-up rows are written.
private enum FixtureFormat: String {
  case sql, json, sqlite

  func write(
    _ fixtures: Fixtures,
    _ proof: Proof,
    _ arguments: Arguments,
    _ console: Console
  ) throws {
    switch self {
    case .sql: try arguments.writeResult(fixtures.sql, console)
    case .json: try arguments.writeResult(fixtures.json(proof.schema), console)
    case .sqlite:
      guard let output = arguments["output"] else { return }
      try writeDatabase(fixtures, proof, output)
    }
  }

  /// Writes a database beside the place and then moves it there, so that none is written in part.
  private func writeDatabase(_ fixtures: Fixtures, _ proof: Proof, _ output: String) throws {
    guard !FileManager.default.fileExists(atPath: output) else {
      throw Problem.output("'\(output)' is there already; move it away, or choose another name")
    }
    let temporary = output + ".\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: temporary) }
    do {
      try fixtures.write(to: temporary, proof)
      try FileManager.default.moveItem(atPath: temporary, toPath: output)
    } catch {
      throw Problem.output("'\(output)' cannot be written: \(error)")
    }
  }
}
