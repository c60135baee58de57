/// What has to change for one schema to mean the same as another.
struct SchemaDifference {
  var addedTables: [StoredTable] = []
  var droppedTables: [StoredTable] = []
  var changedTables: [TableDifference] = []
  var addedObjects: [StoredSchema.StoredObject] = []
  var droppedObjects: [StoredSchema.StoredObject] = []
  /// Objects that mean something else, as they are to be.
  var changedObjects: [StoredSchema.StoredObject] = []

  var isEmpty: Bool {
    addedTables.isEmpty && droppedTables.isEmpty && changedTables.isEmpty && addedObjects.isEmpty
      && droppedObjects.isEmpty && changedObjects.isEmpty
  }

  init(from old: StoredSchema, to new: StoredSchema) {
    for table in new.tables {
      guard let before = old.table(table.foldedName) else {
        addedTables.append(table)
        continue
      }
      let difference = TableDifference(from: before, to: table)
      if !difference.isEmpty { changedTables.append(difference) }
    }
    droppedTables = old.tables.filter { new.table($0.foldedName) == nil }
    let oldObjects = Self.byName(old.objects)
    for object in new.objects {
      guard let before = oldObjects[Name(object)] else {
        addedObjects.append(object)
        continue
      }
      if !before.isSame(as: object) { changedObjects.append(object) }
    }
    let newObjects = Self.byName(new.objects)
    droppedObjects = old.objects.filter { newObjects[Name($0)] == nil }
  }

  /// What tells an object from all others.
  private struct Name: Hashable {
    var kind: StoredSchema.StoredObject.Kind
    var folded: String

    init(_ object: StoredSchema.StoredObject) {
      kind = object.kind
      folded = object.foldedName
    }
  }

  private static func byName(
    _ objects: [StoredSchema.StoredObject]
  ) -> [Name: StoredSchema.StoredObject] {
    Dictionary(objects.map { (Name($0), $0) }, uniquingKeysWith: { first, _ in first })
  }
}

/// What has to change in a table.
struct TableDifference {
  var old: StoredTable
  var new: StoredTable
  var added: [StoredColumn] = []
  var dropped: [StoredColumn] = []
  /// Columns that mean something else, as they are to be.
  var changed: [StoredColumn] = []

  init(from old: StoredTable, to new: StoredTable) {
    self.old = old
    self.new = new
    for column in new.columns {
      guard let before = old.column(column.foldedName) else {
        added.append(column)
        continue
      }
      if !before.means(column) { changed.append(column) }
    }
    dropped = old.columns.filter { new.column($0.foldedName) == nil }
  }

  var isEmpty: Bool {
    added.isEmpty && dropped.isEmpty && changed.isEmpty && !changesConstraints
  }

  var changesConstraints: Bool { !old.hasSameConstraints(as: new) }

  /// Whether the constraints differ once those of added columns that ALTER TABLE can write beside them,
  /// CHECK and REFERENCES, and those of dropped columns are left out of account.
  var changesOtherConstraints: Bool {
    guard changesConstraints else { return false }
    var rest = new
    let addedNames = added.map(\.foldedName)
    rest.foreignKeys = rest.foreignKeys.filter { key in
      !(key.columns.count == 1 && addedNames.contains(key.columns[0]))
    }
    var before = old
    let droppedNames = dropped.map(\.foldedName)
    before.foreignKeys = before.foreignKeys.filter { key in
      !(key.columns.count == 1 && droppedNames.contains(key.columns[0]))
    }
    return !before.hasSameConstraints(as: rest)
  }
}
