/// Decodes the rows that were fetched for a row by `including(all:)`, as a list.
struct PrefetchedRowsDecoder: Decoder {
  let rows: [Row]
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    RowsContainer(rows: rows, codingPath: codingPath)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw notThis("rows are a list")
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw notThis("rows are a list")
  }

  private func notThis(_ description: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: description))
  }
}

private struct RowsContainer: UnkeyedDecodingContainer {
  let rows: [Row]
  let codingPath: [any CodingKey]
  var currentIndex = 0

  init(rows: [Row], codingPath: [any CodingKey]) {
    self.rows = rows
    self.codingPath = codingPath
  }

  var count: Int? { rows.count }
  var isAtEnd: Bool { currentIndex >= rows.count }

  private mutating func next() throws -> RowDecoder {
    guard !isAtEnd else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath, debugDescription: "no further row")
      )
    }
    defer { currentIndex += 1 }
    return RowDecoder(row: rows[currentIndex], codingPath: codingPath)
  }

  mutating func decodeNil() -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let decoder = try next()
    if let type = type as? any FetchableRecord.Type,
      let record = try decoder.row.record(type) as? Value
    {
      return record
    }
    return try type.init(from: decoder)
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    try next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try next() }
}
