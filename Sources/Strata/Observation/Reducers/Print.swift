extension ValueObservation {
  /// Prints what the observation does.
  ///
  ///     players: start
  ///     players: fetch
  ///     players: tracked region: player(*)
  ///     players: value: […]
  ///
  /// - Parameters:
  ///   - prefix: what each line begins with, before a colon.
  ///   - stream: where the lines go; nil is the standard output.
  /// - Returns: the observation, which is otherwise the same.
  public func print(_ prefix: String = "", to stream: sending (any TextOutputStream)? = nil)
    -> ValueObservation<ValueReducers.Trace<Reducer>>
  {
    let printer = Printer(prefix: prefix, stream: stream)
    return handleEvents(
      willStart: { printer.print("start") },
      willFetch: { printer.print("fetch") },
      willTrackRegion: { printer.print("tracked region: \($0)") },
      databaseDidChange: { printer.print("database did change") },
      didReceiveValue: { printer.print("value: \($0)") },
      didFail: { printer.print("failure: \($0)") },
      didCancel: { printer.print("cancel") }
    )
  }
}

private final class Printer: Sendable {
  private let prefix: String
  private let stream: Lock<(any TextOutputStream)?>

  init(prefix: String, stream: sending (any TextOutputStream)?) {
    self.prefix = prefix.isEmpty ? "" : "\(prefix): "
    self.stream = Lock(stream)
  }

  func print(_ event: String) {
    stream.withLock { stream in
      if stream == nil {
        Swift.print("\(prefix)\(event)")
      } else {
        stream?.write("\(prefix)\(event)")
      }
    }
  }
}
