import TestSupport

/// Changes a text by bytes, words, lines and indentation, with pieces of others.
struct TextMutator {
  private let texts: [[UInt8]]
  private let lines: [[UInt8]]
  private let words: [[UInt8]]

  private static let marks = [
    "\t", "'", "\"", "{", "}", "[", "]", ": ", ", ", " #", "|", "|\n", ">", "&a ", "*a", "!", "?",
    "\n", "\r", "\r\n", "\u{0}", "é", "\u{2028}", "- ", "<<: ", "---\n", "...\n", "null", "~",
    "99999999999999999999", "-", "%", "\u{FEFF}", "e\u{301}", "`", "*/", "\\(x)", "\"\"\"", "--",
    ";",
    ":x", "?1", "1e999", "0x", "/*", "\u{7f}", "\u{1F600}",
  ].map { Array($0.utf8) }

  init(_ texts: [[UInt8]]) {
    self.texts = texts
    lines = texts.flatMap(Self.lines)
    words = Array(Set(texts.flatMap(Self.words))).sorted { $0.lexicographicallyPrecedes($1) }
  }

  func make(_ generator: inout SeededGenerator) -> [UInt8] {
    var text = texts[generator.below(texts.count)]
    for _ in 0...generator.below(5) { change(&text, &generator) }
    return text
  }

  private func change(_ text: inout [UInt8], _ generator: inout SeededGenerator) {
    switch generator.below(12) {
    case 0:
      let start = generator.below(text.count + 1)
      text.removeSubrange(start..<min(text.count, start + 1 + generator.below(20)))
    case 1:
      text.insert(UInt8(generator.below(256)), at: generator.below(text.count + 1))
    case 2:
      if !text.isEmpty { text[generator.below(text.count)] = UInt8(generator.below(256)) }
    case 3:
      let mark = Self.marks[generator.below(Self.marks.count)]
      text.insert(contentsOf: mark, at: generator.below(text.count + 1))
    case 4, 5: changeWord(&text, &generator)
    case 6:
      // The begin of one file and the end of another.
      let other = texts[generator.below(texts.count)]
      let cut = generator.below(text.count + 1)
      text = Array(text[..<cut]) + other[min(cut, other.count)...]
    default: changeLines(&text, &generator)
    }
  }

  private func changeWord(_ text: inout [UInt8], _ generator: inout SeededGenerator) {
    let start = generator.below(text.count + 1)
    guard let first = text[start...].firstIndex(where: Self.isPartOfWord) else { return }
    let end = text[first...].firstIndex { !Self.isPartOfWord($0) } ?? text.count
    text.replaceSubrange(first..<end, with: words[generator.below(words.count)])
  }

  private func changeLines(_ text: inout [UInt8], _ generator: inout SeededGenerator) {
    var own = Self.lines(text)
    guard !own.isEmpty else { return }
    let place = generator.below(own.count)
    switch generator.below(6) {
    case 0: own.remove(at: place)
    case 1: own.insert(own[place], at: generator.below(own.count + 1))
    case 2: own.swapAt(place, generator.below(own.count))
    case 3: own.insert(lines[generator.below(lines.count)], at: place)
    case 4:
      let spaces = Array(repeating: UInt8(ascii: " "), count: 1 + generator.below(4))
      for index in place..<min(own.count, place + 1 + generator.below(4)) {
        own[index] = spaces + own[index]
      }
    default:
      for index in place..<min(own.count, place + 1 + generator.below(4)) {
        own[index].removeFirst(min(own[index].prefix { $0 == 32 }.count, 1 + generator.below(4)))
      }
    }
    text = Array(own.joined(separator: [UInt8(ascii: "\n")]))
  }

  private static func lines(_ text: [UInt8]) -> [[UInt8]] {
    text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Array($0) }
  }

  private static func words(_ text: [UInt8]) -> [[UInt8]] {
    text.split { !isPartOfWord($0) }.map { Array($0) }
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: ".")
      || (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
  }
}
