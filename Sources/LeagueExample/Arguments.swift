/// The words of the command line: a verb, its operands and options.
struct Arguments {
  var verb: String?
  var operands: [String] = []
  var database: String?
  var team: String?
  var score: Int?
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
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      func value() throws -> String {
        if parts.count == 2 { return parts[1] }
        guard let next = words.popFirst() else {
          throw Misuse(description: "\(word) wants a value")
        }
        return next
      }
      func number() throws -> Int {
        let text = try value()
        guard let number = Int(text), number >= 0 else {
          throw Misuse(description: "\(parts[0]) wants a whole number from 0 on, not '\(text)'")
        }
        return number
      }
      func set<Value>(_ option: inout Value?, _ value: Value) throws {
        guard option == nil else { throw Misuse(description: "\(parts[0]) is given twice") }
        option = value
      }
      switch parts.first {
      case "--": onlyOperands = true
      case "--help", "-h": wantsHelp = true
      case "--database": try set(&database, try value())
      case "--team": try set(&team, try value())
      case "--score": try set(&score, try number())
      case "--values": try set(&values, try number())
      default: throw Misuse(description: "unknown option \(word)")
      }
    }
  }

  /// Throws where an option or an operand is given that the verb does not use.
  func check(options: Set<String>) throws {
    let given = ["--team": team != nil, "--score": score != nil, "--values": values != nil]
    for (option, isGiven) in given.sorted(by: { $0.key < $1.key })
    where isGiven && !options.contains(option) {
      throw Misuse(description: "\(verb ?? "league") takes no \(option)")
    }
  }

  func takesNoOperand() throws {
    guard let surplus = operands.first else { return }
    throw Misuse(description: "\(verb ?? "league") does not know what '\(surplus)' is for")
  }

  /// A name that can be shown on one line.
  func name(_ text: String) throws -> String {
    guard !text.isEmpty,
      !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { throw Misuse(description: "a name has at least one character and stands on one line") }
    return text
  }

  /// The only operand, such as a name.
  func operand(_ what: String) throws -> String {
    guard operands.count == 1, let operand = operands.first else {
      throw Misuse(description: "\(verb ?? "league") wants one \(what)")
    }
    return operand
  }
}
