import StrataSchema

/// Something that a verb says beside its result, and that does not keep it from being good.
struct Remark {
  var code: ToolCode
  var message: String
  var range: SourceRange?
  /// Whether somebody should do something about it.
  var isWarning = false
  /// The form for people, where it is not the message alone.
  var text: String?
}

extension DiagnosticsFormat {
  func show(_ remarks: [Remark], on console: Console) {
    guard self == .json else {
      return console.complain(remarks.map { ($0.text ?? $0.message).visible + "\n" }.joined())
    }
    var diagnostics = Diagnostics()
    for remark in remarks {
      diagnostics.append(
        Diagnostic(
          remark.isWarning ? .warning : .note,
          remark.code.rawValue,
          remark.message,
          at: remark.range
        )
      )
    }
    show(diagnostics, of: [], on: console)
  }

  /// Says why a call has failed; `hint` is for people whose words are wrong.
  func show(_ problem: Problem, hint: String, on console: Console) {
    guard self == .json else {
      return console.complain("error: \(problem.text.visible)" + (problem.showsUsage ? hint : ""))
    }
    var diagnostics = Diagnostics()
    diagnostics.error(
      problem.code.rawValue,
      problem.message,
      at: nil,
      notes: problem.notes.map { Diagnostic.Note($0) }
    )
    show(diagnostics, of: [], on: console)
  }
}
