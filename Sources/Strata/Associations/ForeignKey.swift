/// The columns by which a table refers to another.
///
///     static let author = belongsTo(Person.self, using: ForeignKey(["authorID"]))
public struct ForeignKey: Hashable, Sendable {
  let columns: [String]
  let referenced: [String]?

  /// Makes a foreign key of columns, in the order of the columns they refer to.
  ///
  /// - Parameters:
  ///   - originColumns: the columns of the table that refers to the other.
  ///   - destinationColumns: the columns of the other table; its primary key where nil.
  public init(_ originColumns: [String], to destinationColumns: [String]? = nil) {
    columns = originColumns
    referenced = destinationColumns
  }

  /// Makes a foreign key of columns, in the order of the columns they refer to.
  ///
  /// - Parameters:
  ///   - originColumns: the columns of the table that refers to the other.
  ///   - destinationColumns: the columns of the other table; its primary key where nil.
  public init(
    _ originColumns: [any ColumnExpression],
    to destinationColumns: [any ColumnExpression]? = nil
  ) {
    columns = originColumns.map(\.name)
    referenced = destinationColumns?.map(\.name)
  }
}
