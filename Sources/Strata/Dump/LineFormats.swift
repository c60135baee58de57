internal import Foundation

/// A line for each row, the values as a reader wants them, `|` between them.
///
/// It is for debugging and may change; blobs that are UTF-8 are printed as text, and those of 16 bytes
/// as UUIDs.
public struct DebugDumpFormat: DumpFormat, Sendable {
  private var lines: RowLines

  /// The format.
  ///
  /// - Parameters:
  ///   - header: whether the names of the columns come first.
  ///   - separator: what stands between two values.
  ///   - nullValue: what stands for NULL.
  public init(header: Bool = false, separator: String = "|", nullValue: String = "") {
    lines = RowLines(hasHeader: header, separator: separator, nullValue: nullValue)
  }

  /// Prints a row.
  public mutating func writeRow(_ db: Database, row: Row, to stream: inout DumpStream) throws {
    lines.write(row, to: &stream) { value in
      guard case .blob(let data) = value.storage else { return value.plainText }
      if let text = String(validating: data, as: UTF8.self) { return text }
      return UUID.fromDatabaseValue(value)?.uuidString ?? value.sqlLiteral
    }
  }

  /// Begins anew.
  public mutating func finalize(
    _ db: Database,
    statement: Statement,
    to stream: inout DumpStream
  ) {
    lines.isFirst = true
  }
}

/// A line for each row, the values as SQLite's command line prints them in its mode `list`.
public struct ListDumpFormat: DumpFormat, Sendable {
  private var lines: RowLines

  /// The format.
  ///
  /// - Parameters:
  ///   - header: whether the names of the columns come first.
  ///   - separator: what stands between two values.
  ///   - nullValue: what stands for NULL.
  public init(header: Bool = false, separator: String = "|", nullValue: String = "") {
    lines = RowLines(hasHeader: header, separator: separator, nullValue: nullValue)
  }

  /// Prints a row.
  public mutating func writeRow(_ db: Database, row: Row, to stream: inout DumpStream) throws {
    lines.write(row, to: &stream, \.plainText)
  }

  /// Begins anew.
  public mutating func finalize(
    _ db: Database,
    statement: Statement,
    to stream: inout DumpStream
  ) {
    lines.isFirst = true
  }
}

/// A line for each row, the values as literals of SQL.
public struct QuoteDumpFormat: DumpFormat, Sendable {
  private var lines: RowLines

  /// The format.
  ///
  /// - Parameters:
  ///   - header: whether the names of the columns come first.
  ///   - separator: what stands between two values.
  public init(header: Bool = false, separator: String = ",") {
    lines = RowLines(hasHeader: header, separator: separator, nullValue: "NULL")
    lines.quotesHeader = true
  }

  /// Prints a row.
  public mutating func writeRow(_ db: Database, row: Row, to stream: inout DumpStream) throws {
    lines.write(row, to: &stream, \.sqlLiteral)
  }

  /// Begins anew.
  public mutating func finalize(
    _ db: Database,
    statement: Statement,
    to stream: inout DumpStream
  ) {
    lines.isFirst = true
  }
}

/// Rows as lines.
private struct RowLines {
  var hasHeader: Bool
  var separator: String
  var nullValue: String
  var quotesHeader = false
  var isFirst = true

  mutating func write(
    _ row: Row,
    to stream: inout DumpStream,
    _ text: (DatabaseValue) -> String
  ) {
    if isFirst, hasHeader {
      let names = row.columnNames.map { quotesHeader ? $0.databaseValue.sqlLiteral : $0 }
      stream.writeln(names.joined(separator: separator))
    }
    isFirst = false
    let values = row.databaseValues.map { $0.isNull ? nullValue : text($0) }
    stream.writeln(values.joined(separator: separator))
  }
}

extension DatabaseValue {
  /// The value as text, without quotes.
  var plainText: String {
    switch storage {
    case .null: ""
    case .string(let text): text
    case .blob(let data): String(decoding: data, as: UTF8.self)
    case .int64, .double: description
    }
  }
}

extension DumpFormat where Self == DebugDumpFormat {
  /// A line for each row, for debugging.
  public static func debug(
    header: Bool = false,
    separator: String = "|",
    nullValue: String = ""
  ) -> DebugDumpFormat {
    DebugDumpFormat(header: header, separator: separator, nullValue: nullValue)
  }
}

extension DumpFormat where Self == ListDumpFormat {
  /// A line for each row, as SQLite's command line prints it.
  public static func list(
    header: Bool = false,
    separator: String = "|",
    nullValue: String = ""
  ) -> ListDumpFormat {
    ListDumpFormat(header: header, separator: separator, nullValue: nullValue)
  }
}

extension DumpFormat where Self == QuoteDumpFormat {
  /// A line for each row, the values as literals of SQL.
  public static func quote(header: Bool = false, separator: String = ",") -> QuoteDumpFormat {
    QuoteDumpFormat(header: header, separator: separator)
  }
}
