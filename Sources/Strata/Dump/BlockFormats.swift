public import Foundation

/// A line for each value, with the name of its column, and an empty line between two rows.
public struct LineDumpFormat: DumpFormat, Sendable {
  private var nullValue: String
  private var isFirst = true

  /// The format.
  ///
  /// - Parameter nullValue: what stands for NULL.
  public init(nullValue: String = "") { self.nullValue = nullValue }

  /// Prints a row.
  public mutating func writeRow(_ db: Database, row: Row, to stream: inout DumpStream) throws {
    if !isFirst { stream.write("\n") }
    isFirst = false
    let names = row.columnNames
    let width = names.map(\.count).max() ?? 0
    for (name, value) in zip(names, row.databaseValues) {
      let indentation = String(repeating: " ", count: width - name.count)
      stream.writeln("\(indentation)\(name) = \(value.isNull ? nullValue : value.plainText)")
    }
  }

  /// Begins anew.
  public mutating func finalize(
    _ db: Database,
    statement: Statement,
    to stream: inout DumpStream
  ) {
    isFirst = true
  }
}

/// The rows as a JSON array of objects.
public struct JSONDumpFormat: DumpFormat, Sendable {
  /// The encoder of the format unless another one is given.
  public static var defaultEncoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    return encoder
  }

  private var encoder: JSONEncoder
  private var isFirst = true

  /// The format.
  ///
  /// - Parameter encoder: encodes the values; a blob is encoded as `Data`.
  public init(encoder: JSONEncoder = JSONDumpFormat.defaultEncoder) { self.encoder = encoder }

  /// Prints a row.
  public mutating func writeRow(_ db: Database, row: Row, to stream: inout DumpStream) throws {
    stream.write(isFirst ? "[" : ",\n")
    isFirst = false
    let members = try zip(row.columnNames, row.databaseValues).map { name, value in
      "\(try json(name)):\(try json(value))"
    }
    stream.write("{\(members.joined(separator: ","))}")
  }

  /// Ends the array.
  public mutating func finalize(
    _ db: Database,
    statement: Statement,
    to stream: inout DumpStream
  ) {
    if !isFirst {
      stream.writeln("]")
    } else if statement.columnCount > 0 {
      stream.writeln("[]")
    }
    isFirst = true
  }

  private func json(_ value: DatabaseValue) throws -> String {
    switch value.storage {
    case .null: "null"
    case .int64(let number): try json(number)
    case .double(let number): try json(number)
    case .string(let text): try json(text)
    case .blob(let data): try json(data)
    }
  }

  private func json(_ value: some Encodable) throws -> String {
    String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}

extension DumpFormat where Self == LineDumpFormat {
  /// A line for each value.
  public static func line(nullValue: String = "") -> LineDumpFormat {
    LineDumpFormat(nullValue: nullValue)
  }
}

extension DumpFormat where Self == JSONDumpFormat {
  /// A JSON array of objects.
  public static func json(
    encoder: JSONEncoder = JSONDumpFormat.defaultEncoder
  ) -> JSONDumpFormat {
    JSONDumpFormat(encoder: encoder)
  }
}
