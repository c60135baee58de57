extension TableRecord where Self: Identifiable, ID: DatabaseValueConvertible {
  /// Whether there is a row with that identity.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - id: the identity.
  /// - Returns: whether there is one.
  /// - Throws: `DatabaseError`.
  public static func exists(_ db: Database, id: ID) throws -> Bool {
    try exists(db, RowKey.primaryKey(db, Self.self, keyValue(id)))
  }

  /// Deletes the row with that identity.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - id: the identity.
  /// - Returns: whether there was one.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public static func deleteOne(_ db: Database, id: ID) throws -> Bool {
    try delete(db, RowKey.primaryKey(db, Self.self, keyValue(id)))
  }

  /// Deletes the rows with these identities.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - ids: the identities.
  /// - Returns: the number of rows.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public static func deleteAll(
    _ db: Database,
    ids: some Sequence<ID>
  ) throws -> Int {
    var count = 0
    for id in ids where try delete(db, RowKey.primaryKey(db, Self.self, keyValue(id))) {
      count += 1
    }
    return count
  }
}

extension TableRecord
where Self: FetchableRecord, Self: Identifiable, ID: DatabaseValueConvertible {
  /// The row with that identity, nil where there is none.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - id: the identity.
  /// - Returns: the record.
  /// - Throws: `DatabaseError`, or `RowDecodingError`.
  public static func fetchOne(_ db: Database, id: ID) throws -> Self? {
    try fetchOne(db, RowKey.primaryKey(db, Self.self, keyValue(id)))
  }

  /// The row with that identity.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - id: the identity.
  /// - Returns: the record.
  /// - Throws: `RecordError.recordNotFound` where there is none, `DatabaseError`, or `RowDecodingError`.
  public static func find(_ db: Database, id: ID) throws -> Self {
    try find(db, RowKey.primaryKey(db, Self.self, keyValue(id)))
  }

  /// The rows with these identities, as far as there are any.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - ids: the identities.
  /// - Returns: the records, in the order of the identities.
  /// - Throws: `DatabaseError`, or `RowDecodingError`.
  public static func fetchAll(
    _ db: Database,
    ids: some Sequence<ID>
  ) throws -> [Self] {
    try ids.compactMap { id in
      try fetchOne(db, RowKey.primaryKey(db, Self.self, keyValue(id)))
    }
  }
}
