/// The compiled statements of a connection.
final class StatementCache {
  // Unchecked: only the thread that the connection is confined to comes here, and never twice at once.
  @exclusivity(unchecked) private var slots: [Statement?] = []
  private var texts: [String: Statement] = [:]
  /// Those of requests that write their own SQL; also in `texts`.
  let requests = RequestCache()

  @inline(__always)
  func statement(_ key: StatementKey) -> Statement? {
    slots.indices.contains(key.slot) ? slots[key.slot] : nil
  }

  func keep(_ statement: Statement, _ key: StatementKey) {
    while slots.count <= key.slot { slots.append(nil) }
    slots[key.slot] = statement
  }

  func statement(_ sql: String) -> Statement? { texts[sql] }

  func keep(_ statement: Statement, _ sql: String) { texts[sql] = statement }

  /// Forgets all statements.
  func removeAll() {
    slots.removeAll()
    texts.removeAll()
    requests.removeAll()
  }
}
