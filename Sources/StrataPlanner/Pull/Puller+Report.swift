import Foundation
import StrataSQLite
import StrataSchema

// What there is to say of what was pulled.
extension Puller {
  func report(
    _ writer: PullWriter,
    _ schema: SchemaModel,
    _ difference: SchemaDifference
  ) -> PulledSchema {
    var result = PulledSchema(text: "", database: draft.database)
    result.differences = differences(difference, ChangeWriter(schema: schema))
    result.names = names
    result.notes = notes.map(PulledSchema.line)
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

  /// What was guessed of dates, and what becomes of those that are there.
  private func dateNote(_ column: PullDraft.Column, of table: PullDraft.Table) -> String? {
    guard column.type.spelling == "Date", let stored = source.stored.table(table.stored.foldedName)
    else { return nil }
    let name = "\(table.name): '\(column.name)'"
    if let numbers = column.evidence.numbers, let unit = column.type.stored {
      return
        "\(name) holds numbers from \(numbers.lowerBound) to \(numbers.upperBound), which are taken"
        + " for \(unit)"
    }
    let isWritten = try? source.areAll(column.stored, of: stored) { value in
      Date.fromDatabaseValue(value)?.databaseValue == value
    }
    return isWritten == false
      ? "\(name) holds dates in another form than 'yyyy-MM-dd HH:mm:ss.SSS', in which an app writes them;"
        + " SQL compares them as texts"
      : nil
  }

  /// What became of strings in double quotes.
  private var quoteNotes: [String] {
    var notes: [String] = []
    let mended = source.stored.objects.filter { object in
      (object.kind == .view || object.kind == .trigger) && source.quotes.isChanged(object.name)
    }
    if !mended.isEmpty {
      notes.append(
        "strings in double quotes, which an app takes for names, are in single quotes here; 'baseline'"
          + " records a step that has it so in the database: "
          + mended.map { "'\($0.name)'" }.joined(separator: ", ")
      )
    }
    notes += source.quotes.faults.sorted { $0.key < $1.key }.map { name, message in
      let object = source.stored.objects.first { $0.foldedName == name }
      return
        "'\(object?.name ?? name)' cannot be used by an app, for which a string stands in single"
        + " quotes: SQLite says '\(message)'"
    }
    return notes
  }

  private var notes: [String] {
    var notes: [String] = []
    let objects = draft.objects.filter { !$0.isLost }.map { "'\($0.name)'" }
    if !objects.isEmpty {
      notes.append(
        "created in SQL of their own, without a type in Swift: \(objects.joined(separator: ", "))"
      )
    }
    notes += quoteNotes
    notes += mismatches.map { table, message in
      "'\(table)' and the tables that it refers to cannot be written with foreign keys on, as an app has"
        + " them: SQLite says '\(message)'"
    }
    for table in draft.tables where !table.isObject {
      let loose = table.columns.filter { $0.type == .any && $0.stored.type != "ANY" }
      if !loose.isEmpty {
        notes.append(
          "\(table.name): of any type, by what is declared and what is there: "
            + loose.map { "'\($0.name)'" }.joined(separator: ", ")
        )
      }
      notes += table.columns.compactMap { dateNote($0, of: table) }
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
    if source.encoding != "UTF-8" {
      notes.append("the file is in \(source.encoding), and a new one in UTF-8")
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

extension PulledSchema.Name {
  /// Both names on one line.
  package var text: String { PulledSchema.line("\(kind) '\(sql)' is \(swift)") }
}

extension PulledSchema.Difference {
  /// What differs, why, and what can be done, on one line.
  package var text: String {
    PulledSchema.line(message + (reason.map { " (\($0))" } ?? "") + "; " + remedy)
  }
}
