// Collections of documents.
extension LanguageTable {
  static let collection = LanguageTable(
    name: "collection",
    keys: SyntaxReader.collectionKeys,
    required: ["fields"],
    entries: [
      "doc": Entry(.text, "What becomes a documentation comment."),
      "fields": Entry(fields, "The fields of a document with their types."),
      "indexes": Entry(
        .named(.either(.mapping(.collectionIndex), else: .list(.text))),
        "Indexes on fields, each with a list of paths such as 'home.city desc'."
      ),
      "requests": Entry(.named(.mapping(.request)), "Requests on the documents."),
      "sql": Entry(.text, "The collection's name in SQL."),
    ]
  )

  /// The short form of a collection.
  static let fields = LanguageShape.named(.either(.mapping(.field), else: .type))

  static let field = LanguageTable(
    name: "field",
    keys: SyntaxReader.fieldKeys,
    required: ["type"],
    entries: [
      "type": Entry(.type, "A Swift type; '?' where it may be missing."),
      "default": Entry(.anything, "What it is where the document lacks it."),
      "doc": Entry(.text, "What becomes a documentation comment."),
      "stored": Entry(.words(SchemaResolver.storageNames), "How a decimal is stored."),
    ]
  )

  static let collectionIndex = LanguageTable(
    name: "collectionIndex",
    keys: SyntaxReader.collectionIndexKeys,
    required: ["columns"],
    entries: [
      "columns": Entry(.list(.text), "Paths of fields, each with its direction."),
      "sql": Entry(.text, "The index's name in SQL."),
    ]
  )
}
