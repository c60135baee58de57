internal import Foundation
public import Strata

/// The rows of a query.
public struct DocumentResultSet: Sendable {
  /// The names of the columns.
  public let columns: [String]
  let store: DocumentStore
  private var rows: [[DatabaseValue]] = []

  init(columns: [String], store: DocumentStore) {
    self.columns = columns
    self.store = store
  }

  mutating func append(_ row: Row) { rows.append(row.databaseValues) }

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
    try map { try $0.data(as: type, dataKey: dataKey) }
  }
}

extension DocumentResultSet: RandomAccessCollection {
  /// 0.
  public var startIndex: Int { 0 }
  /// The number of rows.
  public var endIndex: Int { rows.count }

  /// A row.
  public subscript(_ position: Int) -> DocumentResult {
    DocumentResult(columns: columns, values: rows[position], store: store)
  }
}

/// A row of a query.
public struct DocumentResult: Sendable {
  /// The names of the columns.
  public let columns: [String]
  /// The values of the columns.
  public let values: [DatabaseValue]
  let store: DocumentStore

  /// The value of a column; nil where there is no such column.
  public subscript(_ column: String) -> DatabaseValue? {
    columns.firstIndex(of: column).map { values[$0] }
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
    let id = self["id"].flatMap { String.fromDatabaseValue($0) }
    do {
      return try dataKey.map { try model(type, of: $0, id) } ?? model(type)
    } catch let error as DecodingError {
      throw DocumentError(error, collection: nil, documentID: id)
    }
  }

  private func model<Model: Decodable>(_ type: Model.Type) throws -> Model {
    let fields = JSONFields()
    for (column, value) in zip(columns, values) { fields[column] = JSONValue(value) }
    let run = DecodingRun(documentID: nil, store: store, isRow: true)
    let model = try Model(from: DocumentDecoder(run, .object(fields), isWhole: true))
    run.finish()
    return model
  }

  private func model<Model: Decodable>(
    _ type: Model.Type,
    of dataKey: String,
    _ id: String?
  ) throws -> Model {
    guard let body = self[dataKey].flatMap({ String.fromDatabaseValue($0) }) else {
      throw DecodingError.keyNotFound(
        FieldKey(stringValue: dataKey),
        DecodingError.Context(codingPath: [], debugDescription: "the row has no such text")
      )
    }
    let version = self["revision"].flatMap { String.fromDatabaseValue($0) }.flatMap { Version($0) }
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
