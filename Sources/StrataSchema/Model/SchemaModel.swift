/// The compiled meaning of all schema files of one database.
///
/// Every name is bound, every default filled in. Whatever the order of the files, the order of its
/// parts is the same.
package struct SchemaModel: Hashable, Sendable {
  /// The name of the Swift type generated for the database.
  package var database: Located<String>
  /// The oldest SQLite that the app meets, such as 3.37.0.
  package var sqliteVersion: SQLiteVersion
  package var access: Access
  package var generatesStandardRequests: Bool
  package var isCodable: Bool
  package var enums: [EnumModel]
  package var structs: [StructModel]
  /// The types that the app declares.
  package var appTypes: [AppTypeModel]
  package var tables: [TableModel]
  package var views: [ViewModel]
  package var searches: [SearchModel] = []
  package var collections: [CollectionModel] = []
  package var triggers: [TriggerModel] = []
  /// What is created in SQL of its own.
  package var objects: [ObjectModel] = []
  /// The functions and collations that the app registers.
  package var functions: [FunctionModel] = []
  package var collations: [Located<String>] = []
  /// The tokenizers of FTS5 that the app registers.
  package var tokenizers: [Located<String>] = []
  /// The requests that stand on no table.
  package var requests: [RequestModel] = []
  package var statements: [StatementModel] = []
  /// The old names of tables whose rows may be lost.
  package var allowedDrops: [Located<String>] = []
  /// The base names of the files that the model was read from, sorted.
  package var files: [String]
  /// What is wrong with the model itself; nothing is generated from one that has faults.
  package var faults: SchemaFaults

  package enum Access: String, Hashable, Sendable, CaseIterable {
    case `internal`, `public`
  }

  package init(
    database: Located<String>,
    sqliteVersion: SQLiteVersion,
    access: Access,
    generatesStandardRequests: Bool,
    isCodable: Bool,
    enums: [EnumModel],
    structs: [StructModel] = [],
    appTypes: [AppTypeModel] = [],
    tables: [TableModel],
    views: [ViewModel],
    files: [String],
    faults: SchemaFaults = SchemaFaults()
  ) {
    self.database = database
    self.sqliteVersion = sqliteVersion
    self.access = access
    self.generatesStandardRequests = generatesStandardRequests
    self.isCodable = isCodable
    self.enums = enums
    self.structs = structs
    self.appTypes = appTypes
    self.tables = tables
    self.views = views
    self.files = files
    self.faults = faults
  }
}

/// A version of the SQLite library, ordered as its numbers are.
package struct SQLiteVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
  package var major: Int
  package var minor: Int
  package var patch: Int

  package init(_ major: Int, _ minor: Int, _ patch: Int = 0) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// The form of `sqlite3_libversion_number`: 3.37.2 is 3037002.
  package var number: Int { major * 1_000_000 + minor * 1000 + patch }
  package var description: String { "\(major).\(minor)" + (patch == 0 ? "" : ".\(patch)") }

  package static func < (left: SQLiteVersion, right: SQLiteVersion) -> Bool {
    left.number < right.number
  }
}
