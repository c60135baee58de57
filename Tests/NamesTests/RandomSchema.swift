import Foundation
import StrataSchema
import TestSupport

/// A schema whose names are taken from everywhere, with everything that a name can stand for.
struct RandomSchema {
  /// A part of a section, on lines of its own.
  struct Entry {
    var section: String
    var lines: [String]
    /// The type of the app that it names.
    var appType: String?
  }

  private var generator: SeededGenerator
  private(set) var entries: [Entry] = []
  private var tables: [String] = []
  /// The SQL names of tables with their first columns, which are numbers.
  private var sources: [(table: String, column: String)] = []
  private var types: [String] = []
  private let isPublic: Bool

  init(seed: UInt64, tables count: Int, isPublic: Bool) {
    generator = SeededGenerator(seed: seed)
    self.isPublic = isPublic
    for _ in 0..<count / 4 { addEnum() }
    for _ in 0..<count / 4 { addValue() }
    for _ in 0..<count / 4 { addAppType() }
    for _ in 0..<count { addTable() }
    for _ in 0..<count / 4 { addView() }
    for _ in 0..<count / 4 { addSearch() }
    for _ in 0..<count / 4 { addTrigger() }
    for _ in 0..<count / 2 { addSQLRequest() }
    for _ in 0..<count / 2 { addStatement() }
  }

  /// A schema in which each name is that of a table, its column, its request and its parameter.
  init(names: [String], isPublic: Bool) {
    generator = SeededGenerator(seed: 0)
    self.isPublic = isPublic
    for name in names {
      let quoted = Self.quoted(name)
      let condition = Self.quoted("\(Self.sqlQuoted(name)) = :\(name)")
      add(
        "tables",
        name,
        [
          "columns:", "  id: Int", "  \(quoted): Int", "requests:",
          "  \(quoted): {where: \(condition), order: {\(name == "default" ? "a" : quoted): [id]}}",
        ]
      )
    }
    for name in names {
      let column = Self.sqlQuoted(name)
      let table = Self.sqlQuoted(Identifier.lowercasingStart(of: name))
      let sql = "SELECT \(column), id AS other FROM \(table) WHERE \(column) = :\(name)"
      add("requests", "its" + name, ["sql: " + Self.quoted(sql)])
    }
  }

  // MARK: Names

  private mutating func name() -> String {
    let pool = NamePool.all.randomElement(using: &generator) ?? []
    let name = pool.randomElement(using: &generator) ?? "a"
    return switch Int.random(in: 0..<12, using: &generator) {
    case 0: name.capitalized
    case 1: name.lowercased()
    case 2: name + "ID"
    case 3: name + "Type"
    case 4: name + "Request"
    default: name
    }
  }

  private mutating func names(_ count: ClosedRange<Int>) -> [String] {
    (0..<Int.random(in: count, using: &generator)).map { _ in name() }
  }

