/// What the author wrote in one file.
struct SchemaSyntax: Sendable {
  var file: String
  var baseName: String
  var database: Located<String>?
  var sqliteVersion: Located<SQLiteVersion>?
  var isStrict: Located<Bool>?
  var access: Located<SchemaModel.Access>?
  var generatesStandardRequests: Located<Bool>?
  var isCodable: Located<Bool>?
  /// The tables that may be dropped.
  var allowedDrops: [Located<String>] = []
  var enums: [EnumSyntax] = []
  var structs: [StructSyntax] = []
  var appTypes: [AppTypeSyntax] = []
  var tables: [TableSyntax] = []
  var views: [ViewSyntax] = []
  var searches: [SearchSyntax] = []
  var collections: [CollectionSyntax] = []
  var triggers: [TriggerModel] = []
  var objects: [ObjectModel] = []
  var functions: [FunctionSyntax] = []
  var collations: [Located<String>] = []
  var tokenizers: [Located<String>] = []
  var requests: [RequestSyntax] = []
  var statements: [StatementSyntax] = []
}

struct EnumSyntax: Sendable {
  var name: Located<String>
  var rawType: Located<String>?
  var cases: [EnumCaseSyntax] = []
  /// Whether the cases are a list, so that only text can be their raw value.
  var isList = false
  var doc: String?
}

struct EnumCaseSyntax: Sendable {
  var name: Located<String>
  var rawValue: Located<String>?
  var was: [Located<String>] = []
}

struct TableSyntax: Sendable {
  var name: Located<String>
  var sqlName: Located<String>?
  var doc: String?
  var was: Located<String>?
  /// The columns that may be dropped.
  var allowedDrops: [Located<String>] = []
  var columns: [ColumnSyntax] = []
  var primaryKey: [Located<String>]?
  var primaryKeyRange: SourceRange?
  var uniques: [[Located<String>]] = []
  var isStrict: Located<Bool>?
  var isWithoutRowID: Located<Bool>?
  var constraints: [SQLFragment] = []
  var checks: [CheckModel] = []
  var indexes: [IndexSyntax] = []
  var requests: [RequestSyntax] = []
  var generatesStandardRequests: Bool?
  var isCodable: Bool?
}

struct StructSyntax: Sendable {
  var name: Located<String>
  var doc: String?
  var properties: [TypedNameSyntax] = []
}

struct AppTypeSyntax: Sendable {
  var name: Located<String>
  var stored: Located<String>?
  var module: Located<String>?
}

/// A type as it was written: `String?`, `Team.ID`, `[Int]`.
struct TypeSyntax: Sendable {
  indirect enum Collection: Sendable {
    case array(TypeSyntax)
    case dictionary(TypeSyntax)
  }

  /// The name without `?` and without `.ID`; empty for a collection.
  var name: String
  var isID: Bool
  var collection: Collection?
  var isOptional: Bool
  var range: SourceRange

  var spelling: String { requiredSpelling + (isOptional ? "?" : "") }

  /// The spelling without `?`.
  var requiredSpelling: String {
    switch collection {
    case .array(let element): "[\(element.spelling)]"
    case .dictionary(let element): "[String: \(element.spelling)]"
    case nil: name + (isID ? ".ID" : "")
    }
  }
}

struct ColumnSyntax: Sendable {
  var name: Located<String>
  /// Nil where it was reported as unreadable.
  var type: TypeSyntax?
  var stored: Located<String>?
  var defaultValue: DefaultSyntax?
  var isUnique: Located<Bool>?
  var check: SQLFragment?
  var collation: Located<String>?
  var generated: ColumnModel.GeneratedColumn?
  var sqlName: Located<String>?
  var sqlType: Located<String>?
  var isNotNull: Located<Bool>?
  var isAutoincrement: Located<Bool>?
  var isNewtype: Located<Bool>?
  var onDelete: Located<ForeignKeyModel.Action>?
  var onUpdate: Located<ForeignKeyModel.Action>?
  var accessor: Located<String>?
  var inverse: Located<String>?
  var was: Located<String>?
  var backfill: SQLFragment?
  var cast: SQLFragment?
  var doc: String?
}

struct IndexSyntax: Sendable {
  var name: Located<String>
  var sqlName: Located<String>?
  var entries: [SQLFragment] = []
  var condition: SQLFragment?
  var isUnique = false
}

struct ViewSyntax: Sendable {
  var name: Located<String>
  var sqlName: Located<String>?
  var doc: String?
  var sql: SQLFragment?
  var columns: [TypedNameSyntax] = []
  var primaryKey: [Located<String>] = []
  var requests: [RequestSyntax] = []
}

/// A name with a type: a column of a view, a parameter of a request, a property of a struct.
struct TypedNameSyntax: Sendable {
  var name: Located<String>
  var type: TypeSyntax?
  var stored: Located<String>?
  var defaultValue: DefaultSyntax?
  var doc: String?
}

struct RequestSyntax: Sendable {
  var name: Located<String>
  var doc: String?
  var parameters: [TypedNameSyntax] = []
  var condition: SQLFragment?
  var order: [SQLFragment] = []
  var orderRange: SourceRange?
  var orders: [OrderModel] = []
  var defaultOrder: Located<String>?
  var pageSize: Located<Int>?
  var plan: PlanModel?
  var limit: SQLFragment?
  var returns: Located<RequestModel.Returns>?
  var variants: Set<RequestModel.Variant>?
  var value: SQLFragment?
  var type: TypeSyntax?
  var defaultValue: DefaultSyntax?
  /// The whole SELECT of a request that stands on no table.
  var sql: SQLFragment?
  var columns: [TypedNameSyntax] = []
  var row: [NestedRecord] = []
  /// The columns of `sql` that tell its rows apart.
  var primaryKey: [Located<String>] = []
  var isCodable: Located<Bool>?
}

struct StatementSyntax: Sendable {
  var name: Located<String>
  var doc: String?
  var parameters: [TypedNameSyntax] = []
  var sql: SQLFragment?
  var returns: Located<StatementModel.Returns>?
  var columns: [TypedNameSyntax] = []
  var isCodable: Located<Bool>?
}
