/// An entry between braces, and whether a colon was written in it.
struct FlowEntry {
  var pair: YAMLPair
  var hasColon: Bool
}

// Between braces and brackets a comma ends a plain text. `{check: a IN (1, 2)}` is not what its
// author meant: text that a comma has cut is recognised by its parentheses, or by a key without a
// colon after it.
extension YAMLReader {
  /// Tells whether every entry can be read.
  mutating func checkCommas(inMapping entries: inout [FlowEntry]) -> Bool {
    var isGood = true
    var result: [FlowEntry] = []
    var index = 0
    while index < entries.count {
      var entry = entries[index]
      let first = index
      index += 1
      if let text = entry.pair.value.plainText {
        var balance = parentheses(text)
        while index < entries.count, !entries[index].hasColon || balance > 0 {
          balance += parentheses(entries[index].pair.key.value)
          balance += entries[index].pair.value.plainText.map(parentheses) ?? 0
          index += 1
        }
        if index > first + 1 || balance != 0 {
          report(cut: entry.pair.value.range, to: entries[index - 1].pair)
          entry.pair.value.content = .invalid
        }
      } else if !entry.hasColon {
        let key = entry.pair.key.value
        diagnostics.error(
          .emptyValue,
          key.contains(":")
            ? "'\(key)' is a key without a value, because no space follows the ':'; write 'key: value'"
            : "'\(key)' has no value; write 'key: value', or quote the text",
          at: entry.pair.key.range
        )
        isGood = false
      }
      result.append(entry)
    }
    entries = result
    return isGood
  }

  mutating func checkCommas(inSequence items: inout [YAMLNode]) {
    var result: [YAMLNode] = []
    var index = 0
    while index < items.count {
      var item = items[index]
      let first = index
      index += 1
      if let text = item.plainText {
        var balance = parentheses(text)
        while index < items.count, balance > 0, let next = items[index].plainText {
          balance += parentheses(next)
          index += 1
        }
        if index > first + 1 || balance != 0 {
          report(cut: item.range, to: items[index - 1].range.end)
          item.content = .invalid
        }
      }
      result.append(item)
    }
    items = result
  }

  private mutating func report(cut text: SourceRange, to last: YAMLPair) {
    report(cut: text, to: max(last.key.range.end, last.value.range.end))
  }

  private mutating func report(cut text: SourceRange, to end: SourcePosition) {
    let range = SourceRange(file: text.file, start: text.start, end: end)
    var fixIts: [Diagnostic.FixIt] = []
    if text.start.line == end.line, source.isShort(line: end.line) {
      let scalars = source.text(ofLine: end.line - 1).unicodeScalars
        .dropFirst(text.start.column - 1).prefix(end.column - text.start.column)
      let quoted = YAMLQuoting.quoted(String(String.UnicodeScalarView(scalars)))
      fixIts.append(.init("quote this text", replacing: range, with: quoted))
    }
    diagnostics.error(
      .cutText,
      end > text.end
        ? "a comma ends a text between braces; quote this text"
        : "the parentheses of this text are not balanced; complete or quote this text",
      at: range,
      fixIts: fixIts
    )
  }

  private func parentheses(_ text: String) -> Int {
    text.utf8.reduce(0) { sum, byte in
      byte == UInt8(ascii: "(") ? sum + 1 : byte == UInt8(ascii: ")") ? sum - 1 : sum
    }
  }
}

extension YAMLNode {
  fileprivate var plainText: String? {
    guard case .scalar(let scalar) = content, scalar.style == .plain, !scalar.isAbsent else {
      return nil
    }
    return scalar.text
  }
}

/// Quoting as YAML wants it.
enum YAMLQuoting {
  static func quoted(_ text: String) -> String {
    guard text.contains("\"") || text.contains("\\") else { return "\"\(text)\"" }
    return "'" + text.doubling("'") + "'"
  }
}
