import Dispatch
import Foundation
import Strata

/// How long it takes from a commit to the value that an observer is given.
enum ObservationLatency {
  /// Prints the median and the 99th percentile, alone and among other observers.
  static func measure(_ folder: URL, commits: Int = 2000) throws {
    for isPool in [true, false] {
      for others in [0, 100] {
        let league = ObservedLeague(folder)
        let database: any DatabaseWriter = isPool ? try league.pool() : try league.queue()
        let sorted = try latencies(database, others: others, commits: commits).sorted()
        let name = "\(isPool ? "pool" : "queue"), \(others) other observers"
          .padding(toLength: 32, withPad: " ", startingAt: 0)
        let median = sorted[sorted.count / 2]
        let late = sorted[sorted.count * 99 / 100]
        print(name + String(format: "median %7.1f us  p99 %7.1f us", median * 1e6, late * 1e6))
      }
    }
  }

  private static func latencies(
    _ database: any DatabaseWriter,
    others: Int,
    commits: Int
  ) throws -> [Double] {
    let isDelivered = DispatchSemaphore(value: 0)
    let observer = database.observe({ try ObservedPlayer.fetchOne($0, key: 1)?.score }) { _ in
      isDelivered.signal()
    }
    isDelivered.wait()
    let rest = (0..<others).map { index in
      database.observe { try ObservedPlayer.fetchOne($0, key: index + 2)?.score }
    }
    database.settle()
    var latencies: [Double] = []
    let clock = ContinuousClock()
    for commit in 1...commits {
      try database.raiseScore(of: 1, to: 1_000_000 + commit)
      let start = clock.now
      isDelivered.wait()
      let components = (clock.now - start).components
      latencies.append(Double(components.seconds) + Double(components.attoseconds) * 1e-18)
      database.settle()
    }
    observer.cancel()
    for observer in rest { observer.cancel() }
    return latencies
  }
}
