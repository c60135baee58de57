@testable import SearchSample
@testable import Strata

/// A database of articles, with the functions and the collation that its schema declares.
enum Articles {
  static var configuration: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { db in try register(db) }
    return configuration
  }

  static func register(_ db: Database) throws {
    try db.sqlite.addFunction("slug", argumentCount: 1, isDeterministic: true) { arguments in
      let text = String.fromDatabaseValue(arguments[0]) ?? ""
      return text.lowercased().replacing(" ", with: "-").databaseValue
    }
    try db.sqlite.addFunction("wordCount", argumentCount: nil, isDeterministic: false) {
      (String.fromDatabaseValue($0[0]) ?? "").split(separator: " ").count.databaseValue
    }
    try db.sqlite.addAggregate("longest", argumentCount: 1, isDeterministic: false) { Longest() }
    try db.sqlite.addCollation("reversed") { $0 == $1 ? 0 : $0 < $1 ? 1 : -1 }
  }

  static func open() throws -> DatabaseQueue {
    try ArticlesDatabase.openInMemory(configuration: configuration)
  }
}

/// The longest of some texts; nil where there is none.
private final class Longest: SQLiteAggregate {
  private var longest: String?

  func step(_ arguments: [DatabaseValue]) {
    guard let text = String.fromDatabaseValue(arguments[0]) else { return }
    if text.count > longest?.count ?? -1 { longest = text }
  }

  func finalize() -> DatabaseValue { longest?.databaseValue ?? .null }
}
