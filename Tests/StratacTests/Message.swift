import Foundation

/// A message of the tool as a machine reads it.
struct Message: Decodable {
  struct Note: Decodable {
    var message: String
  }

  struct Place: Decodable {
    struct Position: Decodable {
      var line: Int
      var column: Int
    }

    var file: String
    var start: Position
    var end: Position
  }

  var severity: String
  var code: String
  var message: String
  var range: Place?
  var notes: [Note]
}

extension Call {
  /// The messages of a call with `--diagnostics json`.
  ///
  /// - Throws: where a line is not one of them.
  func readMessages() throws -> [Message] {
    try messages.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
      try JSONDecoder().decode(Message.self, from: Data($0.utf8))
    }
  }
}
