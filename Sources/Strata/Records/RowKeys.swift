/// Where the keys of one type are in a row, and in those that follow it in its place.
///
/// The keys of nearly all types are the cases of an enumeration, which one byte tells apart: what was
/// found out of a key is found again by that byte. The name of a key, and a comparison of names, would
/// cost as much as it costs to read the column.
final class RowKeys {
  /// What decodes the row.
  let decoder: RowDecoder
  /// How many bytes tell a key from all others: 1, 0 for the only key, or -1 for keys that are told
  /// apart by their names.
  private let width: Int
  /// The places of the columns by the number of their key.
  @exclusivity(unchecked) private var places: [Int] = []
  @exclusivity(unchecked) private var associations: [(number: Int, Association)] = []

  private static let unknown = -1
  private static let none = -2

  /// What is known of a key that is no column.
  struct Association {
    /// The type that was asked for.
    let type: ObjectIdentifier
    /// The same, where it is a record.
    let record: (any FetchableRecord.Type)?
    /// The row beside this one, where there is one of that name.
    let part: RowScopeLayout?
  }

  /// The keys of a type.
  ///
  /// - Parameters:
  ///   - type: the type of the keys.
  ///   - decoder: what decodes the row.
  ///   - areKept: whether the next row will ask for the same keys.
  init<Key: CodingKey>(_ type: Key.Type, _ decoder: RowDecoder, areKept: Bool) {
    self.decoder = decoder
    width = areKept && _isPOD(type) && MemoryLayout<Key>.size <= 1 ? MemoryLayout<Key>.size : -1
  }

  /// The number of a key, -1 where keys have none.
  @inline(__always)
  private func number<Key: CodingKey>(of key: Key) -> Int {
    guard width == 1 else { return width }
    return Int(unsafeBitCast(key, to: UInt8.self))
  }

  /// The place of a key's column in the statement's row, nil where the key is no column.
  ///
  /// - Throws: `DecodingError` where somebody has kept the decoder.
  @inline(__always)
  func place<Key: CodingKey>(of key: Key) throws -> Int? {
    let number = number(of: key)
    if number >= 0, number < places.count, decoder.isActive {
      let place = places[number]
      if place >= 0 { return place }
      if place == Self.none { return nil }
    }
    return try findPlace(of: key, number)
  }

  @inline(never)
  private func findPlace<Key: CodingKey>(of key: Key, _ number: Int) throws -> Int? {
    let place = try decoder.row.index(of: key.stringValue)
    if number >= 0 {
      while places.count <= number { places.append(Self.unknown) }
      places[number] = place ?? Self.none
    }
    return place
  }

  /// What is known of a key that is no column, of which a type is asked for.
  func association<Key: CodingKey>(of key: Key, _ type: Any.Type) throws -> Association {
    let number = number(of: key)
    if number >= 0 {
      for index in associations.indices
      where associations[index].number == number
        && associations[index].1.type == ObjectIdentifier(type)
      {
        return associations[index].1
      }
    }
    let association = Association(
      type: ObjectIdentifier(type),
      record: type as? any FetchableRecord.Type,
      part: try decoder.row.scopeLayout?.children[key.stringValue]
    )
    if number >= 0 { associations.append((number, association)) }
    return association
  }
}
