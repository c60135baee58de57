extension AppText {
  static let testsTablesTests = AppText(
    path: "Tests/%Tests%/TablesTests.swift",
    text: #"""
      import Strata
      import Testing

      @testable import %Tables%

      @Suite struct TablesTests {
        @Test func `every table can be read, counted and searched`() throws {
          try emptyDatabase().read { db in
            for table in Tables.all {
              let rows = try table.rows(db, RowQuery())
              #expect(try table.count(db) == rows.count)
              #expect(rows.allSatisfy { $0.count == table.fields.count })
              _ = try table.rows(db, matching: "a b")
            }
          }
        }

        @Test func `names are told apart whatever their case`() {
          let names = Tables.all.map { $0.name.lowercased() }
          #expect(Set(names).count == names.count)
          for table in Tables.all {
            for field in table.fields {
              #expect(table.field(named: field.name)?.column == field.column, "\(table.name)")
            }
          }
        }

        @Test func `a row without what it must have is refused by its names`() throws {
          try emptyDatabase().write { db in
            for table in Tables.all where !table.isReadOnly {
              do { _ = try table.insert(db, []) } catch let error as Refusal {
                #expect(error.description.hasPrefix("\(table.name) "))
              } catch is DatabaseError {
                // What a check or a trigger refuses has values for all columns.
              }
            }
          }
        }
      }

      """#
  )
}
