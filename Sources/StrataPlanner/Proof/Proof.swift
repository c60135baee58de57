package import StrataSchema

/// A schema that SQLite has accepted, with everything that it said about it: what the writers write
/// from.
package struct Proof: Hashable, Sendable {
  package var schema: SchemaModel
  /// The statements that create the database, in order.
  package var creation: [String]
  /// A hash of the creation's meaning: comments and white space do not count.
  package var schemaHash: String
  package var views: [ProvedView]
  package var requests: [ProvedRequest]
  package var statements: [ProvedStatement]
  /// The SQL names of tables for which no row could be made to try the requests on.
  package var tablesWithoutRows: [String] = []
  /// The recorded steps that lead to the schema; empty for a prototype.
  package var steps: [RecordedStep] = []

  package init(
    schema: SchemaModel,
    creation: [String],
    schemaHash: String,
    views: [ProvedView],
    requests: [ProvedRequest],
    statements: [ProvedStatement] = []
  ) {
    self.schema = schema
    self.creation = creation
    self.schemaHash = schemaHash
    self.views = views
    self.requests = requests
    self.statements = statements
  }
}

/// A result column, typed.
package struct ProvedColumn: Hashable, Sendable {
  /// The Swift name.
  package var name: String
  package var sqlName: String
  package var type: ValueType
  package var isOptional: Bool
  package var storage: ColumnStorage
  /// The form of text of a date that it is; nil for any other value, and for a date as it is stored.
  var dateForm: DateForm?

  package init(
    name: String,
    sqlName: String,
    type: ValueType,
    isOptional: Bool,
    storage: ColumnStorage
  ) {
    self.name = name
    self.sqlName = sqlName
    self.type = type
    self.isOptional = isOptional
    self.storage = storage
  }
}

/// A view with the columns that it gives.
package struct ProvedView: Hashable, Sendable {
  package var model: ViewModel
  package var columns: [ProvedColumn]
  package var footprint: Footprint

  package init(model: ViewModel, columns: [ProvedColumn], footprint: Footprint) {
    self.model = model
    self.columns = columns
    self.footprint = footprint
  }
}

/// The tables and columns that SQL reads, by their SQL names; views are resolved to their tables.
package struct Footprint: Hashable, Sendable {
  /// The tables, sorted by name, with their columns, sorted.
  ///
  /// A table of which only the existence of rows is read has no
  /// columns here and stands for the whole table.
  package var tables: [Table]

  package struct Table: Hashable, Sendable {
    package var name: String
    package var columns: [String]

    package init(name: String, columns: [String]) {
      self.name = name
      self.columns = columns
    }
  }

  package init(tables: [Table]) {
    self.tables = tables
  }
}

/// A request that SQLite has prepared.
package struct ProvedRequest: Hashable, Sendable {
  package var model: RequestModel
  /// The key of the table or view whose record the request gives or whose rows it counts; nil for
  /// SQL that gives rows or values of its own.
  package var source: String?
  /// The Swift name of the request's type, such as `TopPlayersRequest`.
  package var typeName: String
  /// The whole SQL, with parameters written `?1`, `?2`, … in the order of `parameters`.
  package var sql: String
  package var parameters: [ProvedParameter]
  package var result: Result
  /// The rows that it gives, where they are no record's.
  package var row: ProvedRow?
  package var footprint: Footprint
  /// The orders that can be chosen; `sql` has the one that is taken where none is.
  package var orders: [ProvedOrder] = []
  /// The pages, in each order, where the request is read page by page.
  package var pages: [ProvedPage] = []

  package enum Result: Hashable, Sendable {
    /// Rows of the source's record with all its columns, or else of `row`.
    case many
    case first
    case count
    case exists
    /// One value. `isOptional` also where there may be no row and no default is declared.
    case value(ProvedColumn)
  }

  package init(
    model: RequestModel,
    source: String?,
    typeName: String,
    sql: String,
    parameters: [ProvedParameter],
    result: Result,
    row: ProvedRow? = nil,
    footprint: Footprint
  ) {
    self.model = model
    self.source = source
    self.typeName = typeName
    self.sql = sql
    self.parameters = parameters
    self.result = result
    self.row = row
    self.footprint = footprint
  }
}

/// A parameter of a request, typed by its author or by the column that it meets.
package struct ProvedParameter: Hashable, Sendable {
  package var name: String
  package var type: ValueType
  package var isOptional: Bool
  /// How the value has to be bound so that it compares with the column that it meets.
  package var storage: ColumnStorage
  package var defaultValue: ColumnModel.DefaultValue?
  /// Whether it is a list that stands after IN; `type` and `storage` are then those of its elements.
  package var isList = false

  package init(
    name: String,
    type: ValueType,
    isOptional: Bool,
    storage: ColumnStorage,
    defaultValue: ColumnModel.DefaultValue?
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.storage = storage
    self.defaultValue = defaultValue
  }
}
