import Foundation

/// One variant alone in a process of its own, measured from outside: instructions, memory.
enum Solo {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// What a measured process does.
  static func run(_ solo: Options.SoloRun, _ options: Options) throws {
    let workloads = try Workloads(URL(filePath: solo.path), rows: options.rows)
    for workload in workloads.all where workload.name == solo.workload {
      for variant in workload.variants where variant.name == solo.variant {
        _ = try variant.run(solo.count, Meter())
        print(peakMemory())
      }
    }
  }

  /// Instructions an operation: the difference of two runs of different lengths.
  static func compareInstructions(_ options: Options) throws {
    var options = options
    options.rows = min(options.rows, 20_000)
    try compare(options, unit: "instructions") { workload, variant, path in
      if let words = workload.process?(variant) { return Double(try instructions(words)) }
      guard let counts = workload.instructionCounts else { return nil }
      let few = try instructions(workload.name, variant, path, counts.few, options)
      let many = try instructions(workload.name, variant, path, counts.many, options)
      return Double(many - few) / Double(counts.many - counts.few)
    }
  }

  static func compareMemory(_ options: Options) throws {
    try compare(options, unit: "MB") { workload, variant, path in
      let words = soloWords(workload.name, variant, path, workload.count, options)
      let (output, _) = try launch(CommandLine.arguments[0], words)
      guard let kilobytes = Double(output.trimmingCharacters(in: .whitespacesAndNewlines)) else {
        throw Failure(description: "no size in '\(output)'")
      }
      return kilobytes / 1024
    }
  }

  private static func compare(
    _ options: Options,
    unit: String,
    _ measure: (Workload, String, String) throws -> Double?
  ) throws {
    let folder = try BenchmarkFolder()
    let workloads = try folder.workloads(rows: options.rows)
    for workload in workloads.all where options.selects(workload.name) {
      var base: Double?
      for variant in workload.variants {
        guard let value = try measure(workload, variant.name, folder.url.path) else { continue }
        let ratio = value / (base ?? value)
        base = base ?? value
        let name = "\(workload.name), \(variant.name)"
        if options.printsJSON {
          print(
            """
            {"workload":"\(workload.name)","variant":"\(variant.name)",\
            "\(unit)":\(String(format: "%.1f", value)),"ratio":\(String(format: "%.3f", ratio))}
            """
          )
        } else {
          print(
            name.padding(toLength: 56, withPad: " ", startingAt: 0)
              + String(format: "%10.1f \(unit)  ratio %.3f", value, ratio)
          )
        }
      }
    }
  }

  private static func instructions(
    _ workload: String,
    _ variant: String,
    _ path: String,
    _ count: Int,
    _ options: Options
  ) throws -> Int {
    try instructions(
      soloWords(workload, variant, path, count, options),
      only: Meter.countedFunctions
    )
  }

  /// The instructions of this program with these words, or of those of its functions.
  private static func instructions(_ words: [String], only functions: String? = nil) throws -> Int {
    let (_, messages) = try launch(
      "/usr/bin/valgrind",
      ["--tool=callgrind", "--callgrind-out-file=/dev/null"]
        + (functions.map { ["--toggle-collect=\($0)"] } ?? [])
        + [CommandLine.arguments[0]] + words
    )
    guard
      let line = messages.split(separator: "\n").first(where: { $0.contains("Collected :") }),
      let number = line.split(separator: " ").last.flatMap({ Int($0) })
    else { throw Failure(description: "valgrind counted nothing:\n\(messages)") }
    return number
  }

  private static func soloWords(
    _ workload: String,
    _ variant: String,
    _ path: String,
    _ count: Int,
    _ options: Options
  ) -> [String] {
    ["--rows", "\(options.rows)", "--solo", workload, variant, path, "\(count)"]
  }

  /// What a program has printed, and what it has said of errors.
  static func launch(_ program: String, _ words: [String]) throws -> (String, String) {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = words
    let output = Pipe()
    let messages = Pipe()
    process.standardOutput = output
    process.standardError = messages
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let errors = messages.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: String(decoding: errors, as: UTF8.self))
    }
    return (String(decoding: text, as: UTF8.self), String(decoding: errors, as: UTF8.self))
  }

  /// The highest resident size of this process in KB; 0 where the system does not tell.
  private static func peakMemory() -> Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return 0 }
    return Int(line.filter(\.isNumber)) ?? 0
  }
}
