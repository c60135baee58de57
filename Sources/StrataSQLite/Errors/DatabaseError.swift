/// An error that SQLite reports, or that stands for one.
public struct DatabaseError: Error, Equatable, Sendable {
  /// The kind of failure.
  public var resultCode: ResultCode { extendedResultCode.primaryResultCode }
  /// The failure in detail; equal to `resultCode` where there is no detail.
  public let extendedResultCode: ResultCode
  /// What SQLite says about it.
  public let message: String?
  /// The SQL that failed.
  public let sql: String?
  /// The values that were bound to the SQL's parameters.
  public let arguments: StatementArguments?
  /// Where in the UTF-8 text of `sql` the error is, where SQLite knows it.
  public let offset: Int?

  /// Whether `arguments` are shown in `description`; values may be private.
  let publicStatementArguments: Bool

  /// An error with the facts that are known.
  public init(
    resultCode: ResultCode = .SQLITE_ERROR,
    message: String? = nil,
    sql: String? = nil,
    arguments: StatementArguments? = nil,
    offset: Int? = nil,
    publicStatementArguments: Bool = false
  ) {
    self.extendedResultCode = resultCode
    self.message = message ?? resultCode.sentence
    self.sql = sql
    self.arguments = arguments
    self.offset = offset
    self.publicStatementArguments = publicStatementArguments
  }
}

extension DatabaseError {
  /// Whether the SQL was stopped by an interruption or by the end of its transaction.
  package var isInterruption: Bool {
    resultCode == .SQLITE_INTERRUPT || resultCode == .SQLITE_ABORT
  }
}

/// Matches a result code in a `catch` pattern.
public func ~= (pattern: ResultCode, error: any Error) -> Bool {
  guard let error = error as? DatabaseError else { return false }
  return pattern ~= error.extendedResultCode
}

extension DatabaseError: CustomStringConvertible {
  /// The code, the message and the SQL; the arguments only where that is allowed.
  public var description: String { text(withArguments: publicStatementArguments) }

  /// The same with the arguments, which may be private.
  public var expandedDescription: String { text(withArguments: true) }

  private func text(withArguments: Bool) -> String {
    var text = "SQLite error \(extendedResultCode.rawValue)"
    if let message { text += ": \(message)" }
    if let sql { text += " - while executing `\(sql)`" }
    if withArguments, let arguments, !arguments.isEmpty { text += " with arguments \(arguments)" }
    return text
  }
}
