package import StrataPlanner
import StrataSchema

/// What an entity-relationship diagram shows of a database.
package struct Diagram: Hashable, Sendable {
  package struct Table: Hashable, Sendable {
    package var name: String
    package var columns: [Column]
    /// How many columns are left out.
    package var hiddenCount: Int
  }

  package struct Column: Hashable, Sendable {
    package enum Mark: String, Hashable, Sendable {
      case primaryKey = "PK"
      case foreignKey = "FK"
      case unique = "UK"
    }

    package var name: String
    /// The type as the schema spells it.
    package var type: String
    package var marks: [Mark]
  }

  /// A line between two tables.
  package struct Reference: Hashable, Sendable {
    package var child: String
    package var parent: String
    /// The columns of the child.
    package var columns: [String]
    package var isOptional: Bool
    package var isUnique: Bool
  }

  /// Which columns are shown.
  package enum Columns: String, CaseIterable, Sendable {
    case all, keys, none
  }

  package var name: String
  package var tables: [Table]
  package var references: [Reference]

  /// The number of tables from which on only keys are shown where nothing else is asked for.
  package static let limit = 40

  package init(name: String, tables: [Table], references: [Reference]) {
    self.name = name
    self.tables = tables
    self.references = references
  }

  /// The diagram of a database; without `columns` all are shown, unless there are many tables.
  package init(_ proof: Proof, _ references: [TableReference], columns: Columns? = nil) {
    let tables = proof.schema.tables
    let shown = columns ?? (tables.count > Self.limit ? .keys : .all)
    let names = Dictionary(
      tables.map { ($0.sqlName, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    name = proof.schema.database.value
    self.references = references.compactMap { reference in
      guard let child = names[reference.child], let parent = names[reference.parent] else {
        return nil
      }
      return Reference(
        child: child.name,
        parent: parent.name,
        columns: reference.columns.map { child.swiftName(ofColumn: $0) },
        isOptional: reference.isOptional,
        isUnique: reference.isUnique
      )
    }
    let foreign = Dictionary(grouping: self.references, by: \.child)
      .mapValues { Set($0.flatMap(\.columns)) }
    let collections = Dictionary(
      proof.schema.collections.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    self.tables = tables.map { table in
      if let collection = table.collection.flatMap({ collections[$0] }) {
        return Table(documentsOf: collection, shown)
      }
      let uniques = Set(table.uniques.filter { $0.count == 1 }.flatMap(\.self))
      let all = table.columns.map { column in
        var marks: [Column.Mark] = []
        if table.primaryKey.contains(column.name) { marks.append(.primaryKey) }
        if foreign[table.name]?.contains(column.name) == true { marks.append(.foreignKey) }
        if column.isUnique || uniques.contains(column.name) { marks.append(.unique) }
        let type = column.type.swiftSpelling + (column.isOptional ? "?" : "")
        return Column(name: column.name, type: type, marks: marks)
      }
      let columns = all.filter {
        shown == .all || shown == .keys && $0.marks.contains { $0 != .unique }
      }
      return Table(
        name: table.name,
        columns: columns,
        hiddenCount: all.count - columns.count
      )
    }
  }
}

extension Diagram.Table {
  /// A collection with its fields; the table in which they are kept is no concern of a reader.
  fileprivate init(documentsOf collection: CollectionModel, _ shown: Diagram.Columns) {
    let key = Diagram.Column(name: "id", type: "String", marks: [.primaryKey])
    let fields = collection.model.properties.map { field in
      Diagram.Column(name: field.name, type: collection.spelling(of: field), marks: [])
    }
    name = collection.name
    columns = shown == .none ? [] : shown == .keys ? [key] : [key] + fields
    hiddenCount = fields.count + 1 - columns.count
  }
}

extension TableModel {
  /// The Swift name of a column by its name in SQL, in which case does not count.
  fileprivate func swiftName(ofColumn name: String) -> String {
    columns.first { $0.sqlName == name }?.name
      ?? columns.first { $0.sqlName.sqlLowercased == name.sqlLowercased }?.name ?? name
  }
}
