/// The association from a record to those that other associated records lead to.
///
///     struct Country: TableRecord {
///       static let passports = hasMany(Passport.self)
///       static let citizens = hasMany(Citizen.self, through: passports, using: Passport.citizen)
///     }
public struct HasManyThroughAssociation<Origin, Destination>: AssociationToMany {
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
  public func withRelation(_ relation: Relation) -> HasManyThroughAssociation {
    var association = self
    association.path.relation = relation
    return association
  }

  /// The same association under another name in the row.
  public func forKey(_ key: String) -> HasManyThroughAssociation {
    var association = self
    association.path.key = key
    return association
  }
}

/// The association from a record to the one that another associated record leads to.
///
///     struct Book: TableRecord {
///       static let library = belongsTo(Library.self)
///       static let address = hasOne(Address.self, through: library, using: Library.address)
///     }
public struct HasOneThroughAssociation<Origin, Destination>: AssociationToOne {
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
  public func withRelation(_ relation: Relation) -> HasOneThroughAssociation {
    var association = self
    association.path.relation = relation
    return association
  }

  /// The same association under another name in the row.
  public func forKey(_ key: String) -> HasOneThroughAssociation {
    var association = self
    association.path.key = key
    return association
  }
}

extension TableRecord {
  /// The association to the records that the records of another association lead to.
  ///
  /// - Parameters:
  ///   - destination: the record that the association leads to.
  ///   - pivot: the association from this record.
  ///   - target: the association that goes on from there.
  ///   - key: the name of the associated rows in a row; that of `target`, in the plural, where nil.
  /// - Returns: the association.
  public static func hasMany<Pivot: Association, Target: Association>(
    _ destination: Target.RowDecoder.Type,
    through pivot: Pivot,
    using target: Target,
    key: String? = nil
  ) -> HasManyThroughAssociation<Self, Target.RowDecoder>
  where Pivot.OriginRowDecoder == Self, Pivot.RowDecoder == Target.OriginRowDecoder {
    HasManyThroughAssociation(
      path: pivot.path.extended(
        by: target.path,
        key: key ?? Inflection.plural(target.path.key)
      )
    )
  }

  /// The association to the record that the record of another association leads to.
  ///
  /// - Parameters:
  ///   - destination: the record that the association leads to.
  ///   - pivot: the association from this record.
  ///   - target: the association that goes on from there.
  ///   - key: the name of the associated row in a row; that of `target`, in the singular, where nil.
  /// - Returns: the association.
  public static func hasOne<Pivot: AssociationToOne, Target: AssociationToOne>(
    _ destination: Target.RowDecoder.Type,
    through pivot: Pivot,
    using target: Target,
    key: String? = nil
  ) -> HasOneThroughAssociation<Self, Target.RowDecoder>
  where Pivot.OriginRowDecoder == Self, Pivot.RowDecoder == Target.OriginRowDecoder {
    HasOneThroughAssociation(
      path: pivot.path.extended(
        by: target.path,
        key: key ?? Inflection.singular(target.path.key)
      )
    )
  }
}
