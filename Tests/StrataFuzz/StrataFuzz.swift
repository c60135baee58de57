import Foundation
import TestSupport

/// Feeds the compiler, or the runtime, with inputs that were good before they were changed at random.
///
///     swift run StrataFuzz schemas --seconds 600
///     swift run StrataFuzz databases --seconds 600 --seed 7
///     swift run StrataFuzz schemas --input /tmp/strata-fuzz/schemas-7-123
///
/// The inputs are tried in a process of its own. Where that traps, takes too long or finds something
/// wrong, the input stays in a file, whose path is printed.
@main
enum StrataFuzz {
  static func main() throws {
    guard let call = Call(CommandLine.arguments.dropFirst()) else {
      print(
        "usage: StrataFuzz schemas|databases [--seconds N] [--seed N] [--input FILE]"
      )
      exit(2)
    }
    if let input = call.input {
      try call.subject.make().tryInput(Data(contentsOf: URL(fileURLWithPath: input)))
      print("nothing wrong with \(input)")
    } else if call.isChild {
      try tryInputs(call)
    } else {
      exit(try watch(call))
    }
  }

  /// Runs this program once more, and says what became of it.
  private static func watch(_ call: Call) throws -> Int32 {
    try FileManager.default.createDirectory(at: call.folder, withIntermediateDirectories: true)
    print("\(call.subject.rawValue): seed \(call.seed), \(call.seconds) seconds")
    let child = Process()
    child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).standardizedFileURL
    child.arguments = [
      call.subject.rawValue, "--child", "--seconds", "\(call.seconds)", "--seed", "\(call.seed)",
    ]
    try child.run()
    child.waitUntilExit()
    if child.terminationReason == .exit, child.terminationStatus == 0 { return 0 }
    let isLate = child.terminationReason == .uncaughtSignal && child.terminationStatus == SIGALRM
    let kept = call.folder.appending(
      path: "\(call.subject.rawValue)-\(call.seed)-\(Int(Date().timeIntervalSince1970))"
    )
    try FileManager.default.moveItem(at: call.current, to: kept)
    print("\(call.subject.rawValue): \(isLate ? "no end of" : "failed for") \(kept.path)")
    return 1
  }

  /// Tries inputs until the time is over.
  private static func tryInputs(_ call: Call) throws {
    let fuzz = try call.subject.make()
    var generator = SeededGenerator(seed: call.seed)
    let deadline = Date(timeIntervalSinceNow: call.seconds)
    var count = 0
    while Date() < deadline {
      let input = fuzz.makeInput(&generator)
      try input.write(to: call.current)
      // Its signal ends the process. Seconds of the wall are many, for other processes take them, too.
      alarm(300)
      do { try fuzz.tryInput(input) } catch {
        print("\(error)")
        exit(1)
      }
      alarm(0)
      count += 1
    }
    try FileManager.default.removeItem(at: call.current)
    print("\(call.subject.rawValue): \(count) inputs, nothing wrong; \(fuzz.summary)")
  }
}

/// What is fed.
protocol Fuzz: AnyObject {
  /// What the inputs have reached, in words.
  var summary: String { get }

  func makeInput(_ generator: inout SeededGenerator) -> Data

  /// Throws a `Finding`, or what should not have been thrown.
  func tryInput(_ input: Data) throws
}

/// Something that must not be.
struct Finding: Error, CustomStringConvertible {
  var description: String
}

/// What the program is called with.
struct Call {
  enum Subject: String {
    case schemas, databases

    func make() throws -> any Fuzz {
      switch self {
      case .schemas: try SchemaFuzz()
      case .databases: try DatabaseFuzz()
      }
    }
  }

  var subject: Subject
  var seconds = 20.0
  var seed = UInt64.random(in: 0..<1_000_000)
  var input: String?
  var isChild = false

  init?(_ arguments: ArraySlice<String>) {
    var rest = arguments
    guard let subject = rest.popFirst().flatMap(Subject.init) else { return nil }
    self.subject = subject
    while let option = rest.popFirst() {
      switch option {
      case "--child": isChild = true
      case "--seconds":
        guard let number = rest.popFirst().flatMap(Double.init) else { return nil }
        seconds = number
      case "--seed":
        guard let number = rest.popFirst().flatMap(UInt64.init) else { return nil }
        seed = number
      case "--input":
        guard let path = rest.popFirst() else { return nil }
        input = path
      default: return nil
      }
    }
  }

  /// Where inputs are kept.
  var folder: URL { FileManager.default.temporaryDirectory.appending(path: "strata-fuzz") }

  /// The input that is being tried.
  var current: URL { folder.appending(path: "\(subject.rawValue)-\(seed)-current") }
}
