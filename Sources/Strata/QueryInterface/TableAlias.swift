/// A name for a table in a request, by which columns are told from those of other tables.
///
/// It is needed where a table stands twice in a request, or where a request inside another refers to
/// the outer one.
///
///     let captain = TableAlias()
///     try Player.joining(required: Player.captain.aliased(captain))
///       .filter(Column("score") > captain[Column("score")])
///       .fetchAll(db)
public final class TableAlias: Sendable {
  /// The name in SQL; nil where any will do.
  let name: String?

  /// Makes an alias, which `aliased(_:)` gives to a table.
  ///
  /// - Parameter name: the name in SQL, for what is written as SQL by hand; nil where any will do.
  public init(name: String? = nil) {
    self.name = name
  }

  /// A column of the table.
  public subscript(_ column: some ColumnExpression) -> SQLExpression { self[column.name] }

  /// A column of the table.
  public subscript(_ column: String) -> SQLExpression {
    SQLExpression(SQL(part: .aliased(column, self)), .atom)
  }

  /// A typed column of the table.
  public subscript<Record, Value>(_ column: TypedColumn<Record, Value>) -> TypedExpression<Value> {
    TypedExpression(self[column.name], stored: column.format)
  }

  /// Whether the table has a row: false where an optional association led to none.
  ///
  ///     let player = TableAlias()
  ///     try Team.joining(optional: Team.players.aliased(player)).filter(!player.exists).fetchAll(db)
  public var exists: SQLExpression {
    .unary("", SQLExpression(SQL(part: .rowKey(self)), .atom), " IS NOT NULL")
  }
}

extension TableAlias: Hashable {
  /// Whether both are the same alias.
  public static func == (a: TableAlias, b: TableAlias) -> Bool { a === b }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension DerivableRequest {
  /// Gives the table a name by which other parts of a request can refer to it.
  public func aliased(_ alias: TableAlias) -> Self {
    changing { $0.aliases.append(alias) }
  }
}

extension TableRecord {
  /// All records of the table under a name by which other parts of a request can refer to it.
  public static func aliased(_ alias: TableAlias) -> QueryInterfaceRequest<Self> {
    all().aliased(alias)
  }
}

extension SQL {
  /// The same, with the columns of a table told from those of others by an alias.
  func bound(to alias: TableAlias, of table: String) -> SQL {
    SQL(
      parts: parts.map { part in
        if case .column(let name, let owner) = part, owner == nil || owner == table {
          return .aliased(name, alias)
        }
        return part
      }
    )
  }
}

extension SQLSelection {
  /// The same, of a table that has an alias.
  func bound(to alias: TableAlias, of table: String) -> SQLSelection {
    var selection = self
    switch element {
    case .allColumns: selection.element = .columns(alias)
    case .columns: break
    case .expression(let sql): selection.element = .expression(sql.bound(to: alias, of: table))
    case .literal(let sql): selection.element = .literal(sql.bound(to: alias, of: table))
    }
    return selection
  }
}
