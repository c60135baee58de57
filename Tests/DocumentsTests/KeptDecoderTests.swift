import Strata
import StrataDocuments
import Testing

/// Models that keep what they were decoded with, while others are decoded after them.
@Suite struct KeptDecoderTests {
  private let store: DocumentStore
  private let things: DocumentCollection

  private enum Key: String, CodingKey { case name, part, list, more }

  init() throws {
    store = try DocumentStore(try DatabaseQueue())
    things = try store.collection("things")
    for index in 0..<20 {
      try things.save(
        from: Thing(
          id: DocumentID(wrappedValue: "\(index)"),
          name: "name \(index)",
          part: ["name": "part \(index)"],
          list: ["list \(index)", "end \(index)"]
        )
      )
    }
  }

  private struct Thing: Codable {
    @DocumentID var id: String?
    var name: String
    var part: [String: String]
    var list: [String]
  }

  private func models<Model: Decodable>(_ type: Model.Type) throws -> [Model] {
    try store.query("SELECT id, revision, body FROM things ORDER BY CAST(id AS INTEGER)").execute()
      .data(as: type, dataKey: "body")
  }

  private func name(in decoder: any Decoder) throws -> String {
    try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .name)
  }

  private let names = (0..<20).map { "name \($0)" }
  private let parts = (0..<20).map { "part \($0)" }
  private let lists = (0..<20).map { "list \($0)" }

  private struct KeepsDecoder: Decodable {
    let decoder: any Decoder
    init(from decoder: any Decoder) { self.decoder = decoder }
  }

  @Test func `a decoder`() throws {
    let models = try models(KeepsDecoder.self)
    #expect(try models.map { try name(in: $0.decoder) } == names)
    #expect(try models.map { try Thing(from: $0.decoder).id } == (0..<20).map { "\($0)" })
  }

  private struct KeepsContainer: Decodable {
    let container: KeyedDecodingContainer<Key>
    init(from decoder: any Decoder) throws { container = try decoder.container(keyedBy: Key.self) }
  }

  @Test func `a container`() throws {
    let models = try models(KeepsContainer.self)
    #expect(try models.map { try $0.container.decode(String.self, forKey: .name) } == names)
  }

  private struct KeepsParts: Decodable {
    let part: KeyedDecodingContainer<Key>
    let list: any UnkeyedDecodingContainer
    let other: any Decoder
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      part = try container.nestedContainer(keyedBy: Key.self, forKey: .part)
      list = try container.nestedUnkeyedContainer(forKey: .list)
      other = try container.superDecoder(forKey: .part)
    }
  }

  @Test func `containers of parts`() throws {
    let models = try models(KeepsParts.self)
    #expect(try models.map { try $0.part.decode(String.self, forKey: .name) } == parts)
    #expect(try models.map { try name(in: $0.other) } == parts)
    #expect(
      try models.map { model in
        var list = model.list
        return try list.decode(String.self)
      } == lists
    )
  }

  private struct KeepsSome: Decodable {
    let name: String
    let decoder: (any Decoder)?
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      name = try container.decode(String.self, forKey: .name)
      self.decoder = name.hasSuffix("3") ? decoder : nil
    }
  }

  @Test func `only some of them`() throws {
    let models = try models(KeepsSome.self)
    #expect(models.map(\.name) == names)
    let kept = models.compactMap(\.decoder)
    #expect(try kept.map(name) == ["name 3", "name 13"])
  }

  private struct Fails: Decodable {
    let name: String
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      _ = container.allKeys
      name = try container.decode(String.self, forKey: .name)
    }
  }

  @Test func `documents of all shapes after each other`() throws {
    let bodies = [
      #"{"name":"name 0"}"#, #"{"name":"twice","name":"name 1"}"#, #"{"n\u0061me":"name 2"}"#,
      #"{"more":{"name":"x"},"name":"name 3"}"#,
      "{\((0..<50).map { "\"f\($0)\":\($0)" }.joined(separator: ",")),\"name\":\"name 4\"}",
      #" { "name" : "name 5" } "#,
    ]
    for (index, body) in bodies.enumerated() { try things.write(body, "\(index)") }
    #expect(try models(Fails.self).map(\.name) == names)
    var models: [String] = []
    try store.query("SELECT id, body FROM things ORDER BY CAST(id AS INTEGER)")
      .forEach(as: Fails.self, dataKey: "body") { models.append($0.name) }
    #expect(models == names)
    for body in ["[1]", "7", #""a""#, "{\"name\":", "{\"name\":1}"] {
      try things.write(body, "7")
      let error = #expect(throws: DocumentError.self) { try self.models(Fails.self) }
      #expect(error?.documentID == "7")
    }
  }
}
