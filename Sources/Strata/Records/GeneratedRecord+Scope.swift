// Generated records beside a row are read by the places of their columns: no row is made for them.

extension Row {
  /// The record of the row beside this one.
  ///
  /// - Parameters:
  ///   - type: the type of the record.
  ///   - scope: the name of the association.
  /// - Returns: the record.
  /// - Throws: `RowDecodingError` where there is no such row, or a value is not of its column's type.
  @inlinable
  public func decode<Record: GeneratedRow>(
    _ type: Record.Type = Record.self,
    scope: String
  ) throws -> Record {
    let record = try Record(reading: reader(of: Record.table, scope: scope, as: type))
    // The row owns what the reader points to.
    withExtendedLifetime(self) {}
    return record
  }
}
