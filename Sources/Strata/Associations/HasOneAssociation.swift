/// The association from a record to the only one whose foreign key refers to it.
///
///     struct Country: TableRecord {
///       static let profile = hasOne(CountryProfile.self)
///     }
public struct HasOneAssociation<Origin, Destination>: AssociationToOne {
  /// The record that the association starts from.
  public typealias OriginRowDecoder = Origin
  /// The record that the association leads to.
  public typealias RowDecoder = Destination

  /// The tables and columns of the association.
  public private(set) var path: AssociationPath

  init(path: AssociationPath) {
    self.path = path
  }

  /// A copy over another relation.
  public func withRelation(_ relation: Relation) -> HasOneAssociation {
    var association = self
    association.path.relation = relation
    return association
  }

  /// The same association under another name in the row.
  public func forKey(_ key: String) -> HasOneAssociation {
    var association = self
    association.path.key = key
    return association
  }
}

extension TableRecord {
  /// The association to the only record whose foreign key refers to this table.
  ///
  /// - Parameters:
  ///   - destination: the other record.
  ///   - key: the name of the associated row in a row; that of its table, in the singular, where nil.
  ///   - foreignKey: the columns; the only foreign key between the tables where nil.
  /// - Returns: the association.
  public static func hasOne<Destination: TableRecord>(
    _ destination: Destination.Type,
    key: String? = nil,
    using foreignKey: ForeignKey? = nil
  ) -> HasOneAssociation<Self, Destination> {
    HasOneAssociation(
      path: AssociationPath(
        key: key ?? Inflection.singular(Destination.databaseTableName),
        condition: JoinCondition(
          owner: .destination,
          columns: foreignKey?.columns,
          referenced: foreignKey?.referenced
        ),
        isToOne: true,
        relation: Relation(table: Destination.tableReference)
      )
    )
  }
}
