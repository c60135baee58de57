import StrataSchema

extension Prover {
  /// Checks that `backfill:` and `cast:` keep to their places; what they name is known only beside a
  /// history.
  mutating func checkConversions() {
    for column in schema.tables.flatMap(\.columns) {
      for fragment in [column.backfill, column.cast].compactMap(\.self) {
        _ = check(fragment, as: .expression)
      }
    }
  }
}
