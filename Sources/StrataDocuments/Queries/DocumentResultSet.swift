public import Strata

/// The rows of a query.
public struct DocumentResultSet: Sendable {
  private let rows: DocumentRows

  init(_ rows: DocumentRows) { self.rows = rows }

  /// The names of the columns.
  public var columns: [String] { rows.columns }

  /// All rows.
  public func allResults() -> [DocumentResult] { Array(self) }

  /// The models of all rows.
  ///
  /// - Parameters:
  ///   - type: what a row is decoded into. A model that will be saved needs the column `id`; with the
  ///     column `revision` a save knows whether somebody else was faster.
  ///   - dataKey: the column that has the document as JSON; nil where each column is a field.
  /// - Returns: the models, in order.
  /// - Throws: `DocumentError` that names document and field.
  public func data<Model: Decodable>(
    as type: Model.Type,
    dataKey: String? = nil
  ) throws -> [Model] {
    let layout = DocumentLayout(columns, dataKey)
    var documents = DecodedDocuments(rows.store)
    var models: [Model] = []
    models.reserveCapacity(rows.count)
    for place in 0..<rows.count {
      models.append(try DocumentResult(rows: rows, place: place).data(as: type, layout, &documents))
    }
    return models
  }
}

extension DocumentResultSet: RandomAccessCollection {
  /// 0.
  public var startIndex: Int { 0 }
  /// The number of rows.
  public var endIndex: Int { rows.count }

  /// A row.
  public subscript(_ position: Int) -> DocumentResult {
    precondition(indices.contains(position), "no row at \(position)")
    return DocumentResult(rows: rows, place: position)
  }
}

/// A row of a query.
public struct DocumentResult: Sendable {
  private let rows: DocumentRows
  private let place: Int

  init(rows: DocumentRows, place: Int) {
    self.rows = rows
    self.place = place
  }

  /// The names of the columns.
  public var columns: [String] { rows.columns }

  /// The values of the columns.
  public var values: [DatabaseValue] { rows.columns.indices.map { rows.value($0, place) } }

  /// The value of a column; nil where there is no such column.
  public subscript(_ column: String) -> DatabaseValue? {
    rows.columns.firstIndex(of: column).map { rows.value($0, place) }
  }

  /// The model of the row.
  ///
  /// - Parameters:
  ///   - type: what the row is decoded into.
  ///   - dataKey: the column that has the document as JSON; nil where each column is a field.
  /// - Returns: the model.
  /// - Throws: `DocumentError` that names document and field.
  public func data<Model: Decodable>(
    as type: Model.Type,
    dataKey: String? = nil
  ) throws -> Model {
    var documents = DecodedDocuments(rows.store)
    return try data(as: type, DocumentLayout(rows.columns, dataKey), &documents)
  }

  func data<Model: Decodable>(
    as type: Model.Type,
    _ layout: DocumentLayout,
    _ documents: inout DecodedDocuments
  ) throws -> Model {
    do {
      return try layout.dataKey == nil ? model(type) : model(type, layout, &documents)
    } catch let error as DecodingError {
      throw DocumentError(error, collection: nil, documentID: id(layout))
    }
  }

  private func id(_ layout: DocumentLayout) -> String? {
    guard let column = layout.id else { return nil }
    if let utf8 = rows.utf8(column, place) { return String(decoding: utf8, as: UTF8.self) }
    return String.fromDatabaseValue(rows.value(column, place))
  }

  private func model<Model: Decodable>(_ type: Model.Type) throws -> Model {
    let fields = JSONFields()
    for (column, value) in zip(columns, values) { fields[column] = JSONValue(value) }
    let run = DecodingRun(documentID: nil, store: rows.store, isRow: true)
    let model = try Model(from: DocumentDecoder(run, .object(fields), isWhole: true))
    run.finish()
    return model
  }

  private func model<Model: Decodable>(
    _ type: Model.Type,
    _ layout: DocumentLayout,
    _ documents: inout DecodedDocuments
  ) throws -> Model {
    guard let body = layout.data.flatMap({ rows.utf8($0, place) }) else {
      throw DecodingError.keyNotFound(
        FieldKey(stringValue: layout.dataKey ?? ""),
        DecodingError.Context(codingPath: [], debugDescription: "the row has no such text")
      )
    }
    let property = id(layout).map { id in
      let revision = layout.revision.flatMap { rows.utf8($0, place) }
      return DocumentID(id, at: revision.flatMap { Version(utf8: $0) })
    }
    return try documents.next(type, property, body)
  }
}
