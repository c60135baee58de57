// The text of a stored document.
extension JSONValue {
  /// The fields of a stored document.
  ///
  /// - Throws: `DecodingError` where the text is no JSON.
  init(body: String) throws { try self.init(body: Array(body.utf8)[...]) }

  /// The fields of a stored document.
  ///
  /// - Throws: `DecodingError` where the text is no JSON.
  init(body: ArraySlice<UInt8>) throws {
    do { self = try JSONReader.value(body) } catch { throw error.decodingError }
  }
}

extension JSONReader.Failure {
  var decodingError: DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: [],
        debugDescription: "the document is no JSON: \(problem) at byte \(offset)"
      )
    )
  }
}
