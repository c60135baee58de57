extension SchemaResolver {
  /// What a collection means: its class, its table, and the view of it.
  mutating func documentCollection(
    _ syntax: CollectionSyntax
  ) -> (CollectionModel, TableModel, ViewModel) {
    var fields: [CollectionField] = []
    for field in syntax.fields {
      if let field = self.field(field, of: syntax) {
        fields.append(field)
      } else {
        faults.open.insert(Identifier.rowTypeName(ofCollection: syntax.name.value))
      }
    }
    let collection = CollectionModel(
      model: StructModel(
        name: syntax.name.value,
        range: syntax.name.range,
        doc: syntax.doc,
        properties: fields.map(\.property)
      ),
      sqlName: syntax.sqlCollectionName,
      blobs: Set(fields.filter(\.isBlob).map(\.property.name))
    )
    var table = TableModel(documentsOf: collection)
    table.indexes += syntax.indexes.compactMap { index($0, of: syntax, fields) }
    var view = ViewModel(documentsOf: collection, fields)
    view.requests = syntax.requests.map { request($0) }
    return (collection, table, view)
  }

  /// Takes the names of a collection in SQL.
  mutating func claimSQLNames(of collection: CollectionSyntax) {
    let what = "collection '\(collection.name.value)'"
    let range = (collection.sqlName ?? collection.name).range
    let name = collection.sqlCollectionName
    claimSQLName(name, what, at: range)
    claimSQLName(CollectionModel.tableName(name), "the table of \(what)", at: range)
    claimSQLName(CollectionModel.expirationIndexName(name), "an index of \(what)", at: range)
    for index in collection.indexes {
      claimSQLName(
        index.sqlIndexName(in: collection),
        "index '\(index.name.value)' of \(what)",
        at: (index.sqlName ?? index.name).range
      )
    }
    guard !name.isCollectionName else { return }
    diagnostics.error(
      .sqlName,
      "a collection is called by letters, digits, '_' and '-', at most 200, of which a letter is the"
        + " first, and not 'strata_' or 'sqlite_' the beginning; '\(name)' is another name: write"
        + " 'sql:' with a good one",
      at: range
    )
  }

  private mutating func field(
    _ syntax: TypedNameSyntax,
    of collection: CollectionSyntax
  ) -> CollectionField? {
    let name = syntax.name
    guard checkField(name, of: collection), let written = syntax.type else { return nil }
    let isBlob = isBlob(written)
    guard !holdsBlobs(written) else {
      diagnostics.error(
        .unknownType,
        "a blob is the whole of a field, 'Blob' or 'Blob?', and no part of a list; write a collection"
          + " whose documents have one each",
        at: written.range
      )
      return nil
    }
    let declared =
      isBlob
      ? DeclaredType(
        type: .string,
        isOptional: written.isOptional,
        storage: .text,
        range: written.range
      ) : resolve(written)
    guard let declared, checkJSON(declared.type, at: declared.range) else { return nil }
    markCodable(declared.type)
    var field = CollectionField(
      property: StructModel.Property(
        name: name.value,
        range: name.range,
        type: declared.type,
        isOptional: declared.isOptional,
        doc: syntax.doc
      ),
      isBlob: isBlob,
      typeRange: declared.range,
      storage: documentStorage(declared.type)
    )
    if let stored = syntax.stored {
      let words = declared.type == .decimal ? ["text", "real"] : []
      if words.contains(stored.value) {
        field.storage = stored.value == "real" ? .real : .text
      } else {
        reportStored(stored, type: written.requiredSpelling, words)
      }
    }
    guard let value = syntax.defaultValue else { return field }
    guard !isBlob else {
      diagnostics.error(
        .defaultValue,
        "a Blob has no default; remove 'default', and let it be 'Blob?'",
        at: name.range
      )
      return field
    }
    guard !faults.concern(declared.type) else { return field }
    var reader = DefaultReader(enums: enums, structs: structs, faults: faults)
    field.property.defaultValue = reader.propertyDefault(
      value,
      as: declared.type,
      isOptional: declared.isOptional,
      "'default' of field '\(name.value)' of '\(collection.name.value)'"
    )
    diagnostics.append(contentsOf: reader.diagnostics)
    return field
  }

  /// How SQL has a value of JSON.
  private func documentStorage(_ type: ValueType) -> ColumnStorage {
    switch type {
    case .app: .any
    // Bytes are a text in base64.
    case .uuid, .data: .text
    case .id(_, let rawValue): documentStorage(rawValue)
    default: defaultStorage(type)
    }
  }

  /// Whether a type is the runtime's, of what is stored aside.
  private func isBlob(_ type: TypeSyntax) -> Bool {
    type.name == "Blob" && type.collection == nil && !type.isID && enums["Blob"] == nil
      && appTypes["Blob"] == nil && !structNames.contains("Blob")
  }

  /// Whether the elements of a type are blobs.
  private func holdsBlobs(_ type: TypeSyntax) -> Bool {
    switch type.collection {
    case .array(let element), .dictionary(let element): isBlob(element) || holdsBlobs(element)
    case nil: false
    }
  }

  private mutating func checkField(
    _ name: Located<String>,
    of collection: CollectionSyntax
  ) -> Bool {
    let place = "collection '\(collection.name.value)'"
    let reason: String? =
      switch name.value.sqlLowercased {
      case "id", "_id":
        "every document has an 'id' of type String, which is generated where none is given"
      case "revision": "every document has a 'revision'"
      case "body": "the view of the collection has a column 'body', the whole document as JSON"
      default: nil
      }
    if let reason {
      diagnostics.error(
        .reservedName,
        "\(reason); remove the field '\(name.value)' from \(place), or choose another name",
        at: name.range
      )
      return false
    }
    let other = collection.fields.first {
      $0.name.value.sqlLowercased == name.value.sqlLowercased
    }
    guard let other, other.name.range != name.range else { return true }
    diagnostics.error(
      .duplicateSQLName,
      "the fields '\(other.name.value)' and '\(name.value)' of \(place) are one column in SQL, where"
        + " case does not count; choose another name",
      at: name.range,
      notes: [.init("the other one is here", at: other.name.range)]
    )
    return false
  }
}

extension String {
  /// Whether the runtime takes a collection of this name.
  fileprivate var isCollectionName: Bool {
    let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte | 0x20) }
    guard let first = utf8.first, isLetter(first), utf8.count <= 200 else { return false }
    let folded = sqlLowercased
    return utf8.allSatisfy {
      isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_")
        || $0 == UInt8(ascii: "-")
    } && !folded.hasPrefix("sqlite_") && !folded.hasPrefix("strata_")
  }
}
