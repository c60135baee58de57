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
          throw Misuse(description: "\(parts[0]) wants a whole number, not '\(text)'")
        }
        return number
      }
      switch parts.first {
      case "--": onlyOperands = true
      case "--help", "-h": wantsHelp = true
      case "--database": database = try value()
      case "--team": team = try value()
      case "--score": score = try number()
      case "--values": values = try number()
      default: throw Misuse(description: "unknown option \(word)")
      }
    }
  }

  /// The only operand, such as a name.
  func operand(_ what: String) throws -> String {
    guard operands.count == 1, let operand = operands.first else {
      throw Misuse(description: "\(verb ?? "league") wants one \(what)")
    }
    return operand
  }
}
