import StrataSQLite
import StrataSchema

// Functions and collations, SQLite's and those of the app.
extension SQLMistake {
  func unknownFunction(_ name: String) -> Diagnostic {
    let place = place(of: name)
    if let version = SQLFeatures.functions[SQLTokenizer.fold(name)] {
      return Diagnostic(
        .error,
        "sqlite-version",
        "\(name)() needs SQLite \(version); this is SQLite \(SQLiteLibrary.version)",
        at: place
      )
    }
    var message = "SQLite has no function '\(name)'"
    let near = nearest(to: name, in: scope.functionNames)
    message +=
      near.map { "; did you mean '\($0)'?" }
      ?? "; one that the app registers is declared under 'functions:'"
    let fixIts = self.fixIts("write '\(near ?? "")'", at: place, near)
    return Diagnostic(.error, "unknown-function", message, at: place, fixIts: fixIts)
  }

  func wrongArguments(_ name: String) -> Diagnostic {
    let function = scope.schema.functions.first {
      SQLTokenizer.fold($0.name.value) == SQLTokenizer.fold(name)
    }
    guard let function, let count = function.argumentCount else {
      return Diagnostic(
        .error,
        "wrong-arguments",
        "\(name)() does not take that many arguments",
        at: place(of: name)
      )
    }
    return Diagnostic(
      .error,
      "wrong-arguments",
      "\(name)() takes \(count == 1 ? "1 argument" : "\(count) arguments"), as it is declared",
      at: place(of: name),
      notes: [.init("the function is declared here", at: function.name.range)]
    )
  }

  /// A function of the app where only one is allowed whose results never change.
  func indeterminate(_ message: String) -> Diagnostic? {
    let names = (fragment.map { [$0] } ?? text.fragments)
      .flatMap { SQLTokenizer.tokens(of: $0.text) }.compactMap { $0.name.map(SQLTokenizer.fold) }
    let function = scope.schema.functions.first {
      !$0.isDeterministic && names.contains(SQLTokenizer.fold($0.name.value))
    }
    guard let function else { return nil }
    return Diagnostic(
      .error,
      "non-deterministic",
      "\(function.name.value)() cannot stand here, where equal arguments have to give equal results;"
        + " declare it with 'deterministic: true' if they do",
      at: place(of: function.name.value),
      notes: [.init("the function is declared here", at: function.name.range)]
    )
  }

  func unknownCollation(_ name: String) -> Diagnostic {
    let place = place(of: name)
    var message = "SQLite has no collation '\(name)'"
    let known = ["BINARY", "NOCASE", "RTRIM"] + scope.schema.collations.map(\.value)
    let near = nearest(to: name, in: known)
    message +=
      near.map { "; did you mean '\($0)'?" }
      ?? "; one that the app registers is named under 'collations:'"
    // The value of 'collate:' is the name alone.
    let fixIts =
      fragment == nil && place == range
      ? near.map { [.init("write '\($0)'", replacing: place, with: $0)] } ?? []
      : self.fixIts("write '\(near ?? "")'", at: place, near)
    return Diagnostic(.error, "unknown-collation", message, at: place, fixIts: fixIts)
  }
}
