/// The values of a JSON object by their keys, each as the type that the caller expects.
///
/// Generated structs read themselves through it where a property has a default.
public struct JSONObject<Key: CodingKey> {
  private let container: KeyedDecodingContainer<Key>

  /// Opens the object.
  ///
  /// - Throws: `DecodingError` where the decoder has no object.
  public init(_ decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: Key.self)
  }

  /// The value of a key.
  ///
  /// - Throws: `DecodingError` where there is none, or one of another type.
  public func value<Value: Decodable>(_ key: Key) throws -> Value {
    try container.decode(Value.self, forKey: key)
  }

  /// The value of a key; nil where there is none, or null.
  ///
  /// - Throws: `DecodingError` where there is one of another type.
  public func optional<Value: Decodable>(_ key: Key) throws -> Value? {
    try container.decodeIfPresent(Value.self, forKey: key)
  }
}
