/// The words of the command line.
struct Options {
  var rows = 200_000
  var rounds = 9
  var only: String?
  var printsJSON = false
  var countsInstructions = false
  var measuresMemory = false
  var measuresLatency = false
  var wantsHelp = false
  /// One variant alone, as the processes that are measured from outside run it.
  var solo: SoloRun?

  /// The small program to be, with its database.
  var coldStart: (variant: String, path: String)?

  /// A variant to run alone a number of times.
  struct SoloRun {
    let workload: String
    let variant: String
    let path: String
    let count: Int
  }

  struct Misuse: Error {
    let description: String
  }

  init(_ words: [String]) throws {
    var words = words[...]
    func value(_ option: String) throws -> String {
      guard let value = words.popFirst() else {
        throw Misuse(description: "\(option) wants a value")
      }
      return value
    }
    func number(_ option: String) throws -> Int {
      guard let number = Int(try value(option)), number > 0 else {
        throw Misuse(description: "\(option) wants a number above 0")
      }
      return number
    }
    while let word = words.popFirst() {
      switch word {
      case "--json": printsJSON = true
      case "--rows": rows = try number(word)
      case "--rounds": rounds = try number(word)
      case "--only": only = try value(word)
      case "--instructions": countsInstructions = true
      case "--memory": measuresMemory = true
      case "--latency": measuresLatency = true
      case "--help": wantsHelp = true
      case "--solo":
        solo = SoloRun(
          workload: try value(word),
          variant: try value(word),
          path: try value(word),
          count: try number(word)
        )
      case "--cold": coldStart = (variant: try value(word), path: try value(word))
      default: throw Misuse(description: "unknown word '\(word)'; see --help")
      }
    }
  }

  func selects(_ workload: String) -> Bool { only == nil || only == workload }
}
