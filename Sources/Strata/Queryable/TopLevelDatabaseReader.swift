/// What holds the database of an app, or why there is none.
///
/// ``DatabaseContext`` is the one that suits most apps; another one may hold several databases.
public protocol TopLevelDatabaseReader {
  /// The database that requests read.
  ///
  /// - Throws: why there is none.
  @MainActor var reader: any DatabaseReader { get throws }
}
