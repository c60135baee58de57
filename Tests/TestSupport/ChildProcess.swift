import Foundation

/// A running program of this package, which says numbers and waits for lines.
package final class ChildProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var buffer = Data()

  /// Starts a program that is built beside the tests.
  package init(_ name: String, _ arguments: [String]) throws {
    let programs = [
      Bundle.main.bundleURL, Bundle(for: Self.self).bundleURL.deletingLastPathComponent(),
    ]
    .map { $0.appendingPathComponent(name) }
    let program = programs.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    guard let program else { throw CocoaError(.executableNotLoadable, userInfo: [name: programs]) }
    process.executableURL = program
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit { kill() }

  /// The next number that it says; nil at its end.
  package func number() -> Int? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeSubrange(...end) }
        return Int(String(decoding: buffer[..<end], as: UTF8.self))
      }
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { return nil }
      buffer.append(data)
    }
  }

  /// Lets it go on.
  package func say() { input.fileHandleForWriting.write(Data("\n".utf8)) }

  package func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Waits for its end, and tells its exit code.
  package func end() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }
}
