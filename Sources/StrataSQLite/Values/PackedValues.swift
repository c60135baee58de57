internal import CSQLite
internal import Foundation

/// Copies of many values, all of a query say, in few arrays.
///
/// The bytes of texts and blobs stand one after the other in chunks, so that a value takes no memory of
/// its own, and no text is made that nobody asks for.
package struct PackedValues: Sendable {
  private enum Kind: UInt8 {
    case null, integer, real, text, blob
  }

  private struct Place {
    var kind: Kind
    /// The chunk that has the bytes.
    var chunk: UInt32 = 0
    /// The bits of a number; where in their chunk bytes begin.
    var bits: UInt64 = 0
    /// The number of bytes.
    var length = 0
  }

  private static let smallestChunk = 1024
  private static let largestChunk = 1 << 20

  private var places: [Place] = []
  private var fullChunks: [[UInt8]] = []
  /// The chunk that is being filled, and how many bytes it shall have at most.
  private var chunk: [UInt8] = []
  private var chunkSize = 0

  package init() {}

  /// The number of values.
  package var count: Int { places.count }

  /// Adds a copy of a value of a row.
  package mutating func append(_ row: RowReader, _ index: Int) {
    guard let value = row.value(index) else { return append(row.databaseValue(index)) }
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER:
      append(.integer, bits: UInt64(bitPattern: sqlite3_value_int64(value)))
    case SQLITE_FLOAT: append(.real, bits: sqlite3_value_double(value).bitPattern)
    case SQLITE_TEXT:
      let text = UnsafeRawBufferPointer(
        start: sqlite3_value_text(value),
        count: Int(sqlite3_value_bytes(value))
      )
      // A text that is not UTF-8 is its bytes, as in a `DatabaseValue`.
      append(text.isUTF8 ? .text : .blob, text)
    case SQLITE_BLOB:
      let blob = UnsafeRawBufferPointer(
        start: sqlite3_value_blob(value),
        count: Int(sqlite3_value_bytes(value))
      )
      append(.blob, blob)
    default: append(.null, bits: 0)
    }
  }

  private mutating func append(_ value: DatabaseValue) {
    switch value.storage {
    case .null: append(.null, bits: 0)
    case .int64(let number): append(.integer, bits: UInt64(bitPattern: number))
    case .double(let number): append(.real, bits: number.bitPattern)
    case .string(var text): text.withUTF8 { append(.text, UnsafeRawBufferPointer($0)) }
    case .blob(let data): data.withUnsafeBytes { append(.blob, $0) }
    }
  }

  private mutating func append(_ kind: Kind, bits: UInt64) {
    places.append(Place(kind: kind, bits: bits))
  }

  private mutating func append(_ kind: Kind, _ bytes: UnsafeRawBufferPointer) {
    if chunk.count + bytes.count > chunkSize { beginChunk(bytes.count) }
    places.append(
      Place(
        kind: kind,
        chunk: UInt32(truncatingIfNeeded: fullChunks.count),
        bits: UInt64(chunk.count),
        length: bytes.count
      )
    )
    chunk.append(contentsOf: bytes)
  }

  /// Begins with a chunk that has room for so many bytes.
  private mutating func beginChunk(_ count: Int) {
    if !chunk.isEmpty { fullChunks.append(chunk) }
    chunk = []
    chunkSize = max(Self.smallestChunk, min(chunkSize * 4, Self.largestChunk), count)
    chunk.reserveCapacity(chunkSize)
  }

  private func bytes(_ place: Place) -> ArraySlice<UInt8> {
    let index = Int(place.chunk)
    let start = Int(place.bits)
    return (index < fullChunks.count ? fullChunks[index] : chunk)[start..<start + place.length]
  }

  /// A value.
  package subscript(_ index: Int) -> DatabaseValue {
    let place = places[index]
    return switch place.kind {
    case .null: .null
    case .integer: DatabaseValue(storage: .int64(Int64(bitPattern: place.bits)))
    case .real: DatabaseValue(storage: .double(Double(bitPattern: place.bits)))
    case .text: DatabaseValue(storage: .string(String(decoding: bytes(place), as: UTF8.self)))
    case .blob: DatabaseValue(storage: .blob(Data(bytes(place))))
    }
  }

  /// The UTF-8 of a text, which is not copied; nil where the value is no text.
  package func utf8(_ index: Int) -> ArraySlice<UInt8>? {
    let place = places[index]
    return place.kind == .text ? bytes(place) : nil
  }
}
