#if canImport(SwiftUI)
public import Strata
public import SwiftUI

extension EnvironmentValues {
  /// The database that the queries of a view read, and that its actions write.
  ///
  /// It is `DatabaseContext.notConnected` until `databaseContext(_:)` sets it.
  public var databaseContext: DatabaseContext {
    get { self[DatabaseContextKey.self] }
    set { self[DatabaseContextKey.self] = newValue }
  }
}

private struct DatabaseContextKey: EnvironmentKey {
  static let defaultValue = DatabaseContext.notConnected
}

extension View {
  /// Gives a database to the queries of a view and of all that it contains.
  ///
  /// - Parameter context: what holds the database.
  /// - Returns: the view with the database in its environment.
  public func databaseContext(_ context: DatabaseContext) -> some View {
    environment(\.databaseContext, context)
  }
}

extension Scene {
  /// Gives a database to the queries of a scene.
  ///
  /// - Parameter context: what holds the database.
  /// - Returns: the scene with the database in its environment.
  public func databaseContext(_ context: DatabaseContext) -> some Scene {
    environment(\.databaseContext, context)
  }
}
#endif
