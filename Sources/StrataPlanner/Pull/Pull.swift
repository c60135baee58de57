import StrataSQLite
import StrataSchema

/// A schema file for a database that is there already, and what it does not say.
package struct PulledSchema: Sendable {
  /// The schema file.
  package var text: String
  package var database: String
  /// What a database created from the file has otherwise than the original.
  package var differences: [Difference] = []
  /// The names that Swift has otherwise than SQL.
  package var names: [Name] = []
  /// What is there and cannot have a type of its own, and what else is good to know.
  package var notes: [String] = []

  /// One thing that differs, with the reason where it is known, and what can be done.
  package struct Difference: Hashable, Sendable, Encodable {
    package var subject: String
    package var message: String
    package var reason: String?
    package var remedy: String
  }

  /// A table, view or column with its two names.
  package struct Name: Hashable, Sendable, Encodable {
    package var kind: String
    package var sql: String
    package var swift: String
  }

  /// How names are made, in words.
  package static let namingRules = SwiftNaming.rules

  /// The name of the database of a file: `shop.sqlite` gives `ShopDatabase`.
  package static func databaseName(ofFile name: String) -> String {
    var naming = SwiftNaming()
    let type = naming.type(name, or: "Main")
    return type.hasSuffix("Database") ? type : type + "Database"
  }
}

/// Makes a schema file of a database file, which is only read.
///
/// What is written has been compiled, an empty database has been created from it, and that has been
/// compared by meaning with the original.
///
/// - Throws: `FileProblem` where the file cannot be read or no schema can be made of it.
package func pull(
  path: String,
  database: String,
  progress: (String) -> Void = { _ in }
) throws(FileProblem) -> PulledSchema {
  let source = try SourceDatabase(path: path)
  do {
    progress("looking at the values of '\(path)'")
    var puller = Puller(
      source: source,
      draft: try DraftMaker.draft(of: source, database: database)
    )
    return try puller.pull(progress)
  } catch let problem as FileProblem {
    throw problem
  } catch {
    throw UntouchedFile.problem(error, path)
  }
}

/// The work of one `pull`: write, compile, compare, and write again in a plainer form.
struct Puller {
  let source: SourceDatabase
  var draft: PullDraft
  /// What SQLite says against the foreign keys of tables that are kept in SQL, by their names.
  private(set) var mismatches: [(table: String, message: String)] = []

  init(source: SourceDatabase, draft: PullDraft) {
    self.source = source
    self.draft = draft
  }

  mutating func pull(_ progress: (String) -> Void) throws -> PulledSchema {
    // Each round puts at least one part into a plainer form, and no part has more than some.
    while true {
      progress("compiling the schema")
      let writer = PullWriter(draft)
      var diagnostics = Diagnostics()
      let name = "Pulled.yaml"
      let models = readSchemas([SchemaFile(path: name, text: writer.text)], &diagnostics)
      let proof = models.first.flatMap { diagnostics.hasErrors ? nil : prove($0, &diagnostics) }
      guard let proof, !diagnostics.hasErrors else {
        guard repair(diagnostics, writer) else { throw unreadable(diagnostics) }
        continue
      }
      let created = try created(proof)
      mismatches = created.mismatches
      let difference = SchemaDifference(from: source.stored, to: created.schema)
      if repair(difference) { continue }
      return report(writer, proof.schema, difference)
    }
  }

  private mutating func repair(_ diagnostics: Diagnostics, _ writer: PullWriter) -> Bool {
    let errors = diagnostics.all.filter { $0.severity == .error }.map { diagnostic in
      let line = (diagnostic.range?.start.line ?? 0) - 1
      return (diagnostic, writer.parts.indices.contains(line) ? writer.parts[line] : .top)
    }
    // What stands on a table may fail only because that one does.
    for rank in 0...2 {
      var repaired: Set<PullDraft.Part> = []
      for (diagnostic, part) in errors where part.rank == rank && !repaired.contains(part) {
        if draft.repair(diagnostic, of: part) { repaired.insert(part) }
      }
      if !repaired.isEmpty { return true }
    }
    return false
  }

  /// Has objects that differ created as they were.
  private mutating func repair(_ difference: SchemaDifference) -> Bool {
    let changed = Set(
      (difference.changedObjects + difference.addedObjects + difference.droppedObjects)
        .map(\.foldedName)
    )
    var isRepaired = false
    let isOther = { (name: String) in changed.contains(SQLTokenizer.fold(name)) }
    for index in draft.searches.indices where !draft.searches[index].isObject {
      guard
        isOther(draft.searches[index].sqlName)
          || draft.searches[index].triggerNames.contains(where: changed.contains)
      else { continue }
      draft.searches[index].isObject = true
      draft.objects.append(
        .init(name: draft.searches[index].sqlName, sql: draft.searches[index].sql)
      )
      isRepaired = true
    }
    for index in draft.views.indices
    where !draft.views[index].isObject && isOther(draft.views[index].sqlName) {
      draft.views[index].isObject = true
      draft.objects.append(.init(name: draft.views[index].sqlName, sql: draft.views[index].sql))
      isRepaired = true
    }
    for index in draft.writtenTriggers where isOther(draft.triggers[index].name) {
      draft.triggers[index].isObject = true
      draft.objects.append(
        .init(name: draft.triggers[index].name, sql: draft.triggers[index].sql)
      )
      isRepaired = true
    }
    for table in draft.tables.indices {
      for index in draft.tables[table].indexes.indices {
        let model = draft.tables[table].indexes[index]
        guard !model.isObject, isOther(model.sqlName) else { continue }
        draft.tables[table].indexes[index].isObject = true
        draft.objects.append(.init(name: model.sqlName, sql: model.sql))
        isRepaired = true
      }
    }
    return isRepaired
  }

  private func unreadable(_ diagnostics: Diagnostics) -> FileProblem {
    let messages = diagnostics.all.filter { $0.severity == .error }.map { "  \($0.message)\n" }
    return FileProblem(
      "no schema can be made of '\(source.path)':\n" + messages.prefix(20).joined(),
      .noSchema
    )
  }

  /// The schema of an empty database that the proved schema makes, and the foreign keys there that lead
  /// to no unique columns.
  private func created(
    _ proof: Proof
  ) throws -> (schema: StoredSchema, mismatches: [(table: String, message: String)]) {
    let database = try ReplayDatabase(proof.schema)
    try database.run(proof.creation)
    let schema = try StoredSchema(database.connection)
    let mismatches =
      schema.tables.filter { !$0.foreignKeys.isEmpty }.compactMap { table in
        do {
          try database.connection.checkForeignKeys(of: [table.name])
          return nil
        } catch {
          return (table.name, (error as? DatabaseError)?.message ?? "\(error)")
        }
      } as [(String, String)]
    return (schema, mismatches)
  }
}
