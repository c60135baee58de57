/// Measures the work of one run, without what prepares it and what checks it.
final class Meter {
  /// How long the work took.
  private(set) var seconds = 0.0
  /// The present work, kept here so that the optimiser cannot merge it with `measuredWork`.
  private var work: (() throws -> Void)?
  private let clock = ContinuousClock()

  /// The name by which valgrind knows where to count.
  static let countedFunctions = "*measuredWork*"

  /// Does the work and measures it.
  func measure(_ work: () throws -> Void) throws {
    try withoutActuallyEscaping(work) { work in
      self.work = work
      defer { self.work = nil }
      let start = clock.now
      try measuredWork()
      let duration = clock.now - start
      seconds +=
        Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
    }
  }

  @inline(never)
  private func measuredWork() throws { try work?() }
}
