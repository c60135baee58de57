package import StrataSchema

/// The recorded steps of a database, as they stand in its folder.
package struct MigrationHistory: Sendable {
  /// The folder as diagnostics name it.
  package var folder: String
  package var steps: [Step]
  package var lock: MigrationLock

  /// A step with what the lock says of it.
  package struct Step: Sendable {
    package var path: String
    package var text: String
    package var script: SQLScript
    package var lock: MigrationLock.Step

    package var name: String { lock.name }
  }

  package static let lockName = "strata.lock"

  package init(folder: String, steps: [Step] = [], lock: MigrationLock = MigrationLock()) {
    self.folder = folder
    self.steps = steps
    self.lock = lock
  }

  /// The history of a database has the database's name.
  package static func folderName(of database: String) -> String { "\(database).migrations" }

  /// The name of a step, such as `0002-add-nickname`.
  package static func stepName(_ number: Int, _ name: String) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "-" + name
  }

  /// The number of the next step.
  package var nextNumber: Int { (steps.last.flatMap { Self.number(of: $0.name) } ?? 0) + 1 }

  /// The number that a step's name begins with.
  package static func number(of name: String) -> Int? {
    let digits = name.prefix { $0.isASCII && $0.isNumber }
    guard digits.count >= 4, name.dropFirst(digits.count).first == "-" else { return nil }
    return Int(digits)
  }

  /// The facts after all steps.
  package var facts: SchemaFacts { lock.facts(after: lock.steps.count) }
}

/// What a call is allowed to find in a history.
package enum HistoryTolerance: Sendable {
  /// Nothing; builds and most verbs.
  case none
  /// A last step whose SQL was edited, which is about to be recorded again.
  case editedLastStep
}

/// Reads the files of a history's folder.
///
/// - Returns: nil where the history cannot be used; why has been reported.
package func readHistory(
  folder: String,
  files: [SchemaFile],
  tolerating tolerance: HistoryTolerance = .none,
  _ diagnostics: inout Diagnostics
) -> MigrationHistory? {
  var reader = HistoryReader(folder: folder, files: files, tolerance: tolerance)
  let history = reader.read()
  diagnostics.append(contentsOf: reader.diagnostics)
  return reader.diagnostics.hasErrors ? nil : history
}
