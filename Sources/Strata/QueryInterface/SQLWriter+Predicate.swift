extension SQLWriter {
  /// A predicate as an expression; the database is asked for a primary key that the record does not
  /// know.
  mutating func expression(
    _ predicate: Relation.Predicate,
    of relation: Relation
  ) throws -> SQLExpression {
    switch predicate {
    case .expression(let expression): expression
    case .primaryKeyValue(let value):
      keyExpression(try relation.table.primaryKeyColumns(database), [[value]])
    case .primaryKey(let keys):
      keyExpression(try relation.table.primaryKeyColumns(database), keys)
    case .key(let key):
      .joined(
        .conjunction,
        key.sorted { $0.key < $1.key }.map { .equal(.column($0.key), $0.value) }
      )
    case .partner(let partner):
      .joined(.conjunction, try partnerTerms(partner, of: relation))
    }
  }

  private mutating func partnerTerms(
    _ partner: Relation.Partner,
    of relation: Relation
  ) throws -> [SQLExpression] {
    let pairs = try partner.condition.resolved(
      origin: partner.table,
      destination: relation.table,
      in: database
    )
    partnerColumns.append(pairs.map { $0.origin.sqlLowercased })
    return try pairs.map { pair in
      guard let value = partner.values[pair.origin.sqlLowercased] else {
        throw DatabaseError(
          message: "the record of table \(partner.table.name) has no column \(pair.origin)"
        )
      }
      // Not IS NULL: a record that refers to nothing has no partner.
      return .binary(.column(pair.destination), " = ", .value(value))
    }
  }

  private func keyExpression(_ columns: [String], _ keys: [[DatabaseValue]]) -> SQLExpression {
    guard let key = keys.first, keys.count == 1 else {
      return .contains(keys, columns.map { .column($0) })
    }
    return .joined(
      .conjunction,
      zip(columns, key).map { column, value in .equal(.column(column), value) }
    )
  }
}

extension TableReference {
  /// The columns of the primary key, as the definition says them; the rowid where the table declares
  /// none.
  ///
  /// - Throws: `RecordError.missingPrimaryKey` for a view whose definition names no key.
  func primaryKeyColumns(_ db: Database) throws -> [String] {
    guard primaryKey.isEmpty else { return primaryKey }
    let key = try db.primaryKey(name)
    if !key.isDeclared, !key.tableHasRowID {
      throw RecordError.missingPrimaryKey(databaseTableName: name)
    }
    return key.columns
  }
}
