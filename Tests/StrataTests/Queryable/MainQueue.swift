import Dispatch

/// The queue on which values are handed over to screens.
enum MainQueue {
  /// Waits until all that is on the queue now has run.
  static func turn() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }
}
