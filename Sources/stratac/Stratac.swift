import Foundation
import StrataSchema

/// The command line: finds the verb, runs it, and ends with its status.
@main
enum Stratac {
  static let version = "0.1.0"

  static let verbs: [Verb] = [
    .generate, .check, .format, .ddl, .explain, .docs, .diagram, .jsonSchema, .pull,
    .plan, .migrate, .amend, .seal, .lint, .verify, .squash, .baseline,
    .scaffoldApp, .scaffoldFixtures,
  ]

  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    let status = run(words, Console.standard(DiagnosticsFormat(askedForBy: words)))
    exit(status.rawValue)
  }

  /// Runs one call.
  static func run(_ words: [String], _ console: Console) -> ExitStatus {
    guard let word = words.first else {
      console.complain(help)
      return .wrongCall
    }
    switch word {
    case "help" where words.count > 1:
      return run(words.dropFirst() + ["--help"], console)
    case "--help", "-h", "help":
      console.write(help)
      return .good
    case "--version":
      console.write("stratac \(version)\n")
      return .good
    default:
      guard let verb = verbs.first(where: { words.starts(with: $0.words) }) else {
        let family = verbs.filter { $0.words[0] == word }
        if !family.isEmpty, words.contains("--help") || words.contains("-h") {
          console.write(family.map(\.help).joined(separator: "\n"))
          return .good
        }
        let problem = Problem.call(unknown(word))
        let format = DiagnosticsFormat(askedForBy: words)
        format.show(problem, hint: "See 'stratac --help'.\n", on: console)
        return problem.status
      }
      return run(verb, Array(words.dropFirst(verb.words.count)), console)
    }
  }

  private static func run(_ verb: Verb, _ words: [String], _ console: Console) -> ExitStatus {
    let options = words.prefix { $0 != "--" }
    if options.contains("--help") || options.contains("-h") {
      console.write(verb.help)
      return .good
    }
    if options.contains("--version") {
      console.write("stratac \(version)\n")
      return .good
    }
    do throws(Problem) {
      let arguments = try Arguments(words, options: verb.options)
      _ = try arguments.diagnosticsFormat()
      return try verb.run(arguments, console)
    } catch {
      let format = DiagnosticsFormat(askedForBy: words)
      format.show(error, hint: "usage: \(verb.usage)\n", on: console)
      return error.status
    }
  }

  private static func unknown(_ word: String) -> String {
    let names = verbs.map(\.name)
    let subjects = verbs.map(\.words).filter { $0.count > 1 && $0[0] == word }.map { $0[1] }
    if !subjects.isEmpty {
      return "say what to \(word): 'stratac \(word) \(subjects.joined(separator: "' or '"))'"
    }
    let list = names.joined(separator: ", ")
    guard let known = suggestion(for: word, in: names) else {
      return "unknown verb '\(word)'; the verbs are \(list)"
    }
    return "unknown verb '\(word)'; did you mean '\(known)'? The verbs are \(list)"
  }

  private static var help: String {
    var text = """
      stratac, the compiler of Strata's schemas

      usage: stratac VERB …

      verbs:

      """
    let width = (verbs.map(\.name.count).max() ?? 0) + 2
    for verb in verbs {
      let name = verb.name.padding(toLength: width, withPad: " ", startingAt: 0)
      text += "  \(name)\(verb.summary)\n"
    }
    return text + """

      Every verb takes --help and --version.
      Results go to standard output, messages to standard error.
      Exit status: 0 good, 1 the input is wrong, 2 the call is wrong.

      """
  }
}

/// How a call ended.
enum ExitStatus: Int32, Error {
  case good = 0
  /// The schema, or what is read with it, is wrong.
  case wrongInput = 1
  /// The call is wrong: its words, or the folder that it names.
  case wrongCall = 2
}
