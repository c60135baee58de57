internal import CSQLite

extension SQLiteConnection {
  /// Adds a collation to SQL; `compare` gives a negative number where the first text comes first
  /// (https://sqlite.org/c3ref/create_collation.html).
  package func addCollation(
    _ name: String,
    _ compare: @escaping (String, String) -> Int
  ) throws {
    let box = Unmanaged.passRetained(Collation(compare))
    let code = sqlite3_create_collation_v2(
      handle,
      name,
      SQLITE_UTF8,
      box.toOpaque(),
      { pointer, aCount, a, bCount, b in
        guard let pointer else { return 0 }
        let collation = Unmanaged<Collation>.fromOpaque(pointer).takeUnretainedValue()
        let order = collation.compare(text(a, aCount), text(b, bCount))
        return Int32(order.signum())
      },
      { $0.map { Unmanaged<Collation>.fromOpaque($0).release() } }
    )
    guard code == SQLITE_OK else {
      // Unlike a function, a collation is not released by SQLite where it fails.
      box.release()
      throw error(code)
    }
  }

  /// Calls `body` with the name of each collation that SQL needs and that the connection does not have;
  /// it may add it (https://sqlite.org/c3ref/collation_needed.html).
  package func setCollationSupply(_ body: @escaping (String) -> Void) {
    hooks.collation = body
    sqlite3_collation_needed(handle, hooks.pointer) { pointer, _, _, name in
      guard let body = SQLiteHooks.from(pointer)?.collation, let name else { return }
      body(String(cString: name))
    }
  }

  /// Removes a collation.
  package func removeCollation(_ name: String) throws {
    let code = sqlite3_create_collation_v2(handle, name, SQLITE_UTF8, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }
}

private final class Collation {
  let compare: (String, String) -> Int
  init(_ compare: @escaping (String, String) -> Int) { self.compare = compare }
}

private func text(_ bytes: UnsafeRawPointer?, _ count: Int32) -> String {
  String(decoding: UnsafeRawBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
}
