/// How rows are printed by `dumpSQL(_:format:to:)` and its like.
public protocol DumpFormat {
  /// Prints a row.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - row: the row, good until the next one.
  ///   - stream: where it is printed.
  /// - Throws: what ends the dump.
  mutating func writeRow(_ db: Database, row: Row, to stream: inout DumpStream) throws

  /// Prints what follows the last row.
  ///
  /// - Parameters:
  ///   - db: the connection.
  ///   - statement: the statement, which has ended.
  ///   - stream: where it is printed.
  mutating func finalize(_ db: Database, statement: Statement, to stream: inout DumpStream)
}

/// Where a dump is printed.
public struct DumpStream: TextOutputStream {
  private var base: (any TextOutputStream)?

  init(_ base: (any TextOutputStream)?) { self.base = base }

  /// Prints a text.
  public mutating func write(_ string: String) {
    if base == nil { print(string, terminator: "") } else { base?.write(string) }
  }

  /// Prints a text and ends the line.
  public mutating func writeln(_ string: String) {
    write(string)
    write("\n")
  }
}

/// Whether the names of tables are printed.
public enum DumpTableHeaderOptions: Sendable {
  /// Where there are several tables.
  case automatic
  /// Always.
  case always
}
