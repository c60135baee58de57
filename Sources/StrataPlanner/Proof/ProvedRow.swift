/// The rows of SQL that no record has: a struct of their own.
package struct ProvedRow: Hashable, Sendable {
  /// The Swift name of the struct, such as `TeamCardRow`.
  package var typeName: String
  /// The properties, in the order of the SQL.
  package var parts: [Part]
  package var isCodable = false

  package enum Part: Hashable, Sendable {
    /// A column at its index in the SQL.
    case column(ProvedColumn, index: Int)
    case record(ProvedRecordPart)
  }

  package init(typeName: String, parts: [Part]) {
    self.typeName = typeName
    self.parts = parts
  }
}

/// A record that is a part of a row.
package struct ProvedRecordPart: Hashable, Sendable {
  /// The name of the property.
  package var name: String
  /// The key of the table or view in the schema.
  package var record: String
  /// Where the record's columns are in the SQL, in the record's order.
  package var indexes: [Int]
  /// Whether there may be no record, as on the outer side of a join.
  package var isOptional: Bool
  /// The columns that are all NULL where there is no record, by their indexes in the SQL: the first
  /// of the key, or else the first that is never NULL in a record, or else all.
  package var absence: [Int]

  package init(
    name: String,
    record: String,
    indexes: [Int],
    isOptional: Bool,
    absence: [Int]
  ) {
    self.name = name
    self.record = record
    self.indexes = indexes
    self.isOptional = isOptional
    self.absence = absence
  }
}
