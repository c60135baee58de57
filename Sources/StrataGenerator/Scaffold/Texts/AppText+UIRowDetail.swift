extension AppText {
  static let uiRowDetail = AppText(
    path: "Sources/%UI%/RowDetail.swift",
    text: #"""
      #if canImport(SwiftUI)
      import %Tables%
      import Strata
      import StrataUI
      import SwiftUI

      /// One row, a field for each column, to be changed, added or deleted.
      package struct RowDetail: View {
        private let table: any AnyTable
        private let row: TableRow?
        @Environment(\.databaseContext) private var context
        @State private var texts: [String: String]
        @State private var message = ""

        /// A row of a table; a new one where there is none.
        package init(_ table: any AnyTable, _ row: TableRow?) {
          self.table = table
          self.row = row
          _texts = State(wrappedValue: row?.texts(of: table) ?? [:])
        }

        package var body: some View {
          Form {
            ForEach(table.fields, id: \.name) { field in
              if canSet(field) {
                TextField(field.name, text: text(of: field))
              } else {
                Text(verbatim: "\(field.name): \(texts[field.name] ?? "")")
              }
            }
            if !message.isEmpty { Text(verbatim: message) }
            if !table.isReadOnly { Button(row == nil ? "Add" : "Save", action: save) }
            if canDelete { Button("Delete", action: delete) }
          }
          .navigationTitle(row?.title ?? "New")
        }

        private var canDelete: Bool { row != nil && !table.isReadOnly && !table.key.isEmpty }

        private func canSet(_ field: FieldDescription) -> Bool {
          table.settable.contains { $0.name == field.name } && (row == nil || !table.key.isEmpty)
        }

        private func text(of field: FieldDescription) -> Binding<String> {
          Binding {
            texts[field.name] ?? ""
          } set: { text in
            texts[field.name] = text
          }
        }

        private func save() {
          change { db, conditions in
            let before = row?.texts(of: table)
            let changed = table.settable.filter { texts[$0.name] != before?[$0.name] }
            let contents = try changed.map { try $0.content(word: texts[$0.name] ?? "") }
            guard let conditions else {
              _ = try table.insert(db, contents)
              return "added"
            }
            if !contents.isEmpty { _ = try table.update(db, contents, where: conditions) }
            return "saved"
          }
        }

        private func delete() {
          change { db, conditions in
            if let conditions { _ = try table.delete(db, where: conditions) }
            return "deleted"
          }
        }

        private func change(_ body: (Database, [FieldContent]?) throws -> String) {
          do {
            let conditions = try row?.conditions(of: table)
            message = try context.writer.write { db in try body(db, conditions) }
          } catch {
            message = (error as? DatabaseError)?.message ?? "\(error)"
          }
        }
      }
      #endif

      """#
  )
}
