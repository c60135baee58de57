/// What a row is found by: the value of its primary key, or the values of all columns of that.
public protocol DatabaseKey {
  /// Binds the values from index 0 on, in the order of the primary key's columns.
  func bindKey(to values: ValueBinder)
}

extension DatabaseValueConvertible {
  /// Binds the one value.
  public func bindKey(to values: ValueBinder) { values.value(0, self) }
}

extension Int {
  /// Binds the number.
  public func bindKey(to values: ValueBinder) { values.int(0, self) }
}

extension String {
  /// Binds the text.
  public func bindKey(to values: ValueBinder) { values.string(0, self) }
}
