extension SchemaResolver {
  mutating func accessor(_ syntax: ColumnSyntax, of table: TableSyntax) -> String {
    let key = syntax.name.value
    let derived = key.hasSuffix("ID") && key.count > 2 ? String(key.dropLast(2)) : key
    let name = syntax.accessor?.value ?? derived
    // A column may be its own accessor: one belongs to the row, the other to the type.
    if name != key || Self.typeMembers.contains(name) {
      claimAccessor(
        name,
        in: table.name.value,
        for: "the accessor of column '\(key)'",
        at: syntax.accessor?.range ?? syntax.name.range,
        key: "as"
      )
    }
    return name
  }

  mutating func claimInverse(
    _ syntax: ColumnSyntax,
    of table: TableSyntax,
    in other: String
  ) {
    guard let inverse = syntax.inverse else { return }
    claimAccessor(
      inverse.value,
      in: other,
      for: "the inverse of column '\(syntax.name.value)' of table '\(table.name.value)'",
      at: inverse.range,
      key: "inverse"
    )
  }

  /// What every record has as a member of its type.
  private static let typeMembers: Set<String> = [
    "table", "databaseTableName", "databaseSelection",
  ]

  private mutating func claimAccessor(
    _ name: String,
    in table: String,
    for what: String,
    at range: SourceRange,
    key: String
  ) {
    if Self.typeMembers.contains(name) || Identifier.recordTypes.contains(name) {
      diagnostics.error(
        .accessorName,
        "\(what) cannot have the name '\(name)', which every record has already; write"
          + " '\(key):' with another name",
        at: range
      )
      return
    }
    claimMember(name, of: table, for: what, at: range, remedy: "write '\(key):' with another name")
  }

  mutating func checkActions(_ syntax: ColumnSyntax, isOptional: Bool) {
    guard !isOptional else { return }
    for action in [syntax.onDelete, syntax.onUpdate] {
      guard let action else { continue }
      if action.value == .setNull {
        diagnostics.error(
          .foreignKey,
          "'setNull' needs a column that may be NULL; write '\(syntax.type?.spelling ?? "")?' as its"
            + " type, or another action",
          at: action.range
        )
      } else if action.value == .setDefault, syntax.defaultValue == nil {
        diagnostics.error(
          .foreignKey,
          "'setDefault' needs a default; write 'default:', or another action",
          at: action.range
        )
      }
    }
  }

  mutating func checkNoReference(_ syntax: ColumnSyntax) {
    let keys: [(String, SourceRange?)] = [
      ("delete", syntax.onDelete?.range), ("update", syntax.onUpdate?.range),
      ("as", syntax.accessor?.range), ("inverse", syntax.inverse?.range),
    ]
    guard let type = syntax.type else { return }
    for (key, range) in keys {
      guard let range else { continue }
      diagnostics.error(
        .notAForeignKey,
        "'\(key)' is for foreign keys, and '\(type.spelling)' is none; write a type such as"
          + " 'Other.ID', or remove '\(key)'",
        at: range
      )
    }
  }
}
