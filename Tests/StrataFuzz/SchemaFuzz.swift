import Foundation
import StrataGenerator
import StrataPlanner
import StrataSchema
import TestSupport

/// Schema files: the compiler says what is wrong with them and where, or writes Swift, and both the
/// same way twice.
final class SchemaFuzz: Fuzz {
  private let mutator: TextMutator
  private var read = 0
  private var written = 0

  var summary: String { "\(read) could be read, \(written) made Swift" }

  init() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    mutator = TextMutator(try Self.samples(below: root))
    print("schemas: \(try Self.samples(below: root).count) samples")
  }

  /// All schemas of the repository, those in case files too.
  private static func samples(below root: URL) throws -> [[UInt8]] {
    let paths = ["Schemas", "Tests"].flatMap { folder -> [String] in
      let enumerator = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
      return (enumerator?.compactMap { $0 as? String } ?? []).map { "\(folder)/\($0)" }
    }
    var samples: [[UInt8]] = []
    for path in paths.sorted() {
      let isCase = path.contains("/Cases/") && path.hasSuffix(".txt")
      guard isCase || path.hasSuffix(".yaml") else { continue }
      let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
      samples += isCase ? schemas(ofCase: text) : [Array(text.utf8)]
    }
    return samples
  }

  private static func schemas(ofCase text: String) -> [[UInt8]] {
    var schemas: [[UInt8]] = []
    var isSchema = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("-- "), line.hasSuffix(" --") {
        isSchema = line.hasSuffix(".yaml --")
        if isSchema { schemas.append([]) }
      } else if isSchema {
        schemas[schemas.count - 1] += Array(line.utf8) + [UInt8(ascii: "\n")]
      }
    }
    return schemas
  }

  func makeInput(_ generator: inout SeededGenerator) -> Data { Data(mutator.make(&generator)) }

  func tryInput(_ input: Data) throws {
    let first = try compile(input)
    let second = try compile(input)
    if first != second { throw Finding(description: "two runs differ:\n\(first)\n\n\(second)") }
  }

  private func compile(_ input: Data) throws -> [String] {
    let file = SchemaFile(path: "Fuzz.yaml", bytes: Array(input))
    var diagnostics = Diagnostics()
    let models = readSchemas([file], &diagnostics)
    if models.isEmpty, !diagnostics.hasErrors {
      throw Finding(description: "reading fails without an error")
    }
    if !diagnostics.hasErrors { read += 1 }
    var proofs: [Proof] = []
    for model in models {
      if let proof = prove(model, &diagnostics) {
        proofs.append(proof)
      } else if !diagnostics.hasErrors {
        throw Finding(description: "proving fails without an error")
      }
    }
    try check(diagnostics, of: file)
    let printer = DiagnosticPrinter(files: [file])
    var output = [printer.text(diagnostics), printer.json(diagnostics)]
    if !diagnostics.hasErrors {
      written += 1
      output += generateSwift(proofs).map(\.text)
    }
    return output
  }

  // MARK: - Places

  private func check(_ diagnostics: Diagnostics, of file: SchemaFile) throws {
    let columns = Self.columns(of: file.bytes)
    for diagnostic in diagnostics.all {
      guard let range = diagnostic.range else {
        throw Finding(description: "no place: \(diagnostic)")
      }
      let ranges = [range] + diagnostic.notes.compactMap(\.range) + diagnostic.fixIts.map(\.range)
      for range in ranges {
        guard range.file == file.path, range.start <= range.end, isPlace(range.start, columns),
          isPlace(range.end, columns)
        else { throw Finding(description: "a place outside of the file: \(diagnostic)") }
      }
    }
  }

  private func isPlace(_ position: SourcePosition, _ columns: [Int]) -> Bool {
    position.line >= 1 && position.line <= columns.count && position.column >= 1
      && position.column <= columns[position.line - 1] + 2
  }

  /// The number of characters of each line.
  private static func columns(of bytes: [UInt8]) -> [Int] {
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    var columns = [0]
    for (index, byte) in bytes.enumerated() {
      let isBeforeLineFeed = index + 1 < bytes.count && bytes[index + 1] == 0x0A
      if byte == 0x0A || byte == 0x0D && !isBeforeLineFeed {
        columns.append(0)
      } else if byte & 0xC0 != 0x80 {
        columns[columns.count - 1] += 1
      }
    }
    return columns
  }
}
