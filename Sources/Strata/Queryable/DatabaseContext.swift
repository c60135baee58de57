/// The database that the requests of an app read, and that it may write.
public struct DatabaseContext: TopLevelDatabaseReader, Sendable {
  private enum Access {
    case notConnected
    case readOnly(Result<any DatabaseReader, any Error>)
    case readWrite(Result<any DatabaseWriter, any Error>)
  }

  private let access: Access

  /// A context without a database.
  ///
  /// Requests show their default values, and ``DatabaseContextError/notConnected``.
  public static var notConnected: DatabaseContext { DatabaseContext(access: .notConnected) }

  /// A context that only reads.
  ///
  /// - Parameter reader: opens the database, now; its error is what each request shows.
  /// - Returns: a context whose `writer` throws ``DatabaseContextError/readOnly``.
  public static func readOnly(_ reader: () throws -> any DatabaseReader) -> DatabaseContext {
    DatabaseContext(access: .readOnly(Result { try reader() }))
  }

  /// A context that reads and writes.
  ///
  /// - Parameter writer: opens the database, now; its error is what each request shows.
  /// - Returns: a context that gives the database to readers and writers.
  public static func readWrite(_ writer: () throws -> any DatabaseWriter) -> DatabaseContext {
    DatabaseContext(access: .readWrite(Result { try writer() }))
  }

  /// The database, to read.
  ///
  /// - Throws: ``DatabaseContextError/notConnected``, or why the database could not be opened.
  public nonisolated var reader: any DatabaseReader {
    get throws {
      switch access {
      case .notConnected: throw DatabaseContextError.notConnected
      case .readOnly(let reader): try reader.get()
      case .readWrite(let writer): try writer.get()
      }
    }
  }

  /// The database, to write.
  ///
  /// - Throws: ``DatabaseContextError``, or why the database could not be opened.
  public var writer: any DatabaseWriter {
    get throws {
      switch access {
      case .notConnected: throw DatabaseContextError.notConnected
      case .readOnly: throw DatabaseContextError.readOnly
      case .readWrite(let writer): try writer.get()
      }
    }
  }
}
