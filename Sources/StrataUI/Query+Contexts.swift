#if canImport(SwiftUI)
public import Strata
public import SwiftUI

extension Query where Request.Context == DatabaseContext {
  /// A query of a request that the view may change, in the database of the environment.
  ///
  /// - Parameter request: what is shown first.
  public init(_ request: Request) { self.init(request, in: \.databaseContext) }

  /// A query of a request that the view cannot change, in the database of the environment.
  ///
  /// - Parameter request: what is shown, whenever the view is made.
  public init(constant request: Request) { self.init(constant: request, in: \.databaseContext) }

  /// A query of a request that is somewhere else, in the database of the environment.
  ///
  /// - Parameter request: a binding to the request.
  public init(_ request: Binding<Request>) { self.init(request, in: \.databaseContext) }
}

extension Query where Request.Context == any DatabaseReader {
  /// A query of a request that reads the database of the environment without its context.
  ///
  /// - Parameter request: what is shown first.
  public init(_ request: Request) { self.init(request, from: \.databaseReader) }

  /// A query of a request that the view cannot change, without a context.
  ///
  /// - Parameter request: what is shown, whenever the view is made.
  public init(constant request: Request) { self.init(constant: request, from: \.databaseReader) }

  /// A query of a request that is somewhere else, without a context.
  ///
  /// - Parameter request: a binding to the request.
  public init(_ request: Binding<Request>) { self.init(request, from: \.databaseReader) }
}

extension Query where Request.Context == Void {
  /// A query of a request that needs nothing.
  ///
  /// - Parameter request: what is shown first.
  public init(_ request: Request) { self.init(request, in: \.nothing) }

  /// A query of a request that needs nothing, and that the view cannot change.
  ///
  /// - Parameter request: what is shown, whenever the view is made.
  public init(constant request: Request) { self.init(constant: request, in: \.nothing) }

  /// A query of a request that needs nothing, and that is somewhere else.
  ///
  /// - Parameter request: a binding to the request.
  public init(_ request: Binding<Request>) { self.init(request, in: \.nothing) }
}

extension EnvironmentValues {
  fileprivate var databaseReader: Result<any DatabaseReader, any Error> {
    Result { try databaseContext.reader }
  }

  fileprivate var nothing: Void { () }
}
#endif
