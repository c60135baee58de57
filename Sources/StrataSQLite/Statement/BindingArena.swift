/// The bytes of bound texts and blobs, so that SQLite need not copy them.
///
/// A chunk never moves, so a pointer into it is good until `reset()`
/// (https://sqlite.org/c3ref/bind_blob.html, SQLITE_STATIC).
@usableFromInline
package final class BindingArena {
  private static let chunkSize = 4096

  // Unchecked: a statement is confined to its connection's thread, and no method calls another that
  // comes here.
  @exclusivity(unchecked) private var chunk: UnsafeMutableRawPointer?
  @exclusivity(unchecked) private var used = 0
  /// Chunks that were full, and values too large for one.
  @exclusivity(unchecked) private var others: [UnsafeMutableRawPointer] = []
  /// The first value that could not be bound.
  @exclusivity(unchecked) package private(set) var failure: (any Error)?
  /// Values that are collected and not bound, in the order of their indexes.
  package var collected: [DatabaseValue] = []

  package init() {}

  deinit {
    chunk?.deallocate()
    for other in others { other.deallocate() }
  }

  /// A place for the bytes of one value; at least one byte, so that it has an address.
  @inline(__always)
  func allocate(_ count: Int) -> UnsafeMutableRawPointer {
    if let chunk, Self.chunkSize - used >= count {
      let place = chunk + used
      used += count
      return place
    }
    return allocateElsewhere(count)
  }

  @inline(never)
  private func allocateElsewhere(_ count: Int) -> UnsafeMutableRawPointer {
    if count > Self.chunkSize / 4 {
      let large = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 8)
      others.append(large)
      return large
    }
    if let chunk { others.append(chunk) }
    let new = UnsafeMutableRawPointer.allocate(byteCount: Self.chunkSize, alignment: 8)
    chunk = new
    used = count
    return new
  }

  /// Forgets all values; no statement may use them any more.
  @inline(__always)
  package func reset() {
    used = 0
    if !others.isEmpty { freeOthers() }
    if failure != nil { failure = nil }
  }

  @inline(never)
  private func freeOthers() {
    for other in others { other.deallocate() }
    others.removeAll()
  }

  /// Whether `reset()` will give memory back.
  var hasOthers: Bool { !others.isEmpty }

  @inline(never)
  package func fail(_ error: any Error) {
    if failure == nil { failure = error }
  }

  /// Throws the first failure.
  @inline(__always)
  package func checkFailure() throws {
    if let failure { throw failure }
  }
}
