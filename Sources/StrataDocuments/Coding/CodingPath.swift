/// The way from a document to one of its values, written down only where something is wrong.
final class CodingPath {
  private let parent: CodingPath?
  private let key: any CodingKey
  /// The number of its keys.
  let count: Int

  init(_ parent: CodingPath?, _ key: any CodingKey) {
    self.parent = parent
    self.key = key
    count = (parent?.count ?? 0) + 1
  }

  var keys: [any CodingKey] { (parent?.keys ?? []) + [key] }
}

/// The key of an element of an array, or of a field by its name.
struct FieldKey: CodingKey {
  var stringValue: String
  var intValue: Int?

  init(stringValue: String) { self.stringValue = stringValue }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }

  static let superclass = FieldKey(stringValue: "super")
}
