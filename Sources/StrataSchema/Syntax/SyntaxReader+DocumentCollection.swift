/// A collection of documents as its author wrote it.
struct CollectionSyntax: Sendable {
  var name: Located<String>
  var sqlName: Located<String>?
  var doc: String?
  var fields: [TypedNameSyntax] = []
  var indexes: [CollectionIndexSyntax] = []
  var requests: [RequestSyntax] = []

  var sqlCollectionName: String {
    sqlName?.value ?? Identifier.lowercasingStart(of: name.value)
  }
}

/// An index on fields, each a path that may be followed by a direction: `home.city desc`.
struct CollectionIndexSyntax: Sendable {
  var name: Located<String>
  var sqlName: Located<String>?
  var entries: [Located<String>] = []

  func sqlIndexName(in collection: CollectionSyntax) -> String {
    sqlName?.value ?? "\(collection.sqlCollectionName)_\(name.value)"
  }
}

extension SyntaxReader {
  static let collectionKeys = ["doc", "fields", "indexes", "requests", "sql"]
  static let fieldKeys = ["type", "default", "doc", "stored"]
  static let collectionIndexKeys = ["columns", "sql"]
  private static let collectionHints = [
    "columns": "the parts of a document are its fields; write 'fields:'",
    "properties": "the parts of a document are its fields; write 'fields:'",
    "primarykey": "every document has an 'id' by which it is found; remove it",
    "unique": "documents of two replicas could then not be merged; remove it",
    "was": "a collection keeps its name in the database, which other replicas know; write"
      + " 'sql:' with the old one",
  ]

  /// A collection: a mapping from fields to types, or `{doc, sql, fields, indexes, requests}`.
  mutating func documentCollection(
    _ name: Located<String>,
    _ node: YAMLNode
  ) -> CollectionSyntax? {
    let place = "collection '\(name.value)'"
    let instead = "a mapping from fields to types, such as {title: String, completed: Bool?}"
    var collection = CollectionSyntax(name: name)
    guard let pairs = pairs(node, place, instead: instead) else { return collection }
    var fields: YAMLNode? = node
    if pairs.contains(where: Self.isLong) {
      guard
        let mapping = mapping(
          node,
          place,
          keys: Self.collectionKeys,
          hints: Self.collectionHints,
          instead: instead
        )
      else { return collection }
      collection.doc = doc(mapping["doc"], mapping.what("doc"))
      collection.sqlName = sqlName(
        mapping["sql"],
        mapping.what("sql"),
        instead: "the collection's name in SQL"
      )
      collection.indexes = named(mapping["indexes"], mapping.what("indexes"), "a list of fields") {
        $0.collectionIndex($1, $2, place)
      }
      collection.requests = requests(mapping["requests"], place)
      fields = mapping["fields"]
      if fields == nil {
        diagnostics.error(
          .missingKey,
          "\(place) has no fields; write 'fields:' with a mapping from each to its type",
          at: name.range
        )
      }
    }
    collection.fields = typedNames(
      fields,
      place,
      "a field",
      keys: Self.fieldKeys
    )
    if case .mapping(let pairs)? = fields?.content, pairs.isEmpty {
      diagnostics.error(
        .emptyValue,
        "\(place) has no fields; write at least one, such as {title: String}",
        at: fields?.range ?? name.range
      )
    }
    return collection
  }

  /// Whether a key is one of the long form: its value could not be the type of a field.
  private static func isLong(_ pair: YAMLPair) -> Bool {
    guard ["fields", "indexes", "requests", "columns", "properties"].contains(pair.key.value),
      case .mapping(let pairs) = pair.value.content
    else { return false }
    return !pairs.contains { pair in
      guard pair.key.value == "type", case .scalar = pair.value.content else { return false }
      return true
    }
  }

  private mutating func collectionIndex(
    _ name: Located<String>,
    _ node: YAMLNode,
    _ place: String
  ) -> CollectionIndexSyntax? {
    let what = "index '\(name.value)' of \(place)"
    var index = CollectionIndexSyntax(name: name)
    var entries = node
    if case .mapping = node.content {
      guard
        let mapping = mapping(
          node,
          what,
          keys: Self.collectionIndexKeys,
          hints: [
            "fields": "its fields stand under 'columns:'",
            "unique": "documents of two replicas could then not be merged; remove it",
            "where": "an index of a collection has all documents; remove it",
          ],
          instead: "a list of fields"
        )
      else { return nil }
      index.sqlName = sqlName(
        mapping["sql"],
        mapping.what("sql"),
        instead: "the index's name in SQL"
      )
      guard let columns = mapping["columns"] else {
        diagnostics.error(
          .missingKey,
          "\(what) has no fields; write 'columns:' with a list of them",
          at: name.range
        )
        return nil
      }
      entries = columns
    }
    let items = list(entries, what, instead: "a list of fields") ?? []
    index.entries = items.compactMap {
      text($0, "an entry of \(what)", instead: "a field, such as title or 'due desc'")
    }
    if case .sequence(let items) = entries.content, items.isEmpty {
      diagnostics.error(
        .emptyValue,
        "\(what) has no fields; write at least one",
        at: entries.range
      )
    }
    return index.entries.isEmpty ? nil : index
  }
}
