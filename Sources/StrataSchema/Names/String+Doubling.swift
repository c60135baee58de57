extension String {
  /// The text with each mark in it twice.
  ///
  /// What reads it goes by scalars: a mark with a combining character after it, which is one `Character`
  /// to Swift, is a mark all the same.
  package func doubling(_ mark: Unicode.Scalar) -> String {
    guard unicodeScalars.contains(mark) else { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar == mark { result.append(mark) }
      result.append(scalar)
    }
    return String(result)
  }
}
