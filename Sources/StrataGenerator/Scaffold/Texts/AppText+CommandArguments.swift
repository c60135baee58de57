extension AppText {
  static let commandArguments = AppText(
    path: "Sources/%Command%/Arguments.swift",
    text: #"""
      /// The words of a call: options by their names, and the rest in order.
      struct Arguments {
        private(set) var words: [String] = []
        private(set) var options: [(option: Option, value: String)] = []

        init(_ words: [String]) throws(Misuse) {
          var rest = words[...]
          var takesOptions = true
          while let word = rest.popFirst() {
            // A number below zero is no option, nor is the dash that stands for a stream.
            guard takesOptions, word.hasPrefix("-"), word != "-", Double(word) == nil else {
              self.words.append(word)
              continue
            }
            guard word != "--" else {
              takesOptions = false
              continue
            }
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            guard let option = Option(spelling: parts[0]) else {
              throw Misuse(
                "there is no option \(parts[0]); words that begin with a dash follow after --"
              )
            }
            if option.value == nil {
              guard parts.count == 1 else { throw Misuse("\(parts[0]) takes no value") }
              options.append((option, ""))
            } else {
              guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
                throw Misuse("\(parts[0]) wants a value")
              }
              options.append((option, value))
            }
          }
        }

        /// The value of an option, the last where there are several; empty for one that takes none.
        subscript(option: Option) -> String? { options.last { $0.option == option }?.value }

        /// The values of an option that may be given several times.
        func all(_ option: Option) -> [String] {
          options.filter { $0.option == option }.map(\.value)
        }

        /// The value of an option that is a number.
        func number(_ option: Option) throws(Misuse) -> Int? {
          guard let text = self[option] else { return nil }
          guard let number = Int(text), number >= 0 else {
            throw Misuse("--\(option.rawValue) wants a whole number from 0 on, not '\(text)'")
          }
          return number
        }
      }

      /// What may be said about a call.
      enum Option: String, CaseIterable {
        case database, `where`, sort, limit, values, format, json, help

        init?(spelling: String) {
          guard spelling != "-h" else {
            self = .help
            return
          }
          guard spelling.hasPrefix("--") else { return nil }
          self.init(rawValue: String(spelling.dropFirst(2)))
        }

        /// A word for the value; nil for an option without one.
        var value: String? {
          switch self {
          case .database: "FILE"
          case .where: "CONDITION"
          case .sort: "COLUMN[:desc]"
          case .limit, .values: "N"
          case .format: "csv|json|jsonl"
          case .json, .help: nil
          }
        }

        var meaning: String {
          switch self {
          case .database: "the database file; made where there is none"
          case .where:
            "only rows with COLUMN=VALUE, or 'COLUMN<VALUE', <=, >, >=, !=; nothing is no value"
          case .sort: "the order of the rows; may be given several times"
          case .limit: "at most so many rows"
          case .values: "end after so many values"
          case .format: "the form of a file, where its name does not tell"
          case .json: "print JSON"
          case .help: "show what can be done"
          }
        }
      }

      /// A call that makes no sense.
      struct Misuse: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
      }

      /// Something that cannot be done, though the call makes sense.
      struct Failure: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
      }

      """#
  )
}
