/// A place in a source file.
///
/// Lines and columns count from 1; a column counts Unicode scalars, as editors do, and a tab is
/// one column.
package struct SourcePosition: Hashable, Comparable, Sendable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// A stretch of a source file; `end` is the position after the last character.
package struct SourceRange: Hashable, Sendable {
  /// The path as it was given to the tool.
  package var file: String
  package var start: SourcePosition
  package var end: SourcePosition

  package init(file: String, start: SourcePosition, end: SourcePosition) {
    self.file = file
    self.start = start
    self.end = end
  }
}

/// A value with the place where its author wrote it.
package struct Located<Value> {
  package var value: Value
  package var range: SourceRange

  package init(_ value: Value, at range: SourceRange) {
    self.value = value
    self.range = range
  }
}

extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}
extension Located: Sendable where Value: Sendable {}
