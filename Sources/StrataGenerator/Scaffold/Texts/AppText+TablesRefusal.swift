extension AppText {
  static let tablesRefusal = AppText(
    path: "Sources/%Tables%/Refusal.swift",
    text: #"""
      import Strata

      /// A change that the database refuses, and why.
      package struct Refusal: Error, CustomStringConvertible {
        /// Why, in the names of tables and columns.
        package let description: String
      }

      extension AnyTable {
        /// Changes rows by `change`, and says why in the names of the table where the database refuses it;
        /// `contents` is what is stored, and `conditions` say in which rows, nil for a new one.
        func explaining<Result>(
          _ db: Database,
          _ contents: [FieldContent] = [],
          where conditions: [FieldContent]? = nil,
          _ change: () throws -> Result
        ) throws -> Result {
          // SQLite takes NULL in keys that are no numbers, and no row of the schema has it there.
          let hasKey = key.allSatisfy { field in contents.contains { $0.column == field.column } }
          if conditions == nil, !hasKey, !numbersItself,
            let reason = try missingValues(db, contents)
          {
            throw Refusal(description: reason)
          }
          do { return try change() } catch let error as DatabaseError {
            guard let reason = try reason(error, db, contents, conditions) else { throw error }
            throw Refusal(description: reason)
          } catch RecordError.recordNotFound {
            throw Refusal(description: "\(name) has passed the row over, as a trigger says")
          }
        }

        private func reason(
          _ error: DatabaseError,
          _ db: Database,
          _ contents: [FieldContent],
          _ conditions: [FieldContent]?
        ) throws -> String? {
          switch error.extendedResultCode {
          case .SQLITE_CONSTRAINT_NOTNULL where conditions == nil:
            return try missingValues(db, contents)
          case .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_ROWID:
            return sameRow(error, contents)
          // RESTRICT is a trigger to SQLite.
          case .SQLITE_CONSTRAINT_FOREIGNKEY, .SQLITE_CONSTRAINT_TRIGGER:
            guard error.message?.hasSuffix("FOREIGN KEY constraint failed") == true else { return nil }
            if let missing = try missingParent(db, contents) { return missing.description }
            return try conditions.flatMap { try dependents(db, $0) }
          default: return nil
          }
        }

        private func missingValues(_ db: Database, _ contents: [FieldContent]) throws -> String? {
          let missing = try required(db).filter { field in
            !contents.contains { $0.column == field.column }
          }
          let names = missing.map { "\($0.name) (\($0.form))" }
          return names.isEmpty ? nil : "\(name) wants a value for \(names.joined(separator: ", "))"
        }

        /// What a new row must be given.
        package func required(_ db: Database) throws -> [FieldDescription] {
          let columns = try db.columns(in: sqlName).filter { $0.defaultValueSQL == nil }
          return settable.filter { field in
            columns.contains { $0.name == field.column && ($0.isNotNull || !field.isOptional) }
              && !(numbersItself && key.first?.column == field.column)
          }
        }

        private func fieldName(_ column: String) -> String {
          fields.first { $0.column == column }?.name ?? column
        }

        /// Which values another row has already.
        private func sameRow(_ error: DatabaseError, _ contents: [FieldContent]) -> String? {
          let start = "UNIQUE constraint failed: "
          guard let message = error.message, message.hasPrefix(start) else { return nil }
          let columns = message.dropFirst(start.count).split(separator: ", ").map { column in
            column.hasPrefix("\(sqlName).") ? String(column.dropFirst(sqlName.count + 1)) : ""
          }
          guard columns.allSatisfy({ column in fields.contains { $0.column == column } }) else {
            return nil
          }
          let values = columns.map { column in
            let value = contents.first { $0.column == column }
            return fieldName(column) + (value.map { " \($0.text)" } ?? "")
          }
          return "\(name) has a row with \(values.joined(separator: " and ")) already"
        }

        /// What a row refers to without its being there; nil where all is.
        package func missingParent(
          _ db: Database,
          _ contents: [FieldContent]
        ) throws -> MissingParent? {
          for foreignKey in try db.foreignKeys(on: sqlName) {
            let values = foreignKey.originColumns.compactMap { column in
              contents.first { $0.column == column && !$0.value.isNull }
            }
            guard values.count == foreignKey.originColumns.count else { continue }
            let condition = foreignKey.destinationColumns
              .map { "\($0.quotedDatabaseIdentifier) = ?" }
              .joined(separator: " AND ")
            let table = foreignKey.destinationTable
            let isThere = try Bool.fetchOne(
              db,
              sql: "SELECT EXISTS (SELECT 1 FROM \(table.quotedDatabaseIdentifier) WHERE \(condition))",
              arguments: StatementArguments(values.map(\.value))
            )
            if isThere == true { continue }
            return MissingParent(
              table: table,
              columns: foreignKey.originColumns.map(fieldName),
              values: values.map(\.text)
            )
          }
          return nil
        }

        /// Which rows keep those from being deleted that meet conditions, or their keys from being changed.
        private func dependents(_ db: Database, _ conditions: [FieldContent]) throws -> String? {
          let parent = sqlName.quotedDatabaseIdentifier
          let own = conditions.map { "(\($0.sql(in: sqlName)))" }
          let tables = try String.fetchAll(
            db,
            sql: "SELECT name FROM sqlite_master WHERE type = 'table'"
          )
          for table in tables {
            for foreignKey in try db.foreignKeys(on: table)
            where foreignKey.destinationTable.lowercased() == sqlName.lowercased() {
              let pairs = zip(foreignKey.originColumns, foreignKey.destinationColumns)
              let join = pairs.map { origin, destination in
                "child.\(origin.quotedDatabaseIdentifier) = "
                  + "\(parent).\(destination.quotedDatabaseIdentifier)"
              }
              let count = try Int.fetchOne(
                db,
                sql: """
                  SELECT count(*) FROM \(table.quotedDatabaseIdentifier) AS child WHERE EXISTS \
                  (SELECT 1 FROM \(parent) WHERE \((own + join).joined(separator: " AND ")))
                  """,
                arguments: conditions.reduce(StatementArguments()) { $0 + $1.arguments }
              )
              guard let count, count > 0 else { continue }
              let columns = foreignKey.originColumns.joined(separator: ", ")
              return "\(table) refers to it in \(count) \(count == 1 ? "row" : "rows") (\(columns));"
                + " change or delete these first"
            }
          }
          return nil
        }
      }

      /// A row of another table that is not there.
      package struct MissingParent: Error, CustomStringConvertible {
        /// Where it is missing.
        package let table: String
        let columns: [String]
        let values: [String]

        /// Which row refers to what.
        package var description: String {
          "\(columns.joined(separator: ", ")): \(table) has no row \(values.joined(separator: " "))"
        }
      }

      """#
  )
}
