import Foundation
import Strata

/// The `sqlite3` shell, which knows nothing of Strata: what it prints is what a request has to give.
enum Shell {
  private static let path = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
    .map { $0 + "/sqlite3" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  static var exists: Bool { path != nil }

  /// The rows that it prints for a query with these parameters, written as literals of SQL.
  static func rows(_ sql: String, _ parameters: [String], in file: URL) throws -> [String] {
    let process = Process()
    process.executableURL = URL(filePath: path ?? "")
    process.arguments = ["-readonly", "-batch", file.path]
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var script = ".nullvalue NULL\n.separator |\n.parameter init\n"
    for (index, parameter) in parameters.enumerated() {
      script += ".parameter set ?\(index + 1) \"\(parameter)\"\n"
    }
    try input.fileHandleForWriting.write(contentsOf: Data((script + sql + ";\n").utf8))
    try input.fileHandleForWriting.close()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    let text = String(decoding: bytes, as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// The parameters of a request as literals of SQL, in their order.
  static func parameters(of request: some TypedRequest) -> [String] {
    Mirror(reflecting: request).children.map { child in
      let text = texts(of: child.value).joined()
      return child.value is String ? "'" + text.replacing("'", with: "''") + "'" : text
    }
  }

  /// A row as the shell prints it.
  static func line(_ row: Any) -> String { texts(of: row).joined(separator: "|") }

  private static func texts(of value: Any) -> [String] {
    switch value {
    case let text as String: return [text]
    case let number as Int: return [String(number)]
    case let flag as Bool: return [flag ? "1" : "0"]
    case let number as Double: return [text(number)]
    case let number as Decimal: return [Double("\(number)").map(text) ?? "\(number)"]
    case let date as Date:
      return [
        date.formatted(
          .iso8601.year().month().day().dateTimeSeparator(.space).time(
            includingFractionalSeconds: false
          )
        )
      ]
    default: break
    }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional, mirror.children.isEmpty {
      let columns = (mirror.subjectType as? any OptionalRecord.Type)?.columnCount ?? 1
      return Array(repeating: "NULL", count: columns)
    }
    return mirror.children.flatMap { texts(of: $0.value) }
  }

  /// A number as the shell prints it, with 15 digits.
  private static func text(_ number: Double) -> String {
    let text = String(format: "%.15g", number)
    return text.contains { $0 == "." || $0 == "e" } ? text : text + ".0"
  }
}

/// A record that may be missing, in whose place the shell prints a NULL for each column.
private protocol OptionalRecord {
  static var columnCount: Int { get }
}

extension Optional: OptionalRecord where Wrapped: GeneratedRecord {
  fileprivate static var columnCount: Int { Wrapped.table.columns.count }
}
