import StrataSchema

// Statements that write where nothing can be written.
extension SQLMistake {
  /// The name in `cannot modify NAME because it is a view`.
  static func unwritableView(in message: String) -> String? {
    let end = " because it is a view"
    guard let name = rest(of: message, after: "cannot modify "), name.hasSuffix(end) else {
      return nil
    }
    return String(name.dropLast(end.count))
  }

  func writtenView(_ name: String) -> Diagnostic {
    let folded = SQLTokenizer.fold(name)
    let isCollection = scope.schema.views.contains {
      $0.collection != nil && SQLTokenizer.fold($0.sqlName) == folded
    }
    let remedy =
      isCollection
      ? "is a collection, whose documents the app saves, deletes and purges with models;"
        + " SQL can only read it"
      : "is a view, which only a trigger INSTEAD OF can write;"
        + " write to the tables that it reads, or add one under 'triggers:'"
    return Diagnostic(.error, "view-written", "'\(name)' \(remedy)", at: place(of: name))
  }
}
