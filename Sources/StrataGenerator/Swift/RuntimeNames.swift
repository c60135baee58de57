/// Every symbol of the runtime that generated code mentions, named once.
enum RuntimeNames {
  static let module = "Strata"

  /// The module of documents, which only schemas with collections need.
  static let documentsModule = "StrataDocuments"

  // documents
  static let blob: SwiftCode = "StrataDocuments.Blob"
  static let documentFields: SwiftCode = "StrataDocuments.DocumentFields"
  static let documentID: SwiftCode = "StrataDocuments.DocumentID"
  static let documentModel: SwiftCode = "StrataDocuments.DocumentModel"
  static let documentRow: SwiftCode = "StrataDocuments.DocumentRow"

  // types and protocols
  static let belongsToAssociation: SwiftCode = "Strata.BelongsToAssociation"
  static let codableColumnType: SwiftCode = "Strata.CodableColumnType"
  static let columnSet: SwiftCode = "Strata.ColumnSet"
  static let columnType: SwiftCode = "Strata.ColumnType"
  static let compositeID: SwiftCode = "Strata.CompositeID"
  static let databaseRequirements: SwiftCode = "Strata.DatabaseRequirements"
  static let databaseValue: SwiftCode = "Strata.DatabaseValue"
  static let databaseValueConvertible: SwiftCode = "Strata.DatabaseValueConvertible"
  static let generatedDatabase: SwiftCode = "Strata.GeneratedDatabase"
  static let generatedRecord: SwiftCode = "Strata.GeneratedRecord"
  static let generatedSearch: SwiftCode = "Strata.GeneratedSearch"
  static let generatedView: SwiftCode = "Strata.GeneratedView"
  static let hasManyAssociation: SwiftCode = "Strata.HasManyAssociation"
  static let jsonObject: SwiftCode = "Strata.JSONObject"
  static let recordedMigration: SwiftCode = "Strata.RecordedMigration"
  static let recordDraft: SwiftCode = "Strata.RecordDraft"
  static let recordID: SwiftCode = "Strata.RecordID"
  static let requestFetch: SwiftCode = "Strata.RequestFetch"
  static let requestObservation: SwiftCode = "Strata.RequestObservation"
  static let requestPresence: SwiftCode = "Strata.RequestPresence"
  static let requestDefinition: SwiftCode = "Strata.RequestDefinition"
  static let requestRow: SwiftCode = "Strata.RequestRow"
  static let rowReader: SwiftCode = "Strata.RowReader"
  static let searchDefinition: SwiftCode = "Strata.SearchDefinition"
  static let searchedRecord: SwiftCode = "Strata.SearchedRecord"
  static let standardRequests: SwiftCode = "Strata.StandardRequests"
  static let statementKey: SwiftCode = "Strata.StatementKey"
  static let tableDefinition: SwiftCode = "Strata.TableDefinition"
  static let typedColumn: SwiftCode = "Strata.TypedColumn"
  static let valueBinder: SwiftCode = "Strata.ValueBinder"

  // the protocols of requests and statements
  static let changesStatement: SwiftCode = "Strata.ChangesStatement"
  static let countRequest: SwiftCode = "Strata.CountRequest"
  static let existsRequest: SwiftCode = "Strata.ExistsRequest"
  static let firstRequest: SwiftCode = "Strata.FirstRequest"
  static let firstStatement: SwiftCode = "Strata.FirstStatement"
  static let lastIDStatement: SwiftCode = "Strata.LastIDStatement"
  static let manyRequest: SwiftCode = "Strata.ManyRequest"
  static let manyStatement: SwiftCode = "Strata.ManyStatement"
  static let possibleLastIDStatement: SwiftCode = "Strata.PossibleLastIDStatement"
  static let orderedRequest: SwiftCode = "Strata.RequestWithOrders"
  static let pagedRequest: SwiftCode = "Strata.RequestWithPages"
  static let requestOrders: SwiftCode = "Strata.RequestOrders"
  static let requestPages: SwiftCode = "Strata.RequestPages"
  static let valueRequest: SwiftCode = "Strata.ValueRequest"

  // members
  static let belongsTo: SwiftCode = "belongsTo"
  static let collectionName: SwiftCode = "collectionName"
  static let bind: SwiftCode = "bind(to values: Strata.ValueBinder)"
  static let binder: SwiftCode = "values"
  static let definition: SwiftCode = "definition"
  static let fields: SwiftCode = "fields"
  static let hasMany: SwiftCode = "hasMany"
  static let migrations: SwiftCode = "migrations"
  static let minimumSQLiteVersion: SwiftCode = "minimumSQLiteVersion"
  static let omittedColumns: SwiftCode = "omittedColumns"
  static let prototype: SwiftCode = "prototype"
  static let reader: SwiftCode = "row"
  static let requirements: SwiftCode = "requirements"
  static let schemaHash: SwiftCode = "schemaHash"
  static let search: SwiftCode = "search"
  static let table: SwiftCode = "table"
  static let valueWithoutRow: SwiftCode = "valueWithoutRow"

  /// Types that the scope of a record, a draft or a request gives a meaning of its own: declared
  /// by the generator, or reached through a protocol that the type conforms to.
  static let scopedTypes: Set<String> = [
    "AllCases", "CodingKeys", "Columns", "Cursor", "Draft", "Fetch", "ID", "Model",
    "Observation", "Ordering",
    "Presence", "RawValue", "Record", "Result", "Row", "SchemaRequirements", "Search", "Value",
  ]

  /// Names that the parameters of generated functions take, so that a property of the same name
  /// has to be reached through `self`.
  static let parameters: Set<String> = ["row", "self", "values"]
}
