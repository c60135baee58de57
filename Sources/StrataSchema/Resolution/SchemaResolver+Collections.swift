extension SchemaResolver {
  /// `[Element]` or `[String: Element]`.
  mutating func collection(
    _ collection: TypeSyntax.Collection,
    _ syntax: TypeSyntax,
    stored: Located<String>?
  ) -> DeclaredType? {
    let element: TypeSyntax
    switch collection {
    case .array(let type), .dictionary(let type): element = type
    }
    guard let declared = resolve(element) else { return nil }
    guard checkJSON(declared.type, at: element.range) else { return nil }
    if let stored { reportStored(stored, type: syntax.requiredSpelling, []) }
    markCodable(declared.type)
    let type: ValueType =
      switch collection {
      case .array: .array(declared.type, isOptional: declared.isOptional)
      case .dictionary: .dictionary(declared.type, isOptional: declared.isOptional)
      }
    return DeclaredType(
      type: type,
      isOptional: syntax.isOptional,
      storage: .text,
      range: syntax.range,
      spelling: syntax.spelling
    )
  }

  /// Reports a key that is stored as JSON.
  mutating func checkNoJSONKey(_ column: ColumnModel, at range: SourceRange) {
    guard column.type.isJSON else { return }
    diagnostics.error(
      .primaryKey,
      "column '\(column.name)' is stored as JSON, which identifies no row, because an equal value may"
        + " be written as another text; choose a key of a plain type",
      at: range
    )
  }
}
