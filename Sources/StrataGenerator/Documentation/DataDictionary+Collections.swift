import StrataPlanner
import StrataSchema

// Collections of documents, of which the table that keeps them is no concern of a reader.
extension DataDictionary {
  mutating func write(_ collection: CollectionModel) {
    heading(3, collection.name, anchor: "collection")
    doc(collection.model.doc)
    let view = schema.views.first { $0.collection == collection.name }
    let columns = proof.views.first { $0.model.collection == collection.name }?.columns ?? []
    paragraph(
      "Documents; in SQL the view \(MarkdownText.code(collection.sqlName))"
        + (columns.isEmpty ? "" : " with the columns \(codes(columns.map(\.name)))") + "."
    )
    block(
      MarkdownText.table(
        ["field", "type", "default", "about"],
        collection.model.properties.map { field in
          [
            MarkdownText.code(field.name), MarkdownText.code(collection.spelling(of: field)),
            field.defaultValue.map { MarkdownText.code($0.json) } ?? "",
            field.doc.map(MarkdownText.line) ?? "",
          ]
        }
      )
    )
    let table = schema.tables.first { $0.collection == collection.name }
    let indexes = (table?.indexes ?? []).filter { $0.sqlName != collection.expirationIndexName }
    list("Indexes", indexes.map(index))
    list("Requests", (view?.requests ?? []).map { request(named: $0.name.value) })
  }
}

extension CollectionModel {
  /// The type of a field as the schema spells it.
  func spelling(of field: StructModel.Property) -> String {
    (blobs.contains(field.name) ? "Blob" : field.type.swiftSpelling) + (field.isOptional ? "?" : "")
  }
}
