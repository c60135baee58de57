/// Whether two values are known to be equal, so that nobody need be told.
package func areKnownToBeEqual<Value>(_ left: Value, _ right: Value) -> Bool {
  func equals<Other: Equatable>(_ left: Other) -> Bool { left == right as? Other }
  guard let left = left as? any Equatable else { return false }
  return equals(left)
}
