extension String {
  /// The text between two marks of ASCII, with each mark in it twice, as SQL quotes names and texts.
  ///
  /// SQLite reads bytes: a mark with a combining character after it, which is one `Character` to Swift,
  /// ends what is quoted all the same.
  package func quoted(by mark: Unicode.Scalar) -> String {
    var result = String.UnicodeScalarView([mark])
    for scalar in unicodeScalars {
      if scalar == mark { result.append(mark) }
      result.append(scalar)
    }
    result.append(mark)
    return String(result)
  }
}
