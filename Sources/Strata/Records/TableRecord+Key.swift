extension TableRecord {
  /// Whether there is a row with that primary key.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - key: the primary key.
  /// - Returns: whether there is one.
  /// - Throws: `DatabaseError`.
  public static func exists(_ db: Database, key: some DatabaseValueConvertible) throws -> Bool {
    try exists(db, RowKey.primaryKey(db, Self.self, keyValue(key)))
  }

  /// Deletes the row with that primary key.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - key: the primary key.
  /// - Returns: whether there was one.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public static func deleteOne(_ db: Database, key: some DatabaseValueConvertible) throws -> Bool {
    try delete(db, RowKey.primaryKey(db, Self.self, keyValue(key)))
  }

  /// Deletes the rows with these keys.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - keys: the keys.
  /// - Returns: the number of rows.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public static func deleteAll<Key: DatabaseValueConvertible>(
    _ db: Database,
    keys: some Sequence<Key>
  ) throws -> Int {
    var count = 0
    for key in keys
    where try delete(db, RowKey.primaryKey(db, Self.self, keyValue(key))) { count += 1 }
    return count
  }
}

extension TableRecord where Self: FetchableRecord {
  /// The row with that primary key, nil where there is none.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - key: the primary key.
  /// - Returns: the record.
  /// - Throws: `DatabaseError`, or `RowDecodingError`.
  public static func fetchOne(_ db: Database, key: some DatabaseValueConvertible) throws -> Self? {
    try fetchOne(db, RowKey.primaryKey(db, Self.self, keyValue(key)))
  }

  /// The row with that primary key.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - key: the primary key.
  /// - Returns: the record.
  /// - Throws: `RecordError.recordNotFound` where there is none, `DatabaseError`, or `RowDecodingError`.
  public static func find(_ db: Database, key: some DatabaseValueConvertible) throws -> Self {
    try find(db, RowKey.primaryKey(db, Self.self, keyValue(key)))
  }

  /// The rows with these keys, as far as there are any.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - keys: the keys.
  /// - Returns: the records, in the order of the keys.
  /// - Throws: `DatabaseError`, or `RowDecodingError`.
  public static func fetchAll<Key: DatabaseValueConvertible>(
    _ db: Database,
    keys: some Sequence<Key>
  ) throws -> [Self] {
    try keys.compactMap { key in
      try fetchOne(db, RowKey.primaryKey(db, Self.self, keyValue(key)))
    }
  }
}

extension TableRecord {
  /// Whether there is a row with these values in these columns.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - key: the columns with their values.
  /// - Returns: whether there is one.
  /// - Throws: `DatabaseError`.
  public static func exists(_ db: Database, key: [String: (any DatabaseValueConvertible)?]) throws
    -> Bool
  {
    try exists(db, RowKey.columns(key))
  }

  /// Deletes the row with these values in these columns.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - key: the columns with their values.
  /// - Returns: whether there was one.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public static func deleteOne(_ db: Database, key: [String: (any DatabaseValueConvertible)?])
    throws -> Bool
  {
    try delete(db, RowKey.columns(key))
  }

  /// Deletes the rows with these keys.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - keys: the keys.
  /// - Returns: the number of rows.
  /// - Throws: `DatabaseError`.
  @discardableResult
  public static func deleteAll(
    _ db: Database,
    keys: some Sequence<[String: (any DatabaseValueConvertible)?]>
  ) throws -> Int {
    var count = 0
    for key in keys where try delete(db, RowKey.columns(key)) { count += 1 }
    return count
  }
}

extension TableRecord where Self: FetchableRecord {
  /// The row with these values in these columns, nil where there is none.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - key: the columns with their values.
  /// - Returns: the record.
  /// - Throws: `DatabaseError`, or `RowDecodingError`.
  public static func fetchOne(_ db: Database, key: [String: (any DatabaseValueConvertible)?]) throws
    -> Self?
  {
    try fetchOne(db, RowKey.columns(key))
  }

  /// The row with these values in these columns.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - key: the columns with their values.
  /// - Returns: the record.
  /// - Throws: `RecordError.recordNotFound` where there is none, `DatabaseError`, or `RowDecodingError`.
  public static func find(_ db: Database, key: [String: (any DatabaseValueConvertible)?]) throws
    -> Self
  {
    try find(db, RowKey.columns(key))
  }

  /// The rows with these keys, as far as there are any.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - keys: the keys.
  /// - Returns: the records, in the order of the keys.
  /// - Throws: `DatabaseError`, or `RowDecodingError`.
  public static func fetchAll(
    _ db: Database,
    keys: some Sequence<[String: (any DatabaseValueConvertible)?]>
  ) throws -> [Self] {
    try keys.compactMap { key in try fetchOne(db, RowKey.columns(key)) }
  }
}
