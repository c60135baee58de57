import StrataSchema

/// Writes the accessors that foreign keys give to both of their tables.
struct AssociationWriter {
  var types: SwiftTypes
  var access: SwiftCode

  /// One extension for each table that has an accessor.
  func declarations(_ tables: [TableModel]) -> [SwiftDeclaration] {
    var accessors: [String: [SwiftDeclaration]] = [:]
    for table in tables {
      for column in table.columns {
        guard let key = column.foreignKey else { continue }
        accessors[table.name, default: []].append(
          accessor(
            key.accessor,
            (RuntimeNames.belongsToAssociation, RuntimeNames.belongsTo),
            from: table.name,
            to: key.table,
            using: column
          )
        )
        guard let inverse = key.inverse else { continue }
        accessors[key.table, default: []].append(
          accessor(
            inverse.value,
            (RuntimeNames.hasManyAssociation, RuntimeNames.hasMany),
            from: key.table,
            to: table.name,
            using: column
          )
        )
      }
    }
    return tables.compactMap { table in
      accessors[table.name].map { members in
        SwiftDeclaration("extension \(name: table.name)", members: members)
      }
    }
  }

  private func accessor(
    _ name: String,
    _ association: (type: SwiftCode, maker: SwiftCode),
    from origin: String,
    to destination: String,
    using column: ColumnModel
  ) -> SwiftDeclaration {
    let ends = [types.reference(origin), types.reference(destination)]
    let arguments: [SwiftCode] = [
      types.reference(destination) + ".self", "using: \(literal: column.sqlName)",
    ]
    return SwiftDeclaration(
      "\(access)static var \(name: name):" + .softBreak + association.type
        + .list("<", ends, ">", .onePerLine),
      body: .expression("\(association.maker)\(arguments: arguments)")
    )
  }
}
