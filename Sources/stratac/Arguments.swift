import StrataSchema

/// An option of a verb: `--name VALUE`, or `--name` alone.
struct Option {
  var name: String
  /// A word for the value in the help; nil for an option without one.
  var value: String?
  var meaning: String

  static let diagnostics = Option(
    name: "diagnostics",
    value: "text|json",
    meaning: "how messages are shown on standard error (text)"
  )
}

/// What a word was meant for that is none of these: a name much like it, or one that it is a part of.
func suggestion(for word: String, in names: [String]) -> String? {
  if let name = nearest(to: word, in: names) { return name }
  guard word.count > 1 else { return nil }
  return names.first { $0.hasPrefix(word) } ?? names.first { word.count > 3 && $0.contains(word) }
}

/// The words of a call after its verb, told apart.
struct Arguments {
  private(set) var files: [String] = []
  private var values: [String: String] = [:]

  init(_ words: [String], options: [Option]) throws(Problem) {
    var rest = words[...]
    var takesOptions = true
    while let word = rest.popFirst() {
      guard takesOptions, word.hasPrefix("-"), word != "-" else {
        if !files.contains(word) { files.append(word) }
        continue
      }
      if word == "--" {
        takesOptions = false
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts[0].drop { $0 == "-" }
      guard word.hasPrefix("--"), let option = options.first(where: { $0.name == name }) else {
        let known = suggestion(for: String(name), in: options.map(\.name))
        throw .call(
          "unknown option '\(parts[0])'" + (known.map { "; did you mean '--\($0)'?" } ?? "")
        )
      }
      if option.value == nil {
        guard parts.count == 1 else { throw .call("option '--\(name)' takes no value") }
        values[option.name] = ""
        continue
      }
      // What begins with '--' is an option that follows; as a value it stands behind '='.
      let next =
        parts.count > 1 ? String(parts[1]) : rest.first.flatMap { $0.hasPrefix("--") ? nil : $0 }
      if parts.count == 1, next != nil { rest.removeFirst() }
      guard let value = next, !value.isEmpty else {
        throw .call("option '--\(name)' needs a value: \(option.value ?? "VALUE")")
      }
      guard value != "-" || name != "output" else {
        throw .call("'--output' names a \(option.value?.lowercased() ?? "file"), not '-'")
      }
      guard values.updateValue(value, forKey: option.name) == nil else {
        throw .call("option '--\(name)' is given twice")
      }
    }
  }

  subscript(option: String) -> String? { values[option] }

  /// The schema files of the call.
  func schemaFiles() throws(Problem) -> [String] {
    guard !files.isEmpty else { throw .call("name the schema files, such as Schemas/League.yaml") }
    return files
  }

  /// How messages about a schema are shown.
  func diagnosticsFormat() throws(Problem) -> DiagnosticsFormat {
    guard let word = self["diagnostics"] else { return .text }
    guard let format = DiagnosticsFormat(rawValue: word) else {
      throw .call("'--diagnostics' is text or json, not '\(word)'")
    }
    return format
  }
}
