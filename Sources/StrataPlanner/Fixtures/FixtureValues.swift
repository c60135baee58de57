import StrataSQLite
import StrataSchema

/// Makes the values of columns by their types and names.
struct FixtureValues {
  let schema: SchemaModel
  let seed: UInt64

  /// The place of a value.
  struct Place {
    var table: TableModel
    var row: Int
    /// How often the row was refused.
    var attempt: Int
  }

  /// A value of a column, without regard to what it refers to.
  func value(of column: ColumnModel, at place: Place, liked: LikedValues) -> DatabaseValue {
    let (row, attempt) = (place.row, place.attempt)
    let name = place.table.sqlName
    var random = FixtureRandom(seed: seed, "\(name).\(column.sqlName).\(row).\(attempt)")
    let isKey = place.table.primaryKey == [column.name]
    if isKey, column.type.storedType.isInteger {
      return DatabaseValue(storage: .int64(Int64(row + 1 + attempt * 1000)))
    }
    if column.isOptional, attempt % 4 != 3, random.chance(15) { return .null }
    let mentioned = liked[SQLTokenizer.fold(column.sqlName)]
    if !mentioned.isEmpty, let value = self.liked(mentioned, attempt, of: column, &random) {
      return value
    }
    var people = FixtureRandom(seed: seed, "\(name).\(row)")
    let isNarrow =
      liked.isNarrow(SQLTokenizer.fold(column.sqlName))
      || place.table.indexes.contains { $0.isUnique && $0.mentions(column.sqlName) }
    let texts = FixtureTexts(
      persona: .init(&people),
      table: SwiftNaming.words(of: name).map { $0.lowercased() },
      variation: isNarrow && attempt > 0 ? row + 1 + (attempt - 1) * 100 : 0
    )
    if isNarrow, attempt > 2, column.type.storedType.isInteger {
      return Int64(row + 1 + (attempt - 3) * 1000).databaseValue
    }
    let maker = FixtureTypeValues(schema: schema, texts: texts, row: row)
    let value = maker.value(of: column.type, column.storage, named: column.sqlName, &random)
    // What has to be longer than something need not be as short as it may.
    let lengths =
      attempt > 0 && attempt % 2 == 1 ? liked.lengths(SQLTokenizer.fold(column.sqlName)) : []
    return fitted(value, to: column, lengths, &random)
  }

  /// A value that the conditions on a column mention, or one between two of them.
  private func liked(
    _ liked: [DatabaseValue],
    _ attempt: Int,
    of column: ColumnModel,
    _ random: inout FixtureRandom
  ) -> DatabaseValue? {
    let type = column.type.storedType
    if case .enumeration = type { return nil }
    let numbers = liked.compactMap { Double.fromDatabaseValue($0) }.filter { abs($0) < 1e15 }
    let isWhole = column.storage == .integer && type != .bool
    if isWhole || column.storage == .real && type != .date, let low = numbers.min(),
      let high = numbers.max()
    {
      let spans = low == high ? [100, 100, 10, 0] : [0, 0, max(high - low, 10)]
      let span = attempt == 0 ? spans[0] : random.pick(spans, or: 0)
      let value = Double.random(in: low...(high + span).nextUp, using: &random)
      return DatabaseValue(
        storage: isWhole ? .int64(Int64(value)) : .double((value * 100).rounded() / 100)
      )
    }
    guard column.storage == .text, type == .string else { return nil }
    let texts = liked.compactMap { String.fromDatabaseValue($0) }.filter { !$0.contains("%") }
    return attempt == 0 || texts.isEmpty || random.chance(30)
      ? nil : random.pick(texts, or: "").databaseValue
  }

  /// The value as long as the declared type and the conditions say.
  private func fitted(
    _ value: DatabaseValue,
    to column: ColumnModel,
    _ lengths: [Int],
    _ random: inout FixtureRandom
  ) -> DatabaseValue {
    guard case .string(var text) = value.storage, column.type.storedType == .string else {
      return value
    }
    let digits = column.declaredType.drop { $0 != "(" }.dropFirst().prefix { $0.isNumber }
    var length = Int(digits) ?? Int.max
    if !lengths.isEmpty {
      length = min(length, max(random.pick(lengths, or: 1) + random.pick([0, 0, 1, -1], or: 0), 1))
      if length < 10_000, !text.isEmpty {
        while text.count < length { text += text }
      }
    }
    guard length > 0, text.count > length else { return text.databaseValue }
    return String(text.suffix(length)).trimmed.databaseValue
  }
}

extension ValueType {
  /// Whether it is a whole number in Swift.
  fileprivate var isInteger: Bool { [.int, .int64, .int32].contains(self) }
}

extension IndexModel {
  /// Whether one of its columns or expressions names a column.
  fileprivate func mentions(_ column: String) -> Bool {
    let folded = SQLTokenizer.fold(column)
    return entries.contains { entry in
      SQLTokenizer.tokens(of: entry.text).contains { $0.name != nil && $0.folded == folded }
    }
  }
}
