internal import CSQLite

extension ValueBinder {
  /// Binds a list of values for `strata_list`.
  package func bind(_ index: Int, list values: [DatabaseValue]) {
    guard index < count, let statement else { return null(index) }
    let list = Unmanaged.passRetained(BoundList(values))
    // SQLite releases the list itself where it fails.
    let code = sqlite3_bind_pointer(
      statement,
      Int32(truncatingIfNeeded: index) + 1,
      list.toOpaque(),
      ListModule.pointerKind,
      { $0.map { Unmanaged<BoundList>.fromOpaque($0).release() } }
    )
    if code != SQLITE_OK {
      arena._withUnsafeGuaranteedRef {
        $0.fail(DatabaseError(resultCode: ResultCode(rawValue: code)))
      }
    }
  }
}
