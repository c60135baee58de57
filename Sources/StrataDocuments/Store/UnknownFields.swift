extension JSONFields {
  /// Adds the fields of the stored document that the model does not know.
  ///
  /// - Parameters:
  ///   - stored: what the document had.
  ///   - unread: fields that the model knows and has not read.
  ///   - asksFor: the fields that a decoding of the model asks for; called only where a stored field is
  ///     not written by the model.
  func keepUnknownFields(
    of stored: JSONFields,
    unread: Set<String> = [],
    asksFor: () -> Set<String>
  ) {
    var asked: Set<String>?
    for (key, value) in stored.all {
      switch (self[key], value) {
      case (nil, _):
        let known = asked ?? asksFor()
        asked = known
        if !known.contains(key) || unread.contains(key) { self[key] = value }
      case (.absent, _):
        if unread.contains(key) { self[key] = value }
      case (.object(let own), .object(let other)) where !own.isDictionary && !own.isBlob:
        own.keepUnknownFields(of: other) { [] }
      default: break
      }
    }
  }

  /// Whether it stands for a blob.
  var isBlob: Bool {
    if case .string(Blob.typeName) = self[Blob.typeKey] { true } else { false }
  }

  /// The digests of all blobs in it.
  var blobDigests: Set<String> {
    var digests: Set<String> = []
    if !hasNowhere(Blob.typeName) { collectDigests(&digests) }
    return digests
  }

  fileprivate func collectDigests(_ digests: inout Set<String>) {
    if isBlob, case .string(let digest) = self[Blob.digestKey] { digests.insert(digest) }
    for field in all { field.value.collectDigests(&digests) }
  }
}

extension JSONValue {
  fileprivate func collectDigests(_ digests: inout Set<String>) {
    switch self {
    case .object(let fields): fields.collectDigests(&digests)
    case .array(let elements): for element in elements.values { element.collectDigests(&digests) }
    default: break
    }
  }
}
