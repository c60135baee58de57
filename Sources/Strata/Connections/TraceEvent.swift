public import Foundation

extension Database {
  /// What `trace(options:_:)` tells.
  public struct TracingOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: CInt
    /// The options with these bits.
    public init(rawValue: CInt) { self.rawValue = rawValue }

    /// Each statement when it begins.
    public static let statement = TracingOptions(rawValue: 1)
    /// Each statement when it has ended, with the time that it took.
    public static let profile = TracingOptions(rawValue: 2)
  }

  /// What a connection has done.
  public enum TraceEvent: Sendable {
    /// A statement, as it is traced.
    public struct Statement: Sendable {
      /// The SQL without values; that of a trigger's statement is a comment.
      public var sql: String
      /// The SQL with the values in place of the parameters, which may be private.
      public var expandedSQL: String
      let publicArguments: Bool
    }

    /// A statement begins.
    case statement(Statement)
    /// A statement has ended after so many seconds.
    case profile(statement: Statement, duration: TimeInterval)
  }

  /// Calls `trace` with what the connection does from now on.
  ///
  /// ```swift
  /// configuration.prepareDatabase { db in
  ///   db.trace { print("SQL> \($0)") }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - options: what is told.
  ///   - trace: gets each event while it happens, and must not use the connection; nil ends tracing.
  public func trace(
    options: TracingOptions = .statement,
    _ trace: ((_ event: TraceEvent) -> Void)? = nil
  ) {
    checkConfinement()
    let isPublic = configuration.publicStatementArguments
    sqlite.setTrace(
      begins: options.contains(.statement),
      ends: options.contains(.profile),
      trace.map { trace in
        { event in
          let statement = TraceEvent.Statement(
            sql: event.sql,
            expandedSQL: event.expandedSQL,
            publicArguments: isPublic
          )
          if let nanoseconds = event.nanoseconds {
            trace(.profile(statement: statement, duration: Double(nanoseconds) / 1e9))
          } else {
            trace(.statement(statement))
          }
        }
      }
    )
  }
}

extension Database.TraceEvent.Statement: CustomStringConvertible {
  /// The SQL, with values only where `Configuration.publicStatementArguments` allows it.
  public var description: String { publicArguments ? expandedSQL : sql }
}

extension Database.TraceEvent: CustomStringConvertible {
  /// The SQL, with values only where `Configuration.publicStatementArguments` allows it.
  public var description: String { text(\.description) }

  /// The SQL with its values, which may be private.
  public var expandedDescription: String { text(\.expandedSQL) }

  private func text(_ sql: (Statement) -> String) -> String {
    switch self {
    case .statement(let statement): return sql(statement)
    case .profile(let statement, let duration):
      let milliseconds = (duration * 1e6).rounded() / 1e3
      return "\(milliseconds) ms \(sql(statement))"
    }
  }
}
