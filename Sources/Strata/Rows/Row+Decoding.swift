// A fetch decodes a row into a record. The subscripts of the row cannot throw: what they could not decode
// is kept, and thrown by the fetch.

extension Row {
  /// The record of the row, for fetches; what a subscript could not decode is thrown.
  @inlinable
  func record<Record: FetchableRecord>(_ type: Record.Type) throws -> Record {
    let wasDecoding = beginDecoding()
    let record: Record
    do { record = try Record(row: self) } catch {
      forgetFailure(wasDecoding)
      throw error
    }
    try endDecoding(wasDecoding)
    return record
  }

  /// Appends the record of the row, as `record` gives it; without a copy in between.
  @inlinable
  func append<Record: FetchableRecord>(to records: inout [Record]) throws {
    let wasDecoding = beginDecoding()
    do { records.append(try Record(row: self)) } catch {
      forgetFailure(wasDecoding)
      throw error
    }
    try endDecoding(wasDecoding)
  }

  @usableFromInline
  func beginDecoding() -> Bool {
    defer { isDecoding = true }
    return isDecoding
  }

  @usableFromInline
  func endDecoding(_ wasDecoding: Bool) throws {
    isDecoding = wasDecoding
    if !wasDecoding, let failure {
      self.failure = nil
      throw failure
    }
  }

  @usableFromInline
  func forgetFailure(_ wasDecoding: Bool) {
    isDecoding = wasDecoding
    failure = nil
  }

  /// The value, or a stand-in and the error that its fetch will throw.
  func decoded<Value: DatabaseValueConvertible>(_ decode: () throws -> Value) -> Value {
    decoded(orInsideFetch: StandIn.value(Value.self), decode)
  }

  /// The value, or what stands in for it where a fetch will throw the error.
  func decoded<Value>(
    orInsideFetch standIn: @autoclosure () -> Value?,
    _ decode: () throws -> Value
  ) -> Value {
    let failure: any Error
    do { return try decode() } catch { failure = error }
    if isInsideFetch, let value = standIn() {
      fail(failure)
      return value
    }
    preconditionFailure("\(failure); use decode, which throws")
  }

  private var isInsideFetch: Bool { isDecoding || (whole?.isInsideFetch ?? false) }

  private func fail(_ error: any Error) {
    if let whole, !isDecoding { return whole.fail(error) }
    if failure == nil { failure = error }
  }
}
