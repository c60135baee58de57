/// How the rows of two tables find each other: by a foreign key, on one side or the other.
struct JoinCondition: Hashable, Sendable {
  /// Which table has the foreign key.
  enum Owner: Hashable, Sendable {
    /// The table that is joined to: `player.teamID`, seen from player.
    case origin
    /// The table that is joined: `player.teamID`, seen from team.
    case destination
  }

  var owner: Owner
  /// The columns of the foreign key; nil to ask the database.
  var columns: [String]?
  /// The columns that they refer to; nil is the primary key.
  var referenced: [String]?

  /// The same, seen from the other table.
  var reversed: JoinCondition {
    JoinCondition(
      owner: owner == .origin ? .destination : .origin,
      columns: columns,
      referenced: referenced
    )
  }
}

extension JoinCondition {
  /// Two columns that are equal in rows that belong together.
  struct Pair: Hashable, Sendable {
    var origin: String
    var destination: String
  }

  /// The columns that are equal.
  ///
  /// - Throws: `DatabaseError` where the database has no foreign key, or several, between the tables
  ///   and the association does not name its columns.
  func resolved(
    origin: TableReference,
    destination: TableReference,
    in db: Database
  ) throws -> [Pair] {
    let (child, parent) = owner == .origin ? (origin, destination) : (destination, origin)
    let (columns, referenced) = try foreignKey(from: child, to: parent, in: db)
    guard columns.count == referenced.count else {
      throw DatabaseError(
        message: """
          the foreign key (\(columns.joined(separator: ", "))) of table \(child.name) does not fit \
          (\(referenced.joined(separator: ", "))) of table \(parent.name)
          """
      )
    }
    return zip(columns, referenced).map { column, other in
      owner == .origin
        ? Pair(origin: column, destination: other) : Pair(origin: other, destination: column)
    }
  }

  private func foreignKey(
    from child: TableReference,
    to parent: TableReference,
    in db: Database
  ) throws -> (columns: [String], referenced: [String]) {
    if let columns {
      return (columns, try referenced ?? parent.primaryKeyColumns(db))
    }
    let keys = try db.foreignKeys(on: child.name).filter {
      $0.destinationTable.sqlLowercased == parent.name.sqlLowercased
    }
    guard let key = keys.first, keys.count == 1 else {
      throw DatabaseError(
        message: """
          table \(child.name) has \(keys.isEmpty ? "no foreign key" : "several foreign keys") to \
          table \(parent.name): name the columns in the association, using: ForeignKey([…])
          """
      )
    }
    return (key.originColumns, key.destinationColumns)
  }
}
