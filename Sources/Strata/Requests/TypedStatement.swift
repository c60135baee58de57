/// A write whose parameters and result are typed: what stratac makes of a statement in a schema.
///
///     let count = try AwardPoints(team: red.id, points: 3).run(db)
///
/// It refines one of five kinds: `ChangesStatement`, `LastIDStatement`, `PossibleLastIDStatement`,
/// `ManyStatement`, `FirstStatement`.
public protocol TypedStatement: Hashable, Sendable {
  /// What running it gives.
  associatedtype Result

  /// The SQL, with its parameters written `?1`, `?2`, …; kept in a `static let`, so that it is
  /// compiled once for each connection.
  static var definition: StatementKey { get }

  /// Binds the parameters: the first to index 0, which is `?1`.
  func bind(to values: ValueBinder)

  /// Runs the statement.
  ///
  /// - Throws: `DatabaseError`, such as SQLITE_CONSTRAINT, or `RowDecodingError` where a returned
  ///   value is not of its column's type.
  @discardableResult
  func run(_ db: Database) throws -> Result
}

/// A statement that tells how many rows it inserted, updated or deleted; those of triggers and
/// foreign key actions do not count.
public protocol ChangesStatement: TypedStatement where Result == Int {}

/// A statement that inserts a row and gives its key.
public protocol LastIDStatement: TypedStatement where Result == ID {
  /// The type of the key.
  associatedtype ID: DatabaseValueConvertible
}

/// A statement that inserts a row, if none is in the way, and gives its key.
public protocol PossibleLastIDStatement: TypedStatement where Result == ID? {
  /// The type of the key.
  associatedtype ID: DatabaseValueConvertible
}

/// A statement that gives the rows that it inserted, updated or deleted.
public protocol ManyStatement: TypedStatement where Result == [Row] {
  /// What each row is decoded into.
  associatedtype Row: FetchableRecord
}

/// A statement that gives the first row that it inserted, updated or deleted, if there was one.
public protocol FirstStatement: TypedStatement where Result == Row? {
  /// What the row is decoded into.
  associatedtype Row: FetchableRecord
}

extension TypedStatement {
  /// A statement without parameters binds nothing.
  public func bind(to values: ValueBinder) {}

  /// The compiled statement, with the parameters bound.
  fileprivate func statement(_ db: Database) throws -> Statement {
    let statement = try db.statement(Self.definition)
    bind(to: statement.beginBinding(isComplete: true))
    return statement
  }

  /// Runs the statement to its end.
  ///
  /// - Returns: the number of changed rows.
  fileprivate func execute(_ db: Database) throws -> Int {
    let statement = try statement(db)
    while try statement.step() {}
    return db.sqlite.changesCount
  }

  /// The key of the row that was inserted; nil where there was none.
  fileprivate func insertedID<ID: DatabaseValueConvertible>(_ db: Database) throws -> ID? {
    guard try execute(db) > 0 else { return nil }
    let value = db.sqlite.lastInsertedRowID.databaseValue
    guard let id = ID.fromDatabaseValue(value) else {
      throw RowDecodingError(
        reason: .valueMismatch,
        expectedType: "\(ID.self)",
        columnIndex: 0,
        value: value
      )
    }
    return id
  }
}

extension ChangesStatement {
  /// Runs the statement.
  ///
  /// - Returns: the number of changed rows.
  @discardableResult
  public func run(_ db: Database) throws -> Int { try execute(db) }
}

extension LastIDStatement {
  /// Inserts the row.
  ///
  /// - Returns: its key.
  /// - Throws: `DatabaseError`, also where a trigger kept the row from being inserted.
  @discardableResult
  public func run(_ db: Database) throws -> ID {
    guard let id: ID = try insertedID(db) else {
      throw DatabaseError(message: "the row was not inserted", sql: Self.definition.sql)
    }
    return id
  }
}

extension PossibleLastIDStatement {
  /// Inserts the row, or the last of several.
  ///
  /// - Returns: its key, nil where no row was inserted.
  @discardableResult
  public func run(_ db: Database) throws -> ID? { try insertedID(db) }
}

extension ManyStatement {
  /// Runs the statement.
  ///
  /// - Returns: the rows of RETURNING.
  @discardableResult
  public func run(_ db: Database) throws -> [Row] { try Row.fetchAll(running: statement(db)) }
}

extension FirstStatement {
  /// Runs the statement, whatever the number of its rows.
  ///
  /// - Returns: the first row of RETURNING, nil where there was none.
  @discardableResult
  public func run(_ db: Database) throws -> Row? { try Row.fetchOne(running: statement(db)) }
}
