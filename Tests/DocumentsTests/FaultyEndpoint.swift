import Foundation
import Strata
import StrataDocuments

/// An endpoint that fails when it is told to, before or after what it does.
final class FaultyEndpoint: ForwardingEndpoint {
  struct Failure: Error {}

  private struct State {
    var failures = 0
    /// The number of calls until one fails, and whether it has then done its work.
    var fuse: (calls: Int, isAfterwards: Bool)?
    /// The chunk of a blob that does not arrive, once, and the one that arrives damaged, once.
    var lostChunk: Int?
    var damagedChunk: Int?
  }

  let endpoint: any ReplicationEndpoint
  private let state = Lock(State())

  init(_ endpoint: any ReplicationEndpoint) { self.endpoint = endpoint }

  /// Has so many next calls fail.
  func failNext(_ count: Int) { state.withLock { $0.failures = count } }

  /// Has a later call fail, once.
  func fail(after calls: Int, isAfterwards: Bool) {
    state.withLock { $0.fuse = (calls, isAfterwards) }
  }

  /// Has a chunk of a blob not arrive, once.
  func fail(onChunk number: Int) { state.withLock { $0.lostChunk = number } }

  /// Has a chunk of a blob arrive damaged, once.
  func damage(chunk number: Int) { state.withLock { $0.damagedChunk = number } }

  /// What arrives of a chunk.
  private func arriving(_ number: Int, _ content: Data) throws -> Data {
    let isDamaged = try state.withLock { state in
      if state.lostChunk == number {
        state.lostChunk = nil
        throw Failure()
      }
      guard state.damagedChunk == number else { return false }
      state.damagedChunk = nil
      return true
    }
    return isDamaged ? Data(content.reversed()) : content
  }

  func call<T: Sendable>(_ body: () async throws -> T) async throws -> T {
    let isAfterwards = state.withLock { state -> Bool? in
      if state.failures > 0 {
        state.failures -= 1
        return false
      }
      guard let fuse = state.fuse else { return nil }
      state.fuse?.calls -= 1
      guard fuse.calls == 0 else { return nil }
      state.fuse = nil
      return fuse.isAfterwards
    }
    if isAfterwards == false { throw Failure() }
    let value = try await body()
    if isAfterwards == true { throw Failure() }
    return value
  }

  func blobChunk(_ digest: String, _ number: Int) async throws -> Data? {
    try await call { try await endpoint.blobChunk(digest, number) }
      .map { try arriving(number, $0) }
  }

  func addBlobChunk(_ digest: String, _ number: Int, _ content: Data) async throws {
    let content = try arriving(number, content)
    try await call { try await endpoint.addBlobChunk(digest, number, content) }
  }
}
