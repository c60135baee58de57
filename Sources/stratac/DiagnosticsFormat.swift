import StrataSchema

/// How messages about a schema are shown.
enum DiagnosticsFormat: String {
  case text, json

  /// The form that the words of a call ask for, whatever else is wrong with them; text where they ask
  /// for none.
  init(askedForBy words: [String]) {
    let options = words.prefix { $0 != "--" }
    let isJSON = options.indices.contains { index in
      options[index] == "--diagnostics=json"
        || options[index] == "json" && index > 0 && options[index - 1] == "--diagnostics"
    }
    self = isJSON ? .json : .text
  }

  func show(_ diagnostics: Diagnostics, of files: [SchemaFile], on console: Console) {
    guard !diagnostics.all.isEmpty else { return }
    let printer = DiagnosticPrinter(files: files, usesColor: console.usesColor)
    switch self {
    case .text: console.complain(printer.text(diagnostics))
    case .json: console.complain(printer.json(diagnostics))
    }
  }
}
