import StrataSchema

/// How messages about a schema are shown.
enum DiagnosticsFormat: String {
  case text, json

  func show(_ diagnostics: Diagnostics, of files: [SchemaFile], on console: Console) {
    guard !diagnostics.all.isEmpty else { return }
    let printer = DiagnosticPrinter(files: files, usesColor: console.usesColor)
    switch self {
    case .text: console.complain(printer.text(diagnostics))
    case .json: console.complain(printer.json(diagnostics))
    }
  }
}
