import Foundation

/// Something that the tool does, by the word that asks for it.
struct Verb: Sendable {
  var name: String
  /// One line for the list of verbs.
  var summary: String
  /// The form of a call.
  var usage: String
  var options: [Option]
  /// What else there is to know.
  var discussion: String
  var run: @Sendable (Arguments, Console) throws(Problem) -> ExitStatus

  /// The words that ask for it: one, or two as in `scaffold app`.
  var words: [String] { name.split(separator: " ").map(String.init) }

  var help: String {
    var text = "\(summary)\n\nusage: \(usage)\n\noptions:\n"
    let rows =
      options.map { ("--\($0.name)" + ($0.value.map { " \($0)" } ?? ""), $0.meaning) }
      + [("--help", "show this"), ("--version", "show the version")]
    for (name, meaning) in rows {
      text += "  \(name.padding(toLength: 24, withPad: " ", startingAt: 0))\(meaning)\n"
    }
    return discussion.isEmpty ? text : text + "\n" + discussion + "\n"
  }
}
