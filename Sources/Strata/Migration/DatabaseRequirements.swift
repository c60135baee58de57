/// What a generated database needs of its connections.
public struct DatabaseRequirements: Hashable, Sendable {
  /// A function of SQL that the app registers.
  public struct Function: Hashable, Sendable {
    /// The name in SQL.
    public var name: String
    /// How many arguments it takes; nil for any number.
    public var argumentCount: Int?

    /// Names a function.
    public init(_ name: String, _ argumentCount: Int? = nil) {
      self.name = name
      self.argumentCount = argumentCount
    }
  }

  /// The functions that SQL of the schema calls.
  public var functions: [Function]
  /// The collations that SQL of the schema names.
  public var collations: [String]
  /// Whether there is a full-text search, whose index rows that REPLACE replaces have to leave
  /// (https://sqlite.org/lang_conflict.html).
  public var hasSearch: Bool

  /// Makes requirements.
  public init(functions: [Function] = [], collations: [String] = [], hasSearch: Bool = false) {
    self.functions = functions
    self.collations = collations
    self.hasSearch = hasSearch
  }

  /// Prepares every connection; the app's own preparations come first.
  func apply(to configuration: inout Configuration) {
    if self == DatabaseRequirements() { return }
    configuration.prepareDatabase { db in
      if hasSearch { try db.execute(sql: "PRAGMA recursive_triggers = ON") }
      try check(db)
    }
  }

  /// - Throws: `MigrationError` that names what is not registered.
  private func check(_ db: Database) throws {
    let missingFunctions = functions.filter { function in
      let arguments = Array(repeating: "NULL", count: function.argumentCount ?? 0)
      return !db.accepts(
        "SELECT \(function.name.quotedDatabaseIdentifier)(\(arguments.joined(separator: ", ")))"
      )
    }
    let missingCollations = collations.filter {
      !db.accepts("SELECT '' = '' COLLATE \($0.quotedDatabaseIdentifier)")
    }
    if missingFunctions.isEmpty, missingCollations.isEmpty { return }
    throw MigrationError(
      reason: .unregistered(
        functions: missingFunctions.map(\.description),
        collations: missingCollations
      )
    )
  }
}

extension DatabaseRequirements.Function: CustomStringConvertible {
  /// The name with the number of arguments.
  public var description: String {
    switch argumentCount {
    case nil: "\(name)(…)"
    case 1: "\(name)(1 argument)"
    case .some(let count): "\(name)(\(count) arguments)"
    }
  }
}

extension Database {
  /// Whether SQLite compiles the statement.
  fileprivate func accepts(_ sql: String) -> Bool { (try? makeStatement(sql: sql)) != nil }
}
