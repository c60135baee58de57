/// Breaks code into lines as `swift format` does with the house's configuration.
struct SwiftLayout {
  static let lineLength = 100
  static let indentation = "  "

  /// The lines of one statement, without the indentation of its place; `width` columns are free on
  /// a line.
  static func lines(_ code: SwiftCode, width: Int) -> [String] {
    if code.pieces.count == 1, case .text(let text) = code.pieces[0] { return [text] }
    // The formatter leaves room for the comma that the literal would have on lines of its own.
    let room = code.endsWithLiteral ? width - 1 : width
    if let flat = flat(code), fits(flat, room) { return [flat] }
    return broken(code, width: width)
  }

  /// The lines of a header with its opening brace, which stands alone below a header of several
  /// lines unless that ends with a bracket.
  static func opening(_ header: SwiftCode, width: Int) -> [String] {
    let whole = header + " {"
    if let flat = flat(whole), fits(flat, width) { return [flat] }
    let lines = lines(header, width: width)
    guard let last = lines.last, last.hasPrefix(")"), lines.count > 1 else { return lines + ["{"] }
    return lines.dropLast() + [last + " {"]
  }

  /// The code on one line, or nil where a literal needs lines of its own.
  static func flat(_ code: SwiftCode) -> String? {
    var result = ""
    for piece in code.pieces {
      switch piece {
      case .text(let text): result += text
      case .softBreak: result += " "
      case .lines: return nil
      case .list(let list):
        result += list.open
        for (index, item) in list.items.enumerated() {
          guard let text = flat(item) else { return nil }
          if index > 0 { result += ", " }
          result += text
        }
        result += list.close
      }
    }
    return result
  }

  static func fits(_ text: String, _ width: Int) -> Bool {
    text.utf8.count <= width || text.count <= width
  }

  private static func broken(_ code: SwiftCode, width: Int) -> [String] {
    if let softBreak = code.pieces.firstIndex(of: .softBreak) {
      let head = SwiftCode(pieces: Array(code.pieces[..<softBreak]))
      let tail = SwiftCode(pieces: Array(code.pieces[(softBreak + 1)...]))
      return lines(head, width: width) + indented(lines(tail, width: width - 2))
    }
    let lastList = code.pieces.lastIndex {
      if case .list(let list) = $0 { !list.items.isEmpty } else { false }
    }
    guard let lastList, case .list(let list) = code.pieces[lastList] else { return unbroken(code) }
    let head = flat(SwiftCode(pieces: Array(code.pieces[..<lastList]))) ?? ""
    let tail = flat(SwiftCode(pieces: Array(code.pieces[(lastList + 1)...]))) ?? ""
    let first = head + (list.open == ": " ? ":" : list.open)
    let last = list.close + tail
    return [first] + indented(items(of: list, width: width - 2)) + (last.isEmpty ? [] : [last])
  }

  /// Code without a place to break: a literal on lines of its own, or a line that stays too long.
  private static func unbroken(_ code: SwiftCode) -> [String] {
    var result: [String] = [""]
    for piece in code.pieces {
      switch piece {
      case .text(let text): result[result.count - 1] += text
      case .softBreak: result[result.count - 1] += " "
      case .list(let list): result[result.count - 1] += list.open + list.close
      case .lines(let lines):
        result[result.count - 1] += lines.first ?? ""
        result += lines.dropFirst()
      }
    }
    return result
  }

  private static func items(of list: SwiftList, width: Int) -> [String] {
    if list.wrapping == .fill { return filled(list, width: width) }
    var result: [String] = []
    for (index, item) in list.items.enumerated() {
      let isLast = index == list.items.count - 1
      let hasComma = !isLast || (list.wrapping == .literal && list.items.count > 1)
      var itemLines = lines(item, width: hasComma ? width - 1 : width)
      if hasComma { itemLines[itemLines.count - 1] += "," }
      result += itemLines
    }
    return result
  }

  private static func filled(_ list: SwiftList, width: Int) -> [String] {
    var result: [String] = []
    var line = ""
    for item in list.items {
      let text = (flat(item) ?? "") + (list.items.count > 1 ? "," : "")
      if line.isEmpty {
        line = text
      } else if fits(line + " " + text, width) {
        line += " " + text
      } else {
        result.append(line)
        line = text
      }
    }
    result.append(line)
    return result
  }

  static func indented(_ lines: [String]) -> [String] {
    lines.map { $0.isEmpty ? "" : indentation + $0 }
  }
}

extension SwiftCode {
  /// Whether its last part is a literal of several parts.
  fileprivate var endsWithLiteral: Bool {
    guard case .list(let list)? = pieces.last else { return false }
    return list.wrapping == .literal && list.items.count > 1
  }
}
