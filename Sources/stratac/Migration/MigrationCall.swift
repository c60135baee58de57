import Foundation
import StrataPlanner
import StrataSchema

/// What all verbs about migrations work on: one database with its schema and its history.
struct MigrationCall {
  let input: SchemaInput
  let console: Console
  let proof: Proof
  let folder: HistoryFolder
  /// Whether a history is recorded; else the schema is a prototype.
  let isRecorded: Bool
  let history: MigrationHistory
  let isDry: Bool
  private let files: [SchemaFile]

  /// Options that all of them have.
  static let options = [
    Option.database,
    Option(
      name: "dry-run",
      value: nil,
      meaning: "write nothing; print what would be written"
    ),
    .diagnostics,
  ]
  static let reason = Option(
    name: "reason",
    value: "TEXT",
    meaning: "why what the step may lose may be lost"
  )

  /// Reads the schema and the history; nil where what is wrong with them has been shown.
  init?(
    _ arguments: Arguments,
    _ console: Console,
    schemas: [String]? = nil,
    tolerating tolerance: HistoryTolerance = .none
  ) throws(Problem) {
    self.console = console
    isDry = arguments["dry-run"] != nil
    input =
      if let schemas {
        try SchemaInput(paths: schemas, arguments)
      } else {
        try SchemaInput(arguments)
      }
    var pipeline = Pipeline(progress: console.progress)
    var files = input.files
    let models = pipeline.read(files)
    let proofs = pipeline.prove(models)
    var found: (Proof, HistoryFolder, Bool, MigrationHistory)?
    if let proofs {
      let proof = try Self.choose(arguments["database"], from: proofs)
      let name = proof.schema.database.value
      try HistoryFolder.checkOwners(proofs.map(\.schema.database.value), beside: input.paths)
      let present = try HistoryFolder(of: name, beside: input.paths)
      let folder = present ?? HistoryFolder(newFor: name, beside: input.paths)
      files += folder.files
      let history = readHistory(
        folder: folder.path,
        files: folder.files,
        tolerating: tolerance,
        &pipeline.diagnostics
      )
      if let history { found = (proof, folder, !history.steps.isEmpty, history) }
    }
    self.files = files
    input.format.show(pipeline.diagnostics, of: files, on: console)
    guard let found else { return nil }
    (proof, folder, isRecorded, history) = found
  }

  /// The database of a name, or the only one.
  static func choose(_ name: String?, from proofs: [Proof]) throws(Problem) -> Proof {
    let names = proofs.map(\.schema.database.value)
    if let name {
      guard let proof = proofs.first(where: { $0.schema.database.value == name }) else {
        throw .call("no database '\(name)'; the schema files have \(names.joined(separator: ", "))")
      }
      return proof
    }
    guard let proof = proofs.first, proofs.count == 1 else {
      throw .call("say which database: --database \(names.joined(separator: " or --database "))")
    }
    return proof
  }

  var schema: SchemaModel { proof.schema }
  var database: String { proof.schema.database.value }

  var hasNoHistory: Problem {
    .input(
      .noHistory,
      "\(database) has no recorded step; record one: stratac migrate --name NAME"
    )
  }

  /// Runs `body`, and shows what it reports.
  func reporting<Value>(_ body: (inout Diagnostics) throws(Problem) -> Value?) throws(Problem)
    -> Value?
  {
    var diagnostics = Diagnostics()
    let value = try body(&diagnostics)
    input.format.show(diagnostics, of: files, on: console)
    return diagnostics.hasErrors ? nil : value
  }

  /// The plan of what comes after the first `count` steps, with the history up to there.
  func plan(after count: Int) throws(Problem) -> (plan: MigrationPlan, history: ReplayedHistory)? {
    try reporting { diagnostics throws(Problem) in
      guard let replayed = replay(history, upTo: count, for: schema, &diagnostics),
        let plan = planMigration(from: replayed, to: schema, &diagnostics)
      else { return nil }
      return (plan, replayed)
    }
  }

  // MARK: Reasons

  /// Why each hazard of a plan may be: what the schema allows, what a step says, and the call.
  ///
  /// - Throws: where one is left over; nothing is recorded then.
  func reasons(
    for plan: MigrationPlan,
    _ arguments: Arguments,
    known: (_ hazard: String) -> String? = { _ in nil }
  ) throws(Problem) -> [String: String] {
    let given = arguments["reason"]?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if given?.isEmpty == true {
      throw .call("'--reason' needs words: why what the step may lose may be lost")
    }
    var reasons: [String: String] = [:]
    var open: [Hazard] = []
    for hazard in plan.hazards {
      if let reason = known(hazard.key) {
        reasons[hazard.key] = reason
      } else if schema.allows(hazard) {
        reasons[hazard.key] = "allowed in the schema"
      } else if let given {
        reasons[hazard.key] = given
      } else {
        open.append(hazard)
      }
    }
    guard !open.isEmpty else { return reasons }
    throw .input(
      .unacknowledgedHazard,
      "the step has to be told that this is meant; say why with --reason TEXT. Nothing was written.",
      notes: open.map { "\($0.key): \($0.message)" }
    )
  }
}

extension SchemaModel {
  /// Whether `allow:` says that what a hazard is about may be dropped.
  func allows(_ hazard: Hazard) -> Bool {
    let subject = hazard.subject.sqlLowercased
    switch hazard.code {
    case .tableDropped:
      let names = [hazard.subject, CollectionModel.name(ofTable: hazard.subject)].compactMap {
        $0?.sqlLowercased
      }
      return allowedDrops.contains { names.contains($0.value.sqlLowercased) }
    case .columnDropped:
      // Either name may hold a dot.
      return tables.contains { table in
        table.allowedDrops.contains { "\(table.sqlName).\($0.value)".sqlLowercased == subject }
      }
    default: return false
    }
  }
}
