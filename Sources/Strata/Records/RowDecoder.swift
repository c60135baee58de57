internal import Foundation

extension FetchableRecord where Self: Decodable {
  /// Decodes the columns by their names; a value that is no column of its own is JSON.
  public init(row: Row) throws {
    if let strategy = row.decoding(of: Self.self) {
      self = try Self(from: StrategyDecoder(row: row, strategy: strategy))
    } else {
      self = try RowDecoder.decode(Self.self, row)
    }
  }
}

/// Decodes a `Decodable` type from a row.
///
/// A key is a column. Where the column's type is stored in one value it is read so, else it is decoded
/// from JSON. A key that is no column may be the row beside this one of that name.
///
/// A decoder is good only in the initialiser that gets it. A row keeps its own, with the containers
/// that were asked for, since each row of a statement is decoded as the one before.
final class RowDecoder: Decoder {
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  // A decoder that a row keeps does not hold it: that would be a cycle, and a row that somebody else
  // holds is copied. The row lives as long as `isActive` says so, since whoever decodes it holds it.
  private unowned(unsafe) let activeRow: Row
  @exclusivity(unchecked) private var isActive: Bool
  /// The row of a decoder that no row keeps.
  private let ownRow: Row?
  /// What reads the columns by their places in the statement's row.
  @exclusivity(unchecked) private(set) var reader: RowReader

  // The columns are found here and not through the row, since this is where the time goes.
  private let names: [String]
  /// The place of the column that was last found.
  @exclusivity(unchecked) private var lastColumn = -1
  /// The column that was looked for after each, the last time, since types ask in the same order row
  /// after row.
  ///
  /// Empty where no row keeps the decoder.
  @exclusivity(unchecked) private var successors: [Int]
  /// The keys that are no columns.
  @exclusivity(unchecked) private var others: [String] = []

  /// A decoder that holds its row.
  init(row: Row, codingPath: [any CodingKey]) {
    activeRow = row
    ownRow = row
    isActive = true
    reader = row.statementReader
    self.codingPath = codingPath
    names = row.layout.columnNames
    successors = []
  }

  /// A decoder that the row will keep.
  private init(keptBy row: Row) {
    activeRow = row
    ownRow = nil
    isActive = false
    reader = row.statementReader
    codingPath = []
    names = row.layout.columnNames
    successors = Array(repeating: -1, count: names.count + 1)
  }

  /// Decodes a row on its own.
  static func decode<Value: Decodable>(_ type: Value.Type, _ row: Row) throws -> Value {
    // Parts of a row are made anew for each.
    guard row.whole == nil else { return try Value(from: RowDecoder(row: row, codingPath: [])) }
    let decoder: RowDecoder
    if let kept = row.decoder {
      decoder = kept
    } else {
      decoder = RowDecoder(keptBy: row)
      row.decoder = decoder
    }
    // A record that is the row itself is decoded while another one is.
    let wasActive = decoder.isActive
    decoder.isActive = true
    decoder.reader = row.statementReader
    defer { withExtendedLifetime(row) { decoder.isActive = wasActive } }
    return try Value(from: decoder)
  }

  /// The row.
  ///
  /// - Throws: `DecodingError` where somebody has kept the decoder.
  var row: Row {
    get throws {
      guard isActive else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: codingPath,
            debugDescription: "a row was decoded outside of the initialiser that got its decoder"
          )
        )
      }
      return activeRow
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard ownRow == nil else { return KeyedDecodingContainer(RowContainer(decoder: self)) }
    let row = try row
    for (key, container) in row.containers where key == ObjectIdentifier(type) {
      if let container = container as? KeptContainer<Key> { return container.container }
    }
    let container = KeyedDecodingContainer(RowContainer<Key>(decoder: self))
    row.containers.append((ObjectIdentifier(type), KeptContainer(container)))
    return container
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: codingPath, debugDescription: "a row is no list")
    )
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: codingPath, debugDescription: "a row is no single value")
    )
  }
}

/// A container that a row keeps.
private final class KeptContainer<Key: CodingKey> {
  let container: KeyedDecodingContainer<Key>
  init(_ container: KeyedDecodingContainer<Key>) { self.container = container }
}

// MARK: - The types of most columns

extension RowDecoder {
  /// The place of the leftmost column of that name in the statement's row.
  @inline(__always)
  func index(of name: String) throws -> Int? {
    guard !successors.isEmpty else { return try row.index(of: name) }
    let guess = successors[lastColumn + 1]
    if guess >= 0, isActive, names[guess] == name {
      lastColumn = guess
      return guess
    }
    return try findIndex(of: name)
  }

  @inline(never)
  private func findIndex(of name: String) throws -> Int? {
    let row = try row
    if others.contains(name) { return nil }
    guard let index = row.index(of: name) else {
      others.append(name)
      return nil
    }
    successors[lastColumn + 1] = index
    lastColumn = index
    return index
  }

  /// The place of a column that has to be there.
  @inline(__always)
  private func column(_ name: String, _ type: Any.Type) throws -> Int {
    guard let index = try index(of: name) else { throw try row.missing(type, name) }
    return index
  }

  /// The place of a column that is there and not NULL.
  @inline(__always)
  private func columnIfPresent(_ name: String) throws -> Int? {
    guard let index = try index(of: name), !reader.isNull(index) else { return nil }
    return index
  }

  @inline(__always)
  private func int(at index: Int) throws -> Int {
    if let number = reader.storedInteger(index), let value = Int(exactly: number) { return value }
    return try row.value(Int.self, at: index)
  }

  @inline(__always)
  private func int64(at index: Int) throws -> Int64 {
    try reader.storedInteger(index) ?? row.value(Int64.self, at: index)
  }

  @inline(__always)
  private func bool(at index: Int) throws -> Bool {
    if let number = reader.storedInteger(index) { return number != 0 }
    return try row.value(Bool.self, at: index)
  }

  @inline(__always)
  private func double(at index: Int) throws -> Double {
    try reader.storedReal(index) ?? row.value(Double.self, at: index)
  }

  @inline(__always)
  private func string(at index: Int) throws -> String {
    try reader.storedText(index) ?? row.value(String.self, at: index)
  }

  func int(_ name: String) throws -> Int { try int(at: column(name, Int.self)) }
  func int64(_ name: String) throws -> Int64 { try int64(at: column(name, Int64.self)) }
  func bool(_ name: String) throws -> Bool { try bool(at: column(name, Bool.self)) }
  func double(_ name: String) throws -> Double { try double(at: column(name, Double.self)) }
  func string(_ name: String) throws -> String { try string(at: column(name, String.self)) }

  func optionalInt(_ name: String) throws -> Int? {
    guard let index = try columnIfPresent(name) else { return nil }
    return try int(at: index)
  }

  func optionalInt64(_ name: String) throws -> Int64? {
    guard let index = try columnIfPresent(name) else { return nil }
    return try int64(at: index)
  }

  func optionalBool(_ name: String) throws -> Bool? {
    guard let index = try columnIfPresent(name) else { return nil }
    return try bool(at: index)
  }

  func optionalDouble(_ name: String) throws -> Double? {
    guard let index = try columnIfPresent(name) else { return nil }
    return try double(at: index)
  }

  func optionalString(_ name: String) throws -> String? {
    guard let index = try columnIfPresent(name) else { return nil }
    return try string(at: index)
  }
}
