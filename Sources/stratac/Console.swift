import Foundation

/// Where results and messages go.
struct Console {
  /// Results, to standard output.
  var write: (String) -> Void
  /// Messages, to standard error.
  var complain: (String) -> Void
  /// All that standard input gives.
  var readInput: () throws(Problem) -> Data = { Data() }
  /// Whether messages go to a terminal that shows colours.
  var usesColor = false
  /// Shows what is being done, where that takes so long that a person wonders.
  var progress: (String) -> Void = { _ in }

  /// The streams of the process.
  ///
  /// `format` is how it says that a result cannot be written, which ends the process.
  static func standard(_ format: DiagnosticsFormat) -> Console {
    let environment = ProcessInfo.processInfo.environment
    let isTerminal = isatty(STDERR_FILENO) == 1
    let start = ContinuousClock.now
    return Console(
      write: { text in
        do { try FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) } catch {
          // Who reads no more wants no more.
          guard (error as NSError).underlyingPOSIXCode != EPIPE else { return }
          let problem = Problem.input(
            .unwritableFile,
            "standard output cannot be written: \(OutputFolder.reason(error))"
          )
          let console = Console(write: { _ in }, complain: { put($0, FileHandle.standardError) })
          format.show(problem, hint: "", on: console)
          exit(problem.status.rawValue)
        }
      },
      complain: { put($0, FileHandle.standardError) },
      readInput: { () throws(Problem) in
        do { return try FileHandle.standardInput.readToEnd() ?? Data() } catch {
          let reason = OutputFolder.reason(error)
          throw .input(.unreadableFile, "standard input cannot be read: \(reason)")
        }
      },
      usesColor: usesColor(isTerminal: isTerminal, environment),
      progress: { text in
        guard isTerminal, format == .text, ContinuousClock.now - start > .seconds(1) else { return }
        put(text + " …\n", FileHandle.standardError)
      }
    )
  }

  /// Whether messages are coloured: only on a terminal that can, and never against the wish that the
  /// variable `NO_COLOR` says (https://no-color.org).
  static func usesColor(isTerminal: Bool, _ environment: [String: String]) -> Bool {
    isTerminal && environment["TERM"] != "dumb" && environment["NO_COLOR", default: ""].isEmpty
  }

  private static func put(_ text: String, _ handle: FileHandle) {
    // Nobody reads the rest of a closed pipe, and there is no one to tell.
    try? handle.write(contentsOf: Data(text.utf8))
  }
}

extension NSError {
  /// The number of the system's error that is behind this one.
  fileprivate var underlyingPOSIXCode: Int32? {
    if domain == NSPOSIXErrorDomain { return Int32(code) }
    return (userInfo[NSUnderlyingErrorKey] as? NSError)?.underlyingPOSIXCode
  }
}
