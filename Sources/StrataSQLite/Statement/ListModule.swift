internal import CSQLite

/// The table-valued function `strata_list`, whose rows are the values of a list that is bound as one
/// parameter (https://sqlite.org/vtab.html#tabfunc2).
///
///     SELECT * FROM player WHERE id IN (SELECT value FROM strata_list(?1))
///
/// A list of any length and of any type of values is one statement, and none of its values becomes
/// text on the way.
enum ListModule {
  /// The kind of the bound pointer; SQLite compares it, and keeps no copy
  /// (https://sqlite.org/bindptr.html).
  private static let kind: StaticString = "strata_list"

  static var pointerKind: UnsafePointer<CChar> {
    UnsafeRawPointer(kind.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  /// The place of the module, which SQLite keeps as long as a connection is open.
  private struct Place: @unchecked Sendable {
    // Written once, before anybody sees it.
    let pointer: UnsafePointer<sqlite3_module>
  }

  static var module: UnsafePointer<sqlite3_module> { place.pointer }

  private static let place: Place = {
    var module = sqlite3_module()
    module.xConnect = { connection, _, _, _, table, _ in connect(connection, table) }
    module.xBestIndex = { _, plan in choose(plan) }
    module.xDisconnect = { table in
      table?.deallocate()
      return SQLITE_OK
    }
    module.xOpen = { _, cursor in
      open(cursor)
    }
    module.xClose = { cursor in
      ListCursor.at(cursor)?.deinitialize(count: 1).deallocate()
      return SQLITE_OK
    }
    module.xFilter = { cursor, _, _, count, values in
      let value = count > 0 ? values?[0] : nil
      let list = value.flatMap { sqlite3_value_pointer($0, pointerKind) }
      ListCursor.at(cursor)?.pointee.begin(list)
      return SQLITE_OK
    }
    module.xNext = { cursor in
      ListCursor.at(cursor)?.pointee.index += 1
      return SQLITE_OK
    }
    module.xEof = { cursor in ListCursor.at(cursor)?.pointee.isAtEnd == false ? 0 : 1 }
    module.xColumn = { cursor, context, column in
      guard column == 0, let value = ListCursor.at(cursor)?.pointee.value else {
        sqlite3_result_null(context)
        return SQLITE_OK
      }
      setResult(context, value)
      return SQLITE_OK
    }
    module.xRowid = { cursor, rowID in
      rowID?.pointee = Int64(ListCursor.at(cursor)?.pointee.index ?? 0)
      return SQLITE_OK
    }
    let pointer = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
    pointer.initialize(to: module)
    return Place(pointer: UnsafePointer(pointer))
  }()

  private static func connect(
    _ connection: OpaquePointer?,
    _ table: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab>?>?
  ) -> Int32 {
    let code = sqlite3_declare_vtab(connection, "CREATE TABLE x (value, list HIDDEN)")
    guard code == SQLITE_OK else { return code }
    let new = UnsafeMutablePointer<sqlite3_vtab>.allocate(capacity: 1)
    new.initialize(to: sqlite3_vtab())
    table?.pointee = new
    return SQLITE_OK
  }

  /// The only plan: the argument is given.
  private static func choose(_ plan: UnsafeMutablePointer<sqlite3_index_info>?) -> Int32 {
    guard let plan else { return SQLITE_MISUSE }
    for index in 0..<Int(plan.pointee.nConstraint) {
      let constraint = plan.pointee.aConstraint[index]
      guard constraint.iColumn == 1, constraint.op == UInt8(SQLITE_INDEX_CONSTRAINT_EQ) else {
        continue
      }
      guard constraint.usable != 0 else { return SQLITE_CONSTRAINT }
      plan.pointee.aConstraintUsage[index].argvIndex = 1
      plan.pointee.aConstraintUsage[index].omit = 1
      plan.pointee.estimatedCost = 100
      plan.pointee.estimatedRows = 100
      return SQLITE_OK
    }
    return SQLITE_CONSTRAINT
  }

  private static func open(
    _ cursor: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab_cursor>?>?
  ) -> Int32 {
    let new = UnsafeMutablePointer<ListCursor>.allocate(capacity: 1)
    new.initialize(to: ListCursor())
    cursor?.pointee = UnsafeMutableRawPointer(new).assumingMemoryBound(to: sqlite3_vtab_cursor.self)
    return SQLITE_OK
  }
}

/// A list that is bound; SQLite releases it with the binding.
final class BoundList {
  let values: [DatabaseValue]

  init(_ values: [DatabaseValue]) { self.values = values }
}

/// A place in a list; SQLite sees only the first field.
private struct ListCursor {
  var base = sqlite3_vtab_cursor()
  var list: BoundList?
  var index = 0

  static func at(_ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?)
    -> UnsafeMutablePointer<ListCursor>?
  {
    UnsafeMutableRawPointer(cursor)?.assumingMemoryBound(to: ListCursor.self)
  }

  mutating func begin(_ pointer: UnsafeMutableRawPointer?) {
    list = pointer.map { Unmanaged<BoundList>.fromOpaque($0).takeUnretainedValue() }
    index = 0
  }

  var isAtEnd: Bool { index >= (list?.values.count ?? 0) }
  var value: DatabaseValue? { isAtEnd ? nil : list?.values[index] }
}

extension SQLiteConnection {
  /// Lets SQL call `strata_list`.
  func addListModule() {
    // It fails only where there is no memory, and then SQL says that the function is missing.
    _ = sqlite3_create_module_v2(handle, "strata_list", ListModule.module, nil, nil)
  }
}
