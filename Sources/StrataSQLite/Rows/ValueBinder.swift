internal import CSQLite
internal import Foundation

/// Binds the values of a record or a request to the parameters of its statement.
///
/// Index *i* is parameter `?i+1`. An index beyond the statement's parameters is ignored, so that one
/// method of a record serves the INSERT of all columns and the DELETE by key. Values that cannot be
/// bound, such as a date beyond the year 9999, are reported by the statement's execution.
@frozen public struct ValueBinder {
  /// Nil where values are collected instead of bound.
  let statement: OpaquePointer?
  let count: Int
  let arena: Unmanaged<BindingArena>

  init(statement: OpaquePointer?, count: Int, arena: BindingArena) {
    self.statement = statement
    self.count = count
    self.arena = Unmanaged.passUnretained(arena)
  }

  /// Collects values in `arena.collected` for indexes below `count`.
  package init(collecting arena: BindingArena, count: Int) {
    arena.collected = Array(repeating: .null, count: count)
    self.init(statement: nil, count: count, arena: arena)
  }

  /// Binds NULL.
  public func null(_ index: Int) {
    guard index < count, let statement else { return collect(index, .null) }
    check(sqlite3_bind_null(statement, Int32(truncatingIfNeeded: index) + 1))
  }

  @inline(__always)
  func bind(_ index: Int, _ value: Int64) {
    guard index < count, let statement else {
      return collect(index, DatabaseValue(storage: .int64(value)))
    }
    check(sqlite3_bind_int64(statement, Int32(truncatingIfNeeded: index) + 1, value))
  }

  @inline(__always)
  func bind(_ index: Int, _ value: Double) {
    guard index < count, let statement else { return collect(index, value.databaseValue) }
    check(sqlite3_bind_double(statement, Int32(truncatingIfNeeded: index) + 1, value))
  }

  @inline(__always)
  func bind(_ index: Int, text: String) {
    guard index < count, let statement else { return collect(index, text.databaseValue) }
    var text = text
    text.withUTF8 { bytes in
      let place = arena._withUnsafeGuaranteedRef { $0.allocate(bytes.count) }
      if let base = bytes.baseAddress { place.copyMemory(from: base, byteCount: bytes.count) }
      check(
        sqlite3_bind_text(
          statement,
          Int32(truncatingIfNeeded: index) + 1,
          UnsafePointer(place.assumingMemoryBound(to: CChar.self)),
          Int32(clamping: bytes.count),
          nil
        )
      )
    }
  }

  @inline(__always)
  func bind(_ index: Int, blob: Data) {
    blob.withUnsafeBytes { bind(index, bytes: $0) }
  }

  func bind(_ index: Int, bytes: UnsafeRawBufferPointer) {
    guard index < count, let statement else {
      return collect(index, DatabaseValue(storage: .blob(Data(bytes))))
    }
    let place = arena._withUnsafeGuaranteedRef { $0.allocate(bytes.count) }
    if let base = bytes.baseAddress { place.copyMemory(from: base, byteCount: bytes.count) }
    check(
      sqlite3_bind_blob(
        statement,
        Int32(truncatingIfNeeded: index) + 1,
        place,
        Int32(clamping: bytes.count),
        nil
      )
    )
  }

  /// Binds the first `length` bytes of the text of a date.
  func bind(_ index: Int, dateText date: Date, length: Int = DateText.length) {
    guard index < count else { return }
    guard let statement else {
      var bytes: (UInt64, UInt64, UInt64) = (0, 0, 0)
      let isPrintable = withUnsafeMutableBytes(of: &bytes) {
        $0.baseAddress.map { DateText.write(date, to: $0.assumingMemoryBound(to: UInt8.self)) }
      }
      if isPrintable != true { fail(index, date) }
      let text = String.fromDatabaseValue(date.databaseValue) ?? ""
      return collect(index, String(text.prefix(length)).databaseValue)
    }
    let place = arena._withUnsafeGuaranteedRef { $0.allocate(DateText.length) }
      .assumingMemoryBound(to: UInt8.self)
    guard DateText.write(date, to: place) else { return fail(index, date) }
    place.withMemoryRebound(to: CChar.self, capacity: DateText.length) { characters in
      check(
        sqlite3_bind_text(
          statement,
          Int32(truncatingIfNeeded: index) + 1,
          characters,
          Int32(length),
          nil
        )
      )
    }
  }

  func bind(_ index: Int, milliseconds date: Date) {
    let milliseconds = (date.timeIntervalSinceReferenceDate * 1000).rounded()
    guard let count = Int64(exactly: milliseconds) else { return fail(index, date) }
    let (sum, overflow) = count.addingReportingOverflow(978_307_200_000)
    if overflow { fail(index, date) } else { bind(index, sum) }
  }

  /// Binds the number that stands for a date; one that is none would become NULL.
  func bind(_ index: Int, _ number: Double, of date: Date) {
    if number.isFinite { bind(index, number) } else { fail(index, date) }
  }

  func bind(_ index: Int, _ value: DatabaseValue) {
    switch value.storage {
    case .null: null(index)
    case .int64(let number): bind(index, number)
    case .double(let number): bind(index, number)
    case .string(let text): bind(index, text: text)
    case .blob(let data): bind(index, blob: data)
    }
  }

  @inline(never)
  private func collect(_ index: Int, _ value: DatabaseValue) {
    guard statement == nil, index < count else { return }
    arena._withUnsafeGuaranteedRef { $0.collected[index] = value }
  }

  @inline(__always)
  private func check(_ code: Int32) {
    if code != SQLITE_OK { fail(code) }
  }

  @inline(never)
  private func fail(_ code: Int32) {
    arena._withUnsafeGuaranteedRef {
      $0.fail(DatabaseError(resultCode: ResultCode(rawValue: code)))
    }
  }

  @inline(never)
  private func fail(_ index: Int, _ date: Date) {
    fail(index, "the date \(date.timeIntervalSince1970) seconds from 1970 is out of range")
  }

  @inline(never)
  func fail(_ index: Int, _ decimal: Decimal) {
    fail(index, "the decimal \(decimal) is no number")
  }

  /// Notes why the value of a parameter cannot be bound.
  @inline(never)
  func fail(_ index: Int, _ message: String) {
    // Beyond the parameters nothing is bound, and nothing can be wrong.
    guard index < count else { return }
    arena._withUnsafeGuaranteedRef {
      $0.fail(
        DatabaseError(
          resultCode: .SQLITE_MISMATCH,
          message: "parameter \(index + 1): \(message)"
        )
      )
    }
  }
}