  private mutating func type() -> String {
    let scalars = ["Int", "String", "Date", "UUID", "Bool", "Double", "Decimal", "URL", "Data"]
    let isOwn = Bool.random(using: &generator)
    let base = (isOwn ? types : scalars).randomElement(using: &generator) ?? "Int"
    let type =
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: "[\(base)]"
      case 1: "[String: \(base)]"
      default: base
      }
    return Bool.random(using: &generator) ? type + "?" : type
  }

  /// Text in the quotation marks of YAML.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.value < 0x20: result += "\\x0\(String(scalar.value, radix: 16))"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func sqlQuoted(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }

  // MARK: Parts

  private mutating func add(_ section: String, _ name: String, _ lines: [String]) {
    let first = "  \(Self.quoted(name)):"
    entries.append(Entry(section: section, lines: [first] + lines.map { "    " + $0 }))
  }

  private mutating func addEnum() {
    let name = name()
    types.append(name)
    add("enums", name, ["[" + names(1...5).map(Self.quoted).joined(separator: ", ") + "]"])
  }

  private mutating func properties(_ names: [String]) -> [String] {
    names.map { "\(Self.quoted($0)): \(Self.quoted(type()))" }
  }

  private mutating func addValue() {
    let name = name()
    // The type itself only comes after its properties, so that it is no circle.
    var lines = properties(names(1...5))
    if Bool.random(using: &generator) {
      lines.append("\(Self.quoted(self.name())): {type: Int, default: 1}")
    }
    types.append(name)
    add("values", name, lines)
  }

  private mutating func addAppType() {
    let name = name()
    types.append(name)
    add("types", name, ["{stored: Int}"])
    entries[entries.count - 1].appType = name
  }

  private mutating func addTable() {
    let name = name()
    let columns = names(1...6)
    var lines = ["columns:"]
    if Bool.random(using: &generator) {
      lines.append(
        "  id: {type: \(["Int", "String", "UUID"].randomElement(using: &generator) ?? "Int"), newtype: true}"
      )
    } else {
      lines.insert("primaryKey: [\(Self.quoted(columns[0]))]", at: 0)
    }
    for (index, column) in columns.enumerated() {
      let type = index == 0 ? "Int" : self.type()
      lines.append("  \(Self.quoted(column)): \(Self.quoted(type))")
    }
    if let other = tables.randomElement(using: &generator) {
      let accessors = "as: \(Self.quoted(self.name())), inverse: \(Self.quoted(self.name()))"
      let type = Self.quoted(other + ".ID?")
      lines.append("  \(Self.quoted(self.name())): {type: \(type), \(accessors)}")
    }
    if Bool.random(using: &generator) {
      lines.append("  \(Self.quoted(self.name())): {type: String, default: {sql: \"'x'\"}}")
    }
    lines.append("indexes: {\(Self.quoted(self.name())): [\"1\"]}")
    lines.append("checks: {\(Self.quoted(self.name())): \"1\"}")
    lines.append("requests:")
    for returns in ["many", "first"] where Bool.random(using: &generator) {
      let parameter = self.name()
      let isWord = parameter.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      let used = isWord && !parameter.isEmpty ? parameter : "p"
      let condition = Self.quoted("\(Self.sqlQuoted(columns[0])) = :\(used)")
      lines.append("  \(Self.quoted(self.name())): {where: \(condition), returns: \(returns)}")
    }
    if lines.last == "requests:" { lines.removeLast() }
    tables.append(name)
    sources.append((Identifier.lowercasingStart(of: name), columns[0]))
    add("tables", name, lines)
  }

  private mutating func addSearch() {
    let name = name()
    let columns = names(1...3)
    var lines = ["columns:", "  id: Int"]
    for column in columns { lines.append("  \(Self.quoted(column)): String") }
    add("tables", name, lines)
    let list = columns.map(Self.quoted).joined(separator: ", ")
    add("search", self.name(), ["table: \(Self.quoted(name))", "columns: [\(list)]"])
  }

  // MARK: SQL

  private mutating func source() -> (table: String, column: String) {
    let source = sources.randomElement(using: &generator) ?? ("a", "a")
    return (Self.sqlQuoted(source.table), Self.sqlQuoted(source.column))
  }

  /// A name that SQL takes for a parameter.
  private mutating func parameter() -> String {
    let name = name()
    let isWord = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return isWord && !name.isEmpty ? name : "p"
  }

  private mutating func addSQLRequest() {
    let (table, column) = source()
    let shown = names(1...4).map { column + " AS " + Self.sqlQuoted($0) }.joined(separator: ", ")
    let sql = "SELECT \(shown) FROM \(table) WHERE \(column) = :\(parameter())"
    add("requests", name(), ["sql: " + Self.quoted(sql)])
  }

  private mutating func addStatement() {
    let (table, column) = source()
    let values = "SET \(column) = :\(parameter()) WHERE \(column) > :\(parameter())"
    let returned = names(0...2).map { "\(column) AS " + Self.sqlQuoted($0) }
    let returning = returned.isEmpty ? "" : " RETURNING " + returned.joined(separator: ", ")
    add("statements", name(), ["sql: " + Self.quoted("UPDATE \(table) \(values)\(returning)")])
  }

  private mutating func addTrigger() {
    let (table, column) = source()
    let sql = "AFTER UPDATE OF \(column) ON \(table) BEGIN SELECT new.\(column); END"
    add("triggers", name(), ["sql: " + Self.quoted(sql)])
  }

  private mutating func addView() {
    let shown = names(1...4).map { "1 AS " + Self.sqlQuoted($0) }.joined(separator: ", ")
    add("views", name(), ["sql: " + Self.quoted("SELECT \(shown)")])
  }

  // MARK: Text

  private static let sections = [
    "enums", "values", "types", "tables", "views", "search", "triggers", "requests", "statements",
  ]

  /// The schema of some entries, and on which line each of them begins.
  func text(of kept: [Int], database: String) -> (text: String, starts: [(line: Int, entry: Int)]) {
    var lines = ["strata: 1", "database: \(database)"]
    if isPublic { lines.append("generate: {access: public}") }
    var starts: [(line: Int, entry: Int)] = []
    for section in Self.sections {
      let members = kept.filter { entries[$0].section == section }
      guard !members.isEmpty else { continue }
      lines.append("\(section):")
      for index in members {
        starts.append((lines.count + 1, index))
        lines += entries[index].lines
      }
    }
    return (lines.joined(separator: "\n") + "\n", starts)
  }

  /// The source of a type of the app.
  func source(ofAppType name: String) -> String {
    let access = isPublic ? "public " : ""
    return """
      \(access)struct `\(name)`: Swift.Hashable, Swift.Sendable, Swift.Codable,
        Strata.DatabaseValueConvertible, Swift.RawRepresentable
      {
        \(access)var rawValue: Swift.Int
        \(access)init(rawValue: Swift.Int) { self.rawValue = rawValue }
      }

      """
  }
}
