/// A value of a YAML file with its place.
///
/// No scalar has a type of its own: what `no` or `12:30` means is up to the place where it stands.
package struct YAMLNode: Sendable {
  package enum Content: Sendable {
    case scalar(YAMLScalar)
    case sequence([YAMLNode])
    case mapping([YAMLPair])
    /// Something that has been reported, and of which nobody should speak again.
    case invalid
  }

  package var content: Content
  package var range: SourceRange

  package init(_ content: Content, at range: SourceRange) {
    self.content = content
    self.range = range
  }
}

/// A key of a mapping with its value; a mapping keeps the order in which they were written.
package struct YAMLPair: Sendable {
  package var key: Located<String>
  package var value: YAMLNode

  package init(key: Located<String>, value: YAMLNode) {
    self.key = key
    self.value = value
  }
}

/// Text of a YAML file, as it reads after unquoting.
package struct YAMLScalar: Sendable {
  package enum Style: Sendable {
    case plain, singleQuoted, doubleQuoted
    /// A `|` block.
    case literal
    /// A `>` block.
    case folded
  }

  package var text: String
  package var style: Style
  /// Whether it takes more than one line of the file.
  package var isMultiline: Bool
  /// Whether a comment follows on its last line.
  package var isCutByComment: Bool
  /// Where `text` and the file part; empty where `text` simply starts at `start`.
  package var origins: [TextOrigin]

  package init(
    text: String,
    style: Style,
    isMultiline: Bool = false,
    isCutByComment: Bool = false,
    origins: [TextOrigin] = []
  ) {
    self.text = text
    self.style = style
    self.isMultiline = isMultiline
    self.isCutByComment = isCutByComment
    self.origins = origins
  }

  /// Whether it holds what no block keeps, such as CR, and only a text in quotes can spell.
  var needsEscapes: Bool {
    !text.unicodeScalars.allSatisfy { $0.isPrintableInYAML || $0 == "\n" || $0 == "\t" }
  }

  /// Whether there is no value at all, as after `key:`.
  package var isAbsent: Bool { style == .plain && text.isEmpty }
}
