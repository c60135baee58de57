import Foundation

@testable import StrataSchema

/// The Python package `jsonschema`, which knows nothing of Strata.
enum JSONSchemaValidator {
  /// Whether it is there; in CI it has to be.
  static let exists: Bool = {
    ProcessInfo.processInfo.environment["STRATA_CI"] != nil
      || (try? run("import jsonschema", input: "")) != nil
  }()

  struct Failure: Error {
    var messages: String
  }

  /// For each instance, the first thing that is wrong with it, or nothing.
  static func messages(_ instances: [String], schema: String) throws -> [String] {
    let script = """
      import json, sys
      from jsonschema import Draft7Validator
      call = json.load(sys.stdin)
      Draft7Validator.check_schema(call["schema"])
      validator = Draft7Validator(call["schema"])
      for instance in call["instances"]:
          errors = [error.message for error in validator.iter_errors(instance)]
          print(" ".join((errors or [""])[0].split())[:300])
      """
    let call = #"{"schema": \#(schema), "instances": [\#(instances.joined(separator: ", "))]}"#
    return try run(script, input: call)
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  private static func run(_ script: String, input text: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script]
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let output = Pipe()
    let messages = Pipe()
    process.standardInput = try FileHandle(forReadingFrom: file)
    process.standardOutput = output
    process.standardError = messages
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    let words = try messages.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(messages: String(decoding: words, as: UTF8.self))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension YAMLNode {
  /// What an editor takes it for: plain text is a number, a bool or null where YAML 1.2 says so.
  var json: String {
    switch content {
    case .scalar(let scalar):
      let isWord = ["true", "false", "null"].contains(scalar.text)
      let isNumber = scalar.text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?/) != nil
      if scalar.style == .plain, scalar.text.isEmpty { return "null" }
      return scalar.style == .plain && (isWord || isNumber)
        ? scalar.text : JSONText.quoted(scalar.text)
    case .sequence(let items): return "[\(items.map(\.json).joined(separator: ", "))]"
    case .mapping(let pairs):
      let members = pairs.map { "\(JSONText.quoted($0.key.value)): \($0.value.json)" }
      return "{\(members.joined(separator: ", "))}"
    case .invalid: return "null"
    }
  }
}
