/// A collection of documents: a class of models, the table in which the runtime keeps them, and a view
/// with a column for each field.
///
/// The table and the view stand among the other tables and views of the schema, so that they are
/// created, compared and migrated as those are.
package struct CollectionModel: Hashable, Sendable {
  /// The class with its fields.
  package var model: StructModel
  /// The name of the collection, which is that of its view in SQL.
  package var sqlName: String
  /// The fields that are blobs, which are stored aside; their type in the model is a text.
  package var blobs: Set<String>

  package init(model: StructModel, sqlName: String, blobs: Set<String>) {
    self.model = model
    self.sqlName = sqlName
    self.blobs = blobs
  }

  /// The key in the schema, which is the name of the class.
  package var name: String { model.name }
  package var range: SourceRange { model.range }

  /// The Swift name of a row of the view.
  package var rowName: String { Identifier.rowTypeName(ofCollection: name) }

  /// The name in SQL of the table.
  package var tableName: String { Self.tableName(sqlName) }

  package static func tableName(_ sqlName: String) -> String { tablePrefix + sqlName }

  /// The name of the collection that a table keeps; nil for another table.
  package static func name(ofTable table: String) -> String? {
    let isOne =
      table.sqlLowercased.hasPrefix(tablePrefix) && table.utf8.count > tablePrefix.utf8.count
    return isOne ? String(table.dropFirst(tablePrefix.count)) : nil
  }

  private static let tablePrefix = "strata_collection_"

  /// The name in SQL of the index by which the runtime finds what is to be purged.
  package var expirationIndexName: String { Self.expirationIndexName(sqlName) }
  static func expirationIndexName(_ sqlName: String) -> String { "strata_expiration_\(sqlName)" }
}

extension SchemaModel {
  /// The tables whose rows are records.
  package var recordTables: [TableModel] { tables.filter { $0.collection == nil } }

  /// The structs and classes that are stored as JSON.
  package var jsonModels: [StructModel] { structs + collections.map(\.model) }
}
