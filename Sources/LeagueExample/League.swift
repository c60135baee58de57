import Foundation
import Strata

/// The example program: a league of teams and players.
@main
enum League {
  static let usage = """
    usage: league [VERB] [--database FILE]

    Without a verb: opens a database, imports the sample, observes three requests while
    another task writes, and prints each value as it arrives.

      list                                  the players, best first
      add NAME [--team TEAM] [--score N]    adds a player
      rename OLD NEW                        renames a player
      delete NAME                           deletes a player
      watch [--values N]                    the standings, now and at every change
      --database FILE                       the database file; made, with the sample, if missing.
                                            A verb needs it; without a verb it has to be new, and
                                            a temporary one is used where none is given.
      --help                                this text
    """

  static func main() async {
    do {
      try await run(Arguments(Array(CommandLine.arguments.dropFirst())))
    } catch let misuse as Arguments.Misuse {
      complain("\(misuse); see league --help")
      exit(2)
    } catch {
      complain("\(error)")
      exit(1)
    }
  }

  static func run(_ arguments: Arguments) async throws {
    guard !arguments.wantsHelp else {
      say(usage)
      return
    }
    guard let verb = arguments.verb else {
      try arguments.check(options: [])
      try await demonstrate(arguments)
      return
    }
    guard let (command, options) = commands[verb] else {
      throw Arguments.Misuse(description: "unknown verb '\(verb)'")
    }
    try arguments.check(options: options)
    guard let path = arguments.database else {
      throw Arguments.Misuse(description: "\(verb) wants --database FILE")
    }
    try await command(arguments, open(path))
  }

  /// The verbs, with the options that each takes beside `--database`.
  private static let commands:
    [String: (run: @Sendable (Arguments, DatabasePool) async throws -> Void, options: Set<String>)] =
      [
        "list": (Commands.list, []),
        "add": (Commands.add, ["--team", "--score"]),
        "rename": (Commands.rename, []),
        "delete": (Commands.delete, []),
        "watch": (Commands.watch, ["--values"]),
      ]

  private static func demonstrate(_ arguments: Arguments) async throws {
    guard let path = arguments.database else {
      let folder = FileManager.default.temporaryDirectory.appending(path: "league-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try await Demo.run(open(folder.appending(path: "league.sqlite").path))
      return
    }
    guard !FileManager.default.fileExists(atPath: path) else {
      throw Arguments.Misuse(description: "\(path) exists; without a verb a new file is wanted")
    }
    try await Demo.run(open(path))
  }

  private static func open(_ path: String) throws -> DatabasePool {
    var configuration = Configuration()
    // Another process may add players while this one watches.
    configuration.observesExternalChanges = true
    let database = try LeagueDatabase.open(
      at: URL(filePath: path),
      configuration: configuration
    )
    let imported = try SampleData.importIfEmpty(database)
    if imported > 0 { complain("imported \(imported) players into \(path)") }
    return database
  }

  /// Prints a line at once, also into a pipe.
  static func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  private static func complain(_ message: String) {
    FileHandle.standardError.write(Data("league: \(message)\n".utf8))
  }
}
