extension TableRecord {
  /// The association to the record that a foreign key of this table refers to.
  ///
  /// - Parameters:
  ///   - destination: the other record.
  ///   - key: the name of the associated row in a row; that of its table, in the singular, where nil.
  ///   - foreignKey: the columns; the only foreign key between the tables where nil.
  /// - Returns: the association.
  public static func belongsTo<Destination: TableRecord>(
    _ destination: Destination.Type,
    key: String? = nil,
    using foreignKey: ForeignKey? = nil
  ) -> BelongsToAssociation<Self, Destination> {
    BelongsToAssociation(
      path: AssociationPath(
        key: key ?? Inflection.singular(Destination.databaseTableName),
        condition: JoinCondition(
          owner: .origin,
          columns: foreignKey?.columns,
          referenced: foreignKey?.referenced
        ),
        isToOne: true,
        relation: Relation(table: Destination.tableReference)
      )
    )
  }

  /// The association to the record that a column of this table refers to, by its primary key.
  ///
  /// - Parameters:
  ///   - destination: the other record.
  ///   - column: the column of this table.
  ///   - accessor: the name of the associated row in a row. By default it is that of the computed
  ///     property that returns the association.
  /// - Returns: the association.
  public static func belongsTo<Destination: TableRecord>(
    _ destination: Destination.Type,
    using column: String,
    accessor: String = #function
  ) -> BelongsToAssociation<Self, Destination> {
    belongsTo(destination, key: key(accessor), using: ForeignKey([column]))
  }

  /// The association to the records whose foreign key refers to this table.
  ///
  /// - Parameters:
  ///   - destination: the other record.
  ///   - key: the name of the associated rows in a row; that of their table, in the plural, where
  ///     nil.
  ///   - foreignKey: the columns; the only foreign key between the tables where nil.
  /// - Returns: the association.
  public static func hasMany<Destination: TableRecord>(
    _ destination: Destination.Type,
    key: String? = nil,
    using foreignKey: ForeignKey? = nil
  ) -> HasManyAssociation<Self, Destination> {
    HasManyAssociation(
      path: AssociationPath(
        key: key ?? Inflection.plural(Destination.databaseTableName),
        condition: JoinCondition(
          owner: .destination,
          columns: foreignKey?.columns,
          referenced: foreignKey?.referenced
        ),
        isToOne: false,
        relation: Relation(table: Destination.tableReference)
      )
    )
  }

  /// The association to the records of which a column refers to this table, by its primary key.
  ///
  /// - Parameters:
  ///   - destination: the other record.
  ///   - column: the column of the other table.
  ///   - accessor: the name of the associated rows in a row. By default it is that of the computed
  ///     property that returns the association.
  /// - Returns: the association.
  public static func hasMany<Destination: TableRecord>(
    _ destination: Destination.Type,
    using column: String,
    accessor: String = #function
  ) -> HasManyAssociation<Self, Destination> {
    hasMany(destination, key: key(accessor), using: ForeignKey([column]))
  }

  /// The name of a computed property; nil for the name of a function, and for that of the type,
  /// which `#function` gives for a stored property.
  private static func key(_ accessor: String) -> String? {
    if accessor.utf8.contains(UInt8(ascii: "(")) { return nil }
    let isCapitalised = accessor.utf8.first.map { (65...90).contains($0) } ?? true
    return isCapitalised && accessor == "\(Self.self)" ? nil : accessor
  }
}
