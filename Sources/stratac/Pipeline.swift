import StrataGenerator
import StrataPlanner
import StrataSchema

/// The whole compiler.
///
/// Every stage is a function from a value to the next, which says all that it has to say in
/// `diagnostics`. What an early stage finds wrong does not keep the next from checking the rest; only
/// from what is without an error is Swift written. Nothing flows back.
struct Pipeline {
  var diagnostics = Diagnostics()
  /// Told what is being done.
  var progress: (String) -> Void = { _ in }

  /// Text → YAML → syntax → the meaning of each database.
  mutating func read(_ files: [SchemaFile]) -> [SchemaModel] {
    progress("reading the schema")
    return readSchemas(files, &diagnostics)
  }

  /// The databases → names that go together with the module that is generated for.
  mutating func place(_ schemas: [SchemaModel], inModule module: String?) {
    for schema in schemas where schema.database.value == module {
      diagnostics.error(
        "database-named-as-module",
        "database '\(schema.database.value)' has the name of the module that it is generated for,"
          + " and would hide it; name it '\(schema.database.value)Database', for example",
        at: schema.database.range
      )
    }
  }

  /// The databases → SQL that SQLite has accepted, with all that it said about it; nil where the author
  /// of the schema has to act first.
  mutating func prove(_ schemas: [SchemaModel]) -> [Proof]? {
    var proofs: [Proof] = []
    for schema in schemas {
      progress("checking \(schema.database.value) with SQLite")
      // A database that fails does not keep the next one from being checked.
      if let proof = StrataPlanner.prove(schema, &diagnostics) { proofs.append(proof) }
    }
    return proofs.count == schemas.count && !diagnostics.hasErrors ? proofs : nil
  }

  /// Proofs → what is allowed in them and unlikely to be meant.
  mutating func lint(_ proofs: [Proof]) {
    progress("looking for what is unlikely to be meant")
    for proof in proofs {
      do {
        try StrataPlanner.lint(proof, &diagnostics)
      } catch {
        diagnostics.error(
          "sqlite-failed",
          "SQLite could not look at the schema again: \(error)",
          at: proof.schema.database.range
        )
      }
    }
  }

  /// Recorded histories and proofs → proofs with the steps that lead to them; nil where the author of a
  /// schema has to act first.
  mutating func record(_ proofs: [Proof], _ folders: [HistoryFolder]) -> [Proof]? {
    var recorded: [Proof] = []
    for var proof in proofs {
      guard let folder = folders.first(where: { $0.database == proof.schema.database.value }) else {
        recorded.append(proof)
        continue
      }
      progress("replaying the migrations of \(folder.database)")
      // A history that fails does not keep the next one from being checked.
      guard
        let history = readHistory(folder: folder.path, files: folder.files, &diagnostics),
        let steps = checkHistory(history, against: proof.schema, &diagnostics)
      else { continue }
      proof.steps = steps
      recorded.append(proof)
    }
    return recorded.count == proofs.count && !diagnostics.hasErrors ? recorded : nil
  }

  /// Proofs → Swift.
  func write(_ proofs: [Proof]) -> [GeneratedFile] {
    progress("writing Swift")
    return generateSwift(proofs)
  }
}
