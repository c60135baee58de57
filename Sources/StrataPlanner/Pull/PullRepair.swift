import StrataSQLite
import StrataSchema

extension PullDraft {
  /// Puts what a diagnostic is about into a plainer form; false where there is none.
  mutating func repair(_ diagnostic: Diagnostic, of part: Part) -> Bool {
    switch diagnostic.code {
    case "unknown-function":
      if let name = Self.quotedName(diagnostic.message), !functions.contains(name) {
        functions.append(name)
        return true
      }
    case "unknown-collation":
      if let name = Self.quotedName(diagnostic.message), !collations.contains(name) {
        collations.append(name)
        return true
      }
    case "sqlite-version":
      let numbers = SQLiteLibrary.version.split(separator: ".").compactMap { Int($0) }
      if numbers.count > 1, sqliteVersion < SQLiteVersion(numbers[0], numbers[1]) {
        sqliteVersion = SQLiteVersion(numbers[0], numbers[1])
        return true
      }
    default: break
    }
    defer { bindReferences() }
    return simplify(part, diagnostic)
  }

  /// The first name in a message.
  private static func quotedName(_ message: String) -> String? {
    let parts = message.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 ? String(parts[1]) : nil
  }

  private mutating func simplify(_ part: Part, _ diagnostic: Diagnostic) -> Bool {
    let reason = diagnostic.message
    switch part {
    case .top: return false
    case .enumeration(let index): return dropEnum(enums[index].name)
    case .table(let table): makeObject(table: table)
    case .column(let table, let column): simplify(column, of: table, reason)
    case .reference(let table, let index):
      let key = tables[table].references[index].key
      lose(tables[table], "the foreign key of \(key.columns.joined(separator: ", "))", reason)
      tables[table].references[index].form = .lost
    case .check(let table, let index): simplifyCheck(index, of: table, reason)
    case .index(let table, let index):
      tables[table].indexes[index].isObject = true
      let model = tables[table].indexes[index]
      objects.append(.init(name: model.sqlName, sql: model.sql))
    case .view(let index):
      if diagnostic.code == "unknown-type", let name = Self.quotedName(reason),
        Identifier.isValid(name), !views[index].columns.contains(where: { $0.name == name })
      {
        views[index].columns.append((name, "Any?"))
      } else {
        views[index].isObject = true
        objects.append(.init(name: views[index].sqlName, sql: views[index].sql))
      }
    case .search(let index):
      searches[index].isObject = true
      objects.append(.init(name: searches[index].sqlName, sql: searches[index].sql))
    case .trigger(let index):
      triggers[index].isObject = true
      objects.append(.init(name: triggers[index].name, sql: triggers[index].sql))
    case .object(let index):
      objects[index].isLost = true
      losses.append(
        .init(
          subject: SQLTokenizer.fold(objects[index].name),
          what: "'\(objects[index].name)'",
          reason: reason
        )
      )
    }
    return true
  }

  private mutating func dropEnum(_ name: String) -> Bool {
    var isChanged = false
    for table in tables.indices {
      for column in tables[table].columns.indices
      where tables[table].columns[column].type.spelling == name {
        tables[table].columns[column].types.removeFirst()
        isChanged = true
      }
    }
    return isChanged
  }

  private mutating func simplify(_ column: Int, of table: Int, _ reason: String) {
    let references = tables[table].references
    if let index = references.firstIndex(where: { $0.form == .column(column) }) {
      tables[table].references[index].form = .constraint
    } else if tables[table].columns[column].types.count > 1 {
      tables[table].columns[column].types.removeFirst()
    } else if tables[table].columns[column].stored.defaultSQL != nil,
      tables[table].columns[column].defaultForm == .literal
    {
      tables[table].columns[column].defaultForm = .sql
      tables[table].columns[column].types = tables[table].columns[column].allTypes
    } else if let index = tables[table].checks.firstIndex(where: { $0.form == .column(column) }) {
      tables[table].checks[index].form = .constraint
      tables[table].columns[column].types = tables[table].columns[column].allTypes
    } else if tables[table].columns[column].defaultForm == .sql {
      tables[table].columns[column].defaultForm = .lost
      tables[table].columns[column].types = tables[table].columns[column].allTypes
      let name = tables[table].columns[column].stored.name
      lose(tables[table], "the default of \(name)", reason)
    } else {
      makeObject(table: table)
    }
  }

  private mutating func simplifyCheck(_ index: Int, of table: Int, _ reason: String) {
    if case .constraint = tables[table].checks[index].form {
      tables[table].checks[index].form = .lost
      lose(tables[table], "CHECK (\(tables[table].checks[index].source.sql))", reason)
    } else {
      tables[table].checks[index].form = .constraint
    }
  }

  private mutating func makeObject(table: Int) {
    tables[table].isObject = true
    objects.append(.init(name: tables[table].stored.name, sql: tables[table].stored.sql))
    for index in tables[table].indexes.indices where !tables[table].indexes[index].isObject {
      tables[table].indexes[index].isObject = true
      let model = tables[table].indexes[index]
      objects.append(.init(name: model.sqlName, sql: model.sql))
    }
    for search in searches.indices where searches[search].table == table {
      guard !searches[search].isObject else { continue }
      searches[search].isObject = true
      objects.append(.init(name: searches[search].sqlName, sql: searches[search].sql))
    }
  }

  private mutating func lose(_ table: Table, _ what: String, _ reason: String) {
    losses.append(.init(subject: table.stored.foldedName, what: what, reason: reason))
  }
}
