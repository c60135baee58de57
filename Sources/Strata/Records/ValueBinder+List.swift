extension ValueBinder {
  /// Binds the values of a list, in whatever number; those that are NULL are left out.
  ///
  /// - Parameters:
  ///   - index: the parameter.
  ///   - values: the values.
  ///   - format: how the column stores them that they are compared with.
  public func list(
    _ index: Int,
    _ values: [some DatabaseValueConvertible],
    as format: ColumnFormat = .standard
  ) {
    var list: [DatabaseValue] = []
    list.reserveCapacity(values.count)
    for value in values {
      let value = format.databaseValue(value)
      if !value.isNull { list.append(value) }
    }
    bind(index, list: list)
  }
}
