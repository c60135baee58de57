public import Foundation

/// An order of texts that an app adds to SQL.
///
/// ```swift
/// let bySize = DatabaseCollation("bySize") { a, b in
///   a.count < b.count ? .orderedAscending : a.count > b.count ? .orderedDescending : .orderedSame
/// }
/// configuration.prepareDatabase { db in db.add(collation: bySize) }
/// ```
public final class DatabaseCollation: Sendable {
  /// What the collation is called in SQL.
  public let name: String
  private let compare: @Sendable (String, String) -> ComparisonResult

  /// A collation.
  ///
  /// - Parameters:
  ///   - name: what it is called in SQL.
  ///   - function: compares two texts; it has to be an order, or indexes become unusable.
  public init(
    _ name: String,
    function: @escaping @Sendable (String, String) -> ComparisonResult
  ) {
    self.name = name
    compare = function
  }

  fileprivate func add(to connection: SQLiteConnection) throws {
    try connection.addCollation(name) { [compare] in compare($0, $1).rawValue }
  }
}

// The collations that every connection knows, under GRDB's names, so that its databases can be opened.
extension DatabaseCollation {
  /// The order of Swift's texts, which are equal where they look the same.
  public static let unicodeCompare = DatabaseCollation("swiftCompare") { a, b in
    a < b ? .orderedAscending : a == b ? .orderedSame : .orderedDescending
  }

  /// Foundation's order without regard to upper and lower case.
  public static let caseInsensitiveCompare = DatabaseCollation("swiftCaseInsensitiveCompare") {
    $0.caseInsensitiveCompare($1)
  }

  /// Foundation's order in the user's language.
  public static let localizedCompare = DatabaseCollation("swiftLocalizedCompare") {
    $0.localizedCompare($1)
  }

  /// Foundation's order in the user's language without regard to upper and lower case.
  public static let localizedCaseInsensitiveCompare = DatabaseCollation(
    "swiftLocalizedCaseInsensitiveCompare"
  ) {
    $0.localizedCaseInsensitiveCompare($1)
  }

  /// The order in which the system lists files.
  public static let localizedStandardCompare = DatabaseCollation("swiftLocalizedStandardCompare") {
    $0.localizedStandardCompare($1)
  }

  fileprivate static let known = [
    unicodeCompare, caseInsensitiveCompare, localizedCompare, localizedCaseInsensitiveCompare,
    localizedStandardCompare,
  ]
}

extension Database {
  /// Adds a collation to the SQL of this connection, in place of one of the same name.
  ///
  /// Do it in `Configuration.prepareDatabase(_:)`, so that all connections of a pool have it.
  public func add(collation: DatabaseCollation) {
    checkConfinement()
    do { try collation.add(to: sqlite) } catch {
      preconditionFailure("the collation \(collation.name) cannot be added: \(error)")
    }
  }

  /// Removes a collation from the SQL of this connection.
  public func remove(collation: DatabaseCollation) {
    checkConfinement()
    do { try sqlite.removeCollation(collation.name) } catch {
      preconditionFailure("the collation \(collation.name) cannot be removed: \(error)")
    }
  }

  /// Adds the collations that every connection knows, each when SQL first names it.
  func supplyCollations() {
    sqlite.setCollationSupply { [unowned sqlite] name in
      let known = DatabaseCollation.known.first { $0.name.lowercased() == name.lowercased() }
      // Where it cannot be added, SQLite says that there is no such collation.
      try? known?.add(to: sqlite)
    }
  }
}
