/// The canonical form of a schema file; nil where it is not YAML that the language knows, which
/// `diagnostics` then say.
///
/// Only the layout changes: comments, blank lines and every order stay, and both texts read as the
/// same values. What is wrong with the schema itself is not looked at.
package func formatSchema(_ file: SchemaFile, _ diagnostics: inout Diagnostics) -> String? {
  let source = SourceText(file)
  var found = Diagnostics()
  defer { diagnostics.append(contentsOf: found) }
  guard let before = readYAML(source, &found), !found.hasErrors else { return nil }
  var reader = LayoutReader(source)
  guard let root = reader.read() else { return nil }
  let comments = source.comments(around: reader.scalars)
  var printer = LayoutPrinter(source, comments)
  let text = printer.print(root)

  // The promise is held, whatever a file comes up with.
  let result = SourceText(SchemaFile(path: file.path, text: text))
  var faults = Diagnostics()
  let after = readYAML(result, &faults)
  var again = LayoutReader(result)
  _ = again.read()
  guard let after, !faults.hasErrors, before.reads(as: after),
    result.comments(around: again.scalars).map(\.text).sorted() == comments.map(\.text).sorted()
  else {
    found.error(
      .yamlSyntax,
      "this file is laid out in a way that cannot be put in order without a change of what it says;"
        + " write its long keys and texts more simply",
      at: source.range(ofByte: source.bytes.startIndex, length: 0)
    )
    return nil
  }
  return text
}

extension YAMLNode {
  /// Whether another value says the same to every reader of a schema.
  func reads(as other: YAMLNode) -> Bool {
    switch (content, other.content) {
    case (.scalar(let left), .scalar(let right)):
      return left.text == right.text && left.style.isEqual(to: right.style)
        && left.isMultiline == right.isMultiline && left.isCutByComment == right.isCutByComment
    case (.sequence(let left), .sequence(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { $0.reads(as: $1) }
    case (.mapping(let left), .mapping(let right)):
      return left.count == right.count
        && zip(left, right).allSatisfy {
          $0.key.value == $1.key.value && $0.value.reads(as: $1.value)
        }
    case (.invalid, .invalid): return true
    default: return false
    }
  }
}

extension YAMLScalar.Style {
  /// Whether text of another style reads the same; one kind of quotation marks is as good as the other.
  fileprivate func isEqual(to other: YAMLScalar.Style) -> Bool {
    let quoted: Set<YAMLScalar.Style> = [.singleQuoted, .doubleQuoted]
    return self == other || quoted.contains(self) && quoted.contains(other)
  }
}
