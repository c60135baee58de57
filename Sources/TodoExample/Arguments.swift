/// The words of the command line: a verb, its operands and options.
struct Arguments {
  var verb: String?
  var operands: [String] = []
  var database: String?
  var values: Int?
  var wantsHelp = false

  /// A call that makes no sense.
  struct Misuse: Error, CustomStringConvertible {
    let description: String
  }

  init(_ words: [String]) throws {
    var words = words[...]
    var onlyOperands = false
    while let word = words.popFirst() {
      guard word.hasPrefix("-"), word != "-", !onlyOperands else {
        if verb == nil { verb = word } else { operands.append(word) }
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      func value() throws -> String {
        let value = parts.count == 2 ? parts[1] : words.popFirst()
        guard let value, !value.isEmpty else {
          throw Misuse(description: "\(parts[0]) wants a value")
        }
        return value
      }
      func set<Value>(_ option: inout Value?, _ value: Value) throws {
        guard option == nil else { throw Misuse(description: "\(parts[0]) is given twice") }
        option = value
      }
      switch parts[0] {
      case "--" where parts.count == 1: onlyOperands = true
      case "--help" where parts.count == 1, "-h": wantsHelp = true
      case "--database": try set(&database, try value())
      case "--values":
        let text = try value()
        guard let number = Int(text), number >= 0 else {
          throw Misuse(description: "--values wants a whole number from 0 on, not '\(text)'")
        }
        try set(&values, number)
      default: throw Misuse(description: "unknown option \(word)")
      }
    }
  }

  /// Throws where an option is given that the verb does not use.
  func check(takesValues: Bool) throws {
    guard values != nil, !takesValues else { return }
    throw Misuse(description: "\(verb ?? "todos") takes no --values")
  }

  /// The operands, one for each of the names; a title of several words may stand without quotes.
  func operands(_ names: [String]) throws -> [String] {
    guard operands.count >= names.count else {
      let missing = names[operands.count...].joined(separator: " and ")
      throw Misuse(description: "\(verb ?? "todos") wants \(missing)")
    }
    guard names.last == "TITLE" else {
      guard operands.count == names.count else {
        let surplus = operands[names.count]
        throw Misuse(
          description:
            "\(verb ?? "todos") does not know what '\(surplus)' is for; quote several words"
        )
      }
      return operands
    }
    let title = operands[(names.count - 1)...].joined(separator: " ")
    guard title.contains(where: { !$0.isWhitespace }),
      !title.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { throw Misuse(description: "a title has at least one character and stands on one line") }
    return operands[..<(names.count - 1)] + [title]
  }
}
