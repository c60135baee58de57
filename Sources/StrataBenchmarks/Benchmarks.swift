import Foundation
import Strata

/// Generated code against hand-written loops over the C API, in one process and in turn.
@main
enum Benchmarks {
  static let usage = """
    usage: strata-benchmarks [--json] [--rows N] [--rounds N] [--only WORKLOAD]
           strata-benchmarks --instructions [--only WORKLOAD]
           strata-benchmarks --memory [--only WORKLOAD]
           strata-benchmarks --latency

      --json           one object a line: workload, variant, median_ratio (time, to raw), checksum
      --rows N         rows of the table that is read (200000)
      --rounds N       rounds that are counted (9)
      --only WORKLOAD  the workload of this name
      --instructions   counts instructions an operation under valgrind, which has to be installed
      --memory         the highest resident size of a process that runs only that variant
      --latency        the time from a commit to the value that an observer is given
    """

  static func main() throws {
    do {
      try run(try Options(Array(CommandLine.arguments.dropFirst())))
    } catch let misuse as Options.Misuse {
      FileHandle.standardError.write(Data("strata-benchmarks: \(misuse.description)\n".utf8))
      exit(2)
    }
  }

  static func run(_ options: Options) throws {
    guard !options.wantsHelp else {
      print(usage)
      return
    }
    if let coldStart = options.coldStart {
      try ColdStart.run(coldStart.variant, path: coldStart.path)
    } else if let solo = options.solo {
      try Solo.run(solo, options)
    } else if options.countsInstructions {
      try Solo.compareInstructions(options)
    } else if options.measuresMemory {
      try Solo.compareMemory(options)
    } else if options.measuresLatency {
      let folder = try BenchmarkFolder()
      try withExtendedLifetime(folder) { try ObservationLatency.measure(folder.url) }
    } else {
      try measure(options)
    }
  }

  private static func measure(_ options: Options) throws {
    let folder = try BenchmarkFolder()
    let workloads = try folder.workloads(rows: options.rows)
    for workload in workloads.all where options.selects(workload.name) {
      for measurement in try Measurement.measure(workload, rounds: options.rounds) {
        print(options.printsJSON ? measurement.json : measurement.line)
      }
    }
  }
}

extension Measurement {
  var line: String {
    let name = "\(workload), \(variant)".padding(toLength: 56, withPad: " ", startingAt: 0)
    return name
      + String(format: "%9.1f ns/op  ratio %.3f", nanosecondsPerOperation, medianRatio)
  }
}
