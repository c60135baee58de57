internal import CYAML

/// A place as libyaml counts: everything from 0, in Unicode scalars.
struct YAMLMark: Equatable {
  var index: Int
  var line: Int
  var column: Int
}

/// A step of libyaml's parser.
struct YAMLEvent {
  enum Kind {
    case streamStart, streamEnd, documentEnd
    case documentStart(hasDirectives: Bool)
    case alias(String)
    case scalar(text: String, style: YAMLScalar.Style)
    case sequenceStart(isFlow: Bool)
    case sequenceEnd
    case mappingStart(isFlow: Bool)
    case mappingEnd
  }

  var kind: Kind
  var anchor: String?
  var tag: String?
  var start: YAMLMark
  var end: YAMLMark
}

/// What libyaml could not read.
struct YAMLProblem: Error {
  var message: String
  var mark: YAMLMark
  /// What it was reading, and since where.
  var context: String
  var contextMark: YAMLMark
}

/// The events of a text, one after the other: libyaml as a Swift value.
///
/// Unsafe code stays in this file.
final class YAMLEvents {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let text: UnsafeMutableBufferPointer<UInt8>

  /// - Parameter bytes: UTF-8 without a byte order mark.
  init(_ bytes: ArraySlice<UInt8>) {
    parser = .allocate(capacity: 1)
    text = .allocate(capacity: bytes.count)
    _ = text.initialize(from: bytes)
    yaml_parser_initialize(parser)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, text.baseAddress, text.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    text.deallocate()
  }

  /// The next event.
  ///
  /// - Throws: `YAMLProblem`, after which there is no further event.
  func next() throws(YAMLProblem) -> YAMLEvent {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) != 0 else {
      let state = parser.pointee
      throw YAMLProblem(
        message: string(state.problem) ?? "out of memory",
        mark: mark(state.problem_mark),
        context: string(state.context) ?? "",
        contextMark: mark(state.context_mark)
      )
    }
    defer { yaml_event_delete(&event) }
    var result = YAMLEvent(
      kind: .streamEnd,
      start: mark(event.start_mark),
      end: mark(event.end_mark)
    )
    switch event.type {
    case YAML_STREAM_START_EVENT:
      result.kind = .streamStart
    case YAML_DOCUMENT_START_EVENT:
      let start = event.data.document_start
      result.kind = .documentStart(
        hasDirectives: start.version_directive != nil
          || start.tag_directives.start != start.tag_directives.end
      )
    case YAML_DOCUMENT_END_EVENT:
      result.kind = .documentEnd
    case YAML_ALIAS_EVENT:
      result.kind = .alias(string(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      result.kind = .scalar(
        text: String(
          decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length),
          as: UTF8.self
        ),
        style: style(scalar.style)
      )
      result.anchor = string(scalar.anchor)
      result.tag = string(scalar.tag)
    case YAML_SEQUENCE_START_EVENT:
      let start = event.data.sequence_start
      result.kind = .sequenceStart(isFlow: start.style == YAML_FLOW_SEQUENCE_STYLE)
      result.anchor = string(start.anchor)
      result.tag = string(start.tag)
    case YAML_SEQUENCE_END_EVENT:
      result.kind = .sequenceEnd
    case YAML_MAPPING_START_EVENT:
      let start = event.data.mapping_start
      result.kind = .mappingStart(isFlow: start.style == YAML_FLOW_MAPPING_STYLE)
      result.anchor = string(start.anchor)
      result.tag = string(start.tag)
    case YAML_MAPPING_END_EVENT:
      result.kind = .mappingEnd
    default:
      result.kind = .streamEnd
    }
    return result
  }

  private func style(_ style: yaml_scalar_style_t) -> YAMLScalar.Style {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: .literal
    case YAML_FOLDED_SCALAR_STYLE: .folded
    default: .plain
    }
  }

  private func mark(_ mark: yaml_mark_t) -> YAMLMark {
    YAMLMark(index: Int(mark.index), line: Int(mark.line), column: Int(mark.column))
  }

  private func string(_ pointer: UnsafePointer<CChar>?) -> String? {
    pointer.map { String(cString: $0) }
  }

  private func string(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    pointer.map { String(cString: $0) }
  }
}
