internal import Foundation
public import Strata

/// The rows of a query.
public struct DocumentResultSet: Sendable {
  /// The names of the columns.
  public let columns: [String]
  let store: DocumentStore
  /// The values of one row after the other.
  private var values: [DatabaseValue] = []

  init(columns: [String], store: DocumentStore) {
    self.columns = columns
    self.store = store
  }

  mutating func append(_ row: Row) {
    for index in columns.indices { values.append(row.databaseValue(atIndex: index)) }
  }

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
    return try map { try $0.data(as: type, layout) }
  }
}

extension DocumentResultSet: RandomAccessCollection {
  /// 0.
  public var startIndex: Int { 0 }
  /// The number of rows.
  public var endIndex: Int { columns.isEmpty ? 0 : values.count / columns.count }

  /// A row.
  public subscript(_ position: Int) -> DocumentResult {
    let start = position * columns.count
    return DocumentResult(
      columns: columns,
      slice: values[start..<start + columns.count],
      store: store
    )
  }
}

/// Where a query has what a model is made of.
struct DocumentLayout {
  /// Places in the row, nil where there is no such column.
  let id: Int?
  let revision: Int?
  let data: Int?
  /// The column that has the document as JSON; nil where each column is a field.
  let dataKey: String?

  init(_ columns: [String], _ dataKey: String?) {
    id = columns.firstIndex(of: "id")
    revision = columns.firstIndex(of: "revision")
    data = dataKey.flatMap { columns.firstIndex(of: $0) }
    self.dataKey = dataKey
  }
}

/// A row of a query.
public struct DocumentResult: Sendable {
  /// The names of the columns.
  public let columns: [String]
  private let slice: ArraySlice<DatabaseValue>
  let store: DocumentStore

  init(columns: [String], slice: ArraySlice<DatabaseValue>, store: DocumentStore) {
    self.columns = columns
    self.slice = slice
    self.store = store
  }

  /// The values of the columns.
  public var values: [DatabaseValue] { Array(slice) }

  private func value(_ place: Int) -> DatabaseValue { slice[slice.startIndex + place] }

  /// The value of a column; nil where there is no such column.
  public subscript(_ column: String) -> DatabaseValue? { columns.firstIndex(of: column).map(value) }

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
    try data(as: type, DocumentLayout(columns, dataKey))
  }

  func data<Model: Decodable>(as type: Model.Type, _ layout: DocumentLayout) throws -> Model {
    let id = layout.id.flatMap { String.fromDatabaseValue(value($0)) }
    do {
      return try layout.dataKey.map { try model(type, of: $0, id, layout) } ?? model(type)
    } catch let error as DecodingError {
      throw DocumentError(error, collection: nil, documentID: id)
    }
  }

  private func model<Model: Decodable>(_ type: Model.Type) throws -> Model {
    let fields = JSONFields()
    for (column, value) in zip(columns, slice) { fields[column] = JSONValue(value) }
    let run = DecodingRun(documentID: nil, store: store, isRow: true)
    let model = try Model(from: DocumentDecoder(run, .object(fields), isWhole: true))
    run.finish()
    return model
  }

  private func model<Model: Decodable>(
    _ type: Model.Type,
    of dataKey: String,
    _ id: String?,
    _ layout: DocumentLayout
  ) throws -> Model {
    guard let body = layout.data.flatMap({ String.fromDatabaseValue(value($0)) }) else {
      throw DecodingError.keyNotFound(
        FieldKey(stringValue: dataKey),
        DecodingError.Context(codingPath: [], debugDescription: "the row has no such text")
      )
    }
    let version = layout.revision.flatMap { String.fromDatabaseValue(value($0)) }
      .flatMap { Version($0) }
    let state = id.map {
      DocumentID.State(id: $0, knowledge: version.map { .revision($0) } ?? .unread)
    }
    let run = DecodingRun(documentID: state, store: store)
    return try Model(from: DocumentDecoder(run, try JSONValue(body: body), isWhole: true))
  }
}

extension JSONValue {
  /// The value of a column.
  init(_ value: DatabaseValue) {
    switch value.storage {
    case .null: self = .null
    case .int64(let number): self = .int(number)
    case .double(let number): self = .double(number)
    case .string(let text): self = .string(text)
    case .blob(let data): self = .string(data.base64EncodedString())
    }
  }
}
