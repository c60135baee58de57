import Foundation

/// The example program of documents: a list of what is to be done.
@main
enum Todos {
  static let usage = """
    usage: todos [VERB] [--database FILE]

    Without a verb: two lists in two databases, which a replicator keeps in step.

      list                  what is to be done, and what was done
      add TITLE             adds a todo
      done ITEM             marks a todo as done
      reopen ITEM           marks a todo as not done
      rename ITEM TITLE     gives a todo another title
      delete ITEM           deletes a todo
      sync FILE             exchanges todos with another database file, both ways
      watch [--values N]    the list, now and at every change
      --database FILE       the database file, which a verb needs; made if missing
      --help                this text

    ITEM is an id, as list shows it, or a title that only one todo has.
    """

  static func main() async {
    exit(await run(Array(CommandLine.arguments.dropFirst()), .standard))
  }

  /// Does what the words say.
  ///
  /// - Returns: the exit code: 0, 1 where something has failed, 2 where the words make no sense.
  static func run(_ words: [String], _ output: Output) async -> Int32 {
    do {
      try await run(Arguments(words), output)
      return 0
    } catch let misuse as Arguments.Misuse {
      output.complain("\(misuse); see todos --help")
      return 2
    } catch {
      output.complain("\(error)")
      return 1
    }
  }

  private static func run(_ arguments: Arguments, _ output: Output) async throws {
    if arguments.wantsHelp { return output.say(usage) }
    guard let verb = arguments.verb else {
      try arguments.check(takesValues: false)
      guard arguments.database == nil else {
        throw Arguments.Misuse(description: "without a verb there is no use for --database")
      }
      return try await Demo.run(output)
    }
    guard let command = commands[verb] else {
      throw Arguments.Misuse(description: "unknown verb '\(verb)'")
    }
    try arguments.check(takesValues: verb == "watch")
    guard let path = arguments.database else {
      throw Arguments.Misuse(description: "\(verb) wants --database FILE")
    }
    // Words that make no sense make no file.
    let operands = try arguments.operands(command.operands)
    try await command.run(Commands(path, output), operands, arguments)
  }

  private typealias Command = (
    operands: [String],
    run: @Sendable (Commands, _ operands: [String], Arguments) async throws -> Void
  )

  private static let commands: [String: Command] = [
    "list": ([], { commands, _, _ in try commands.list() }),
    "add": (["TITLE"], { commands, operands, _ in try commands.add(operands[0]) }),
    "done": (["ITEM"], { commands, operands, _ in try commands.complete(operands[0], true) }),
    "reopen": (["ITEM"], { commands, operands, _ in try commands.complete(operands[0], false) }),
    "rename": (
      ["ITEM", "TITLE"], { commands, operands, _ in try commands.rename(operands[0], operands[1]) }
    ),
    "delete": (["ITEM"], { commands, operands, _ in try commands.delete(operands[0]) }),
    "sync": (["FILE"], { commands, operands, _ in try await commands.sync(operands[0]) }),
    "watch": ([], { commands, _, arguments in try await commands.watch(arguments.values) }),
  ]
}

/// Where lines go.
struct Output: Sendable {
  var say: @Sendable (String) -> Void
  var complain: @Sendable (String) -> Void

  /// Each line goes out at once, also into a pipe.
  static let standard = Output(
    say: { FileHandle.standardOutput.write(Data("\($0)\n".utf8)) },
    complain: { FileHandle.standardError.write(Data("todos: \($0)\n".utf8)) }
  )
}
