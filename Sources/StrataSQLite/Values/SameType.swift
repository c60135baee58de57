/// A value as the type that it has, in generic code which has learned that.
///
/// A cast with `as?` would have the runtime look for the optional of the type each time.
///
/// - Parameters:
///   - value: the value.
///   - type: its type, under another name.
/// - Returns: the value.
@inlinable
package func same<Value, Other>(_ value: Value, as type: Other.Type) -> Other {
  precondition(Value.self == Other.self, "only a type is taken for itself")
  return unsafeBitCast(value, to: Other.self)
}
