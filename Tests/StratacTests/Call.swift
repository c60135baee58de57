import Foundation
import Synchronization

@testable import stratac

/// One call of the tool in this process, with what it printed.
struct Call {
  var status: ExitStatus
  var output: String
  var messages: String

  init(_ words: String...) {
    self.init(words)
  }

  init(_ words: [String], input: String = "") {
    let output = Mutex("")
    let messages = Mutex("")
    let console = Console(
      write: { text in output.withLock { $0 += text } },
      complain: { text in messages.withLock { $0 += text } },
      readInput: { Data(input.utf8) }
    )
    status = Stratac.run(words, console)
    self.output = output.withLock(\.self)
    self.messages = messages.withLock(\.self)
  }
}

/// A folder for one test, removed with the value.
final class Folder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "stratac-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func path(_ name: String) -> String { url.appending(path: name).path }

  /// Writes a file and gives its path.
  func write(_ name: String, _ text: String) throws -> String {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: file)
    return file.path
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
  }

  /// The names of all files below, sorted.
  func names(below name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
  }
}

let teams = """
  strata: 1
  database: LeagueDatabase
  tables:
    Team:
      columns:
        id: Int
        name: String

  """

let players = """
  strata: 1
  database: LeagueDatabase
  tables:
    Player:
      columns:
        id: Int
        teamID: Team.ID
      requests:
        squad: {where: teamID = :team}

  """
