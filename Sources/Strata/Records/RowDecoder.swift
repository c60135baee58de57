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
  @exclusivity(unchecked) private(set) var isActive: Bool
  /// The row of a decoder that no row keeps.
  private let ownRow: Row?
  /// What reads the columns by their places in the statement's row.
  @exclusivity(unchecked) private(set) var reader: RowReader

  /// A decoder that holds its row.
  init(row: Row, codingPath: [any CodingKey]) {
    activeRow = row
    ownRow = row
    isActive = true
    reader = row.statementReader
    self.codingPath = codingPath
  }

  /// A decoder that the row will keep.
  private init(keptBy row: Row) {
    activeRow = row
    ownRow = nil
    isActive = false
    reader = row.statementReader
    codingPath = []
  }

  /// Decodes a row on its own.
  static func decode<Value: Decodable>(_ type: Value.Type, _ row: Row) throws -> Value {
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
    let row = try row
    if ownRow == nil {
      for index in row.containers.indices
      where row.containers[index].key == ObjectIdentifier(type) {
        // The type of the keys says which container it is.
        return unsafeDowncast(
          row.containers[index].container,
          to: Kept<KeyedDecodingContainer<Key>>.self
        ).value()
      }
    }
    return makeContainer(type, row)
  }

  @inline(never)
  private func makeContainer<Key: CodingKey>(
    _ type: Key.Type,
    _ row: Row
  ) -> KeyedDecodingContainer<Key> {
    guard ownRow == nil else {
      return KeyedDecodingContainer(RowContainer<Key>(RowKeys(type, self, areKept: false)))
    }
    let container = KeyedDecodingContainer(RowContainer<Key>(RowKeys(type, self, areKept: true)))
    row.containers.append((ObjectIdentifier(type), Kept(container)))
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
private final class Kept<Container> {
  private let container: Container
  init(_ container: Container) { self.container = container }

  /// The container; not inlined, since here its type is known without being looked up, which costs as
  /// much as it costs to decode a column.
  @inline(never)
  func value() -> Container { container }
}
