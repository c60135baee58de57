import Foundation
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
    throw SourceDatabase.problem(error, path)
  }
}

/// The work of one `pull`: write, compile, compare, and write again in a plainer form.
private struct Puller {
  let source: SourceDatabase
  var draft: PullDraft

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
      let difference = SchemaDifference(from: source.stored, to: created)
      if repair(difference) { continue }
      return report(writer, proof.schema, difference)
    }
  }

  private mutating func repair(_ diagnostics: Diagnostics, _ writer: PullWriter) -> Bool {
    var repaired: Set<PullDraft.Part> = []
    for diagnostic in diagnostics.all where diagnostic.severity == .error {
      let line = (diagnostic.range?.start.line ?? 0) - 1
      let part = writer.parts.indices.contains(line) ? writer.parts[line] : .top
      guard !repaired.contains(part) else { continue }
      if draft.repair(diagnostic, of: part) { repaired.insert(part) }
    }
    return !repaired.isEmpty
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
      "no schema can be made of '\(source.path)':\n" + messages.prefix(20).joined()
    )
  }

  /// The schema of an empty database that the proved schema makes.
  private func created(_ proof: Proof) throws -> StoredSchema {
    let database = try ReplayDatabase(proof.schema)
    try database.run(proof.creation)
    return try StoredSchema(database.connection)
  }

  // MARK: The report

  private func report(
    _ writer: PullWriter,
    _ schema: SchemaModel,
    _ difference: SchemaDifference
  ) -> PulledSchema {
    var result = PulledSchema(text: "", database: draft.database)
    result.differences = differences(difference, ChangeWriter(schema: schema))
    result.names = names
    result.notes = notes
    let file = (source.path as NSString).lastPathComponent
    var comments = ["Pulled from \(file)."]
    comments.append(
      result.differences.isEmpty
        ? "A database created from this file means the same as that one."
        : "What a database created from this file has otherwise than that one:"
    )
    for difference in result.differences {
      comments.append("- " + difference.text)
    }
    if !result.notes.isEmpty { comments.append("Good to know:") }
    comments += result.notes.map { "- " + $0 }
    result.text = comments.map { "# \(PulledSchema.line($0))\n" }.joined() + writer.text
    return result
  }

  private func differences(
    _ difference: SchemaDifference,
    _ writer: ChangeWriter
  ) -> [PulledSchema.Difference] {
    var result: [PulledSchema.Difference] = []
    func add(_ subject: String, _ change: (inout SchemaDifference) -> Void) {
      var part = SchemaDifference(from: StoredSchema(), to: StoredSchema())
      change(&part)
      let losses = draft.losses.filter { $0.subject == SQLTokenizer.fold(subject) }
      let reason = losses.map { "\($0.what) is left out: \($0.reason)" }.joined(separator: "; ")
      for message in writer.changes(part).map(\.message) {
        result.append(
          .init(
            subject: subject,
            message: message,
            reason: reason.isEmpty ? nil : reason,
            remedy: reason.isEmpty
              ? "the next recorded migration would make it so; write it in SQL under 'objects:' to keep"
                + " it" : "mend it in the original, and pull again"
          )
        )
      }
    }
    for table in difference.addedTables { add(table.name) { $0.addedTables = [table] } }
    for table in difference.droppedTables { add(table.name) { $0.droppedTables = [table] } }
    for table in difference.changedTables { add(table.new.name) { $0.changedTables = [table] } }
    for object in difference.addedObjects { add(object.name) { $0.addedObjects = [object] } }
    for object in difference.changedObjects { add(object.name) { $0.changedObjects = [object] } }
    for object in difference.droppedObjects { add(object.name) { $0.droppedObjects = [object] } }
    return result
  }

  private var names: [PulledSchema.Name] {
    var names: [PulledSchema.Name] = []
    for table in draft.tables where !table.isObject {
      if table.name != table.stored.name {
        names.append(.init(kind: "table", sql: table.stored.name, swift: table.name))
      }
      names += table.columns.filter { $0.name != $0.stored.name }.map {
        .init(
          kind: "column",
          sql: "\(table.stored.name).\($0.stored.name)",
          swift: "\(table.name).\($0.name)"
        )
      }
    }
    names += draft.views.filter { !$0.isObject && $0.name != $0.sqlName }.map {
      .init(kind: "view", sql: $0.sqlName, swift: $0.name)
    }
    return names
  }

  private var notes: [String] {
    var notes: [String] = []
    let objects = draft.objects.filter { !$0.isLost }.map { "'\($0.name)'" }
    if !objects.isEmpty {
      notes.append(
        "created in SQL of their own, without a type in Swift: \(objects.joined(separator: ", "))"
      )
    }
    for table in draft.tables where !table.isObject {
      let loose = table.columns.filter { $0.type == .any && $0.stored.type != "ANY" }
      if !loose.isEmpty {
        notes.append(
          "\(table.name): of any type, by what is declared and what is there: "
            + loose.map { "'\($0.name)'" }.joined(separator: ", ")
        )
      }
      let virtual = table.columns.indices.filter { table.columns[$0].generated?.isStored == false }
      if let first = virtual.first, virtual.count != table.columns.count - first {
        notes.append(
          "\(table.name): virtual columns stand last in a new database, which '*' and INSERT without"
            + " columns notice"
        )
      }
    }
    let ledgers = source.statements.map(\.name).filter(StoredSchema.ledgers.contains)
    if !ledgers.isEmpty {
      notes.append("\(ledgers.joined(separator: ", ")): kept by the migrator, not by the schema")
    }
    if source.userVersion != 0 {
      notes.append("the file has user_version \(source.userVersion), which a new one has not")
    }
    return notes
  }
}

extension PulledSchema {
  /// A text on one line.
  fileprivate static func line(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          let endsLine = [0x7F, 0x85, 0x2028, 0x2029].contains(scalar.value)
          return scalar.value < 0x20 || endsLine ? " " : scalar
        }
      )
    )
  }
}

extension PulledSchema.Difference {
  /// What differs, why, and what can be done, on one line.
  package var text: String {
    message + (reason.map { " (\($0))" } ?? "") + "; " + remedy
  }
}
