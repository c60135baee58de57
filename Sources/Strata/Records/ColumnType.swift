/// What a schema takes for granted of a type of the app that is stored in a column.
///
/// Generated code names it once for each type under `types:`, so that a conformance that is missing
/// is reported there.
public enum ColumnType<Value: DatabaseValueConvertible & Hashable & Sendable> {}

/// What a schema takes for granted of a type of the app that is stored in a column and in JSON.
public enum CodableColumnType<Value: DatabaseValueConvertible & Codable & Hashable & Sendable> {}
