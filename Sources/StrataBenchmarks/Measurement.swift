import Foundation

/// What the rounds of a variant came to.
struct Measurement {
  let workload: String
  let variant: String
  /// Median seconds of a round.
  let seconds: Double
  let nanosecondsPerOperation: Double
  /// Median of the ratios to the first variant in the same round.
  let medianRatio: Double
  let checksum: UInt64

  /// Runs all variants in turn, in another order each round; the first round is not counted.
  static func measure(_ workload: Workload, rounds: Int) throws -> [Measurement] {
    var times: [[Double]] = Array(repeating: [], count: workload.variants.count)
    var checksums: [Checksum] = []
    for round in 0...rounds {
      var seconds = Array(repeating: 0.0, count: workload.variants.count)
      for offset in workload.variants.indices {
        let index = (offset + round) % workload.variants.count
        let meter = Meter()
        checksums.append(try workload.variants[index].run(workload.count, meter))
        seconds[index] = meter.seconds
      }
      guard round > 0 else { continue }
      for index in seconds.indices { times[index].append(seconds[index]) }
    }
    guard let checksum = checksums.first, checksums.allSatisfy({ $0 == checksum }) else {
      throw Disagreement(workload: workload.name)
    }
    return workload.variants.indices.map { index in
      let median = median(times[index])
      return Measurement(
        workload: workload.name,
        variant: workload.variants[index].name,
        seconds: median,
        nanosecondsPerOperation: median * 1e9 / Double(workload.count),
        medianRatio: self.median(zip(times[index], times[0]).map { $0 / $1 }),
        checksum: checksum.value
      )
    }
  }

  /// Two variants that have not seen the same.
  struct Disagreement: Error, CustomStringConvertible {
    let workload: String
    var description: String { "\(workload): the variants have different checksums" }
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  var json: String {
    """
    {"workload":"\(workload)","variant":"\(variant)","median_ratio":\(rounded(medianRatio)),\
    "ns_per_op":\(rounded(nanosecondsPerOperation)),"checksum":"\(String(checksum, radix: 16))"}
    """
  }

  private func rounded(_ value: Double) -> String { String(format: "%.3f", value) }
}
