/// A way from the rows of one table to those of another.
///
/// Generated records have one for each foreign key; you write your own with `belongsTo` and
/// `hasMany`. An association can be filtered, ordered, and joined further, as a request can.
///
///     try Player.including(required: Player.team.filter(Column("name") == "Reds")).fetchAll(db)
public protocol Association<OriginRowDecoder, RowDecoder>: DerivableRequest, Hashable {
  /// The record that the way starts from.
  associatedtype OriginRowDecoder

  /// The way itself, without a direction's type.
  var path: AssociationPath { get }

  /// The same way to the same rows, under another name in the row.
  ///
  ///     Match.including(required: Match.homeTeam.forKey("home"))
  func forKey(_ key: String) -> Self
}

/// An association that leads to one row at most.
public protocol AssociationToOne<OriginRowDecoder, RowDecoder>: Association {}

/// An association that leads to any number of rows.
public protocol AssociationToMany<OriginRowDecoder, RowDecoder>: Association {}

extension Association {
  /// The associated table with its filters, order, and joined tables.
  public var relation: Relation { path.relation }
}

/// The association from a record to the one that its foreign key refers to.
///
///     struct Player: TableRecord {
///       static let team = belongsTo(Team.self)
///     }
public struct BelongsToAssociation<Origin, Destination>: AssociationToOne {
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
  public func withRelation(_ relation: Relation) -> BelongsToAssociation {
    var association = self
    association.path.relation = relation
    return association
  }

  /// The same association under another name in the row.
  public func forKey(_ key: String) -> BelongsToAssociation {
    var association = self
    association.path.key = key
    return association
  }
}

/// The association from a record to those whose foreign key refers to it.
///
///     struct Team: TableRecord {
///       static let players = hasMany(Player.self)
///     }
public struct HasManyAssociation<Origin, Destination>: AssociationToMany {
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
  public func withRelation(_ relation: Relation) -> HasManyAssociation {
    var association = self
    association.path.relation = relation
    return association
  }

  /// The same association under another name in the row.
  public func forKey(_ key: String) -> HasManyAssociation {
    var association = self
    association.path.key = key
    return association
  }
}
