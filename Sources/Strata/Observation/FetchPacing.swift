/// Lets writes go before slow fetches where both need the one connection of a queue.
///
/// A fetch that takes a millisecond or more waits until nobody has committed for half of what the last
/// one has taken, and at most three times as long as that: a burst of writes is held up by a quarter at
/// the worst, and a single write is followed by its value soon.
struct FetchPacing {
  /// What to do with a fetch.
  enum Turn: Equatable {
    case now
    case later(Duration)
  }

  /// Fetches that take less wait for nothing.
  static let slow = Duration.milliseconds(1)

  private var cost = Duration.zero
  private var waited = Duration.zero
  private var lastCommit = 0
  /// How often nobody had committed since the last turn; once may be that the writer was not let run.
  private var quietTurns = 0

  /// A fetch has ended, which has held the connection for some time.
  mutating func didFetch(for duration: Duration) { cost = duration }

  /// A fetch is to begin.
  ///
  /// - Parameter commit: the number of the last commit.
  /// - Returns: when.
  mutating func begin(commit: Int) -> Turn {
    if cost < Self.slow { return .now }
    waited = .zero
    quietTurns = 0
    lastCommit = commit
    return .later(cost / 4)
  }

  /// The time that the last turn named is over.
  ///
  /// - Parameter commit: the number of the last commit.
  /// - Returns: when the fetch begins.
  mutating func next(commit: Int) -> Turn {
    waited += cost / 4
    quietTurns = commit == lastCommit ? quietTurns + 1 : 0
    if quietTurns == 2 || waited >= cost * 3 { return .now }
    lastCommit = commit
    return .later(cost / 4)
  }
}
