extension AppText {
  static let commandCSV = AppText(
    path: "Sources/%Command%/CSV.swift",
    text: #"""
      import %Tables%

      /// Comma-separated values under a header line (RFC 4180).
      ///
      /// An empty field is no value, and one of two quotation marks an empty text.
      enum CSV {
        static func text(_ header: [String], _ rows: [[Cell]]) -> String {
          let lines = [header.map(quoted)] + rows.map { $0.map { $0.text.map(quoted) ?? "" } }
          return lines.map { $0.joined(separator: ",") + "\n" }.joined()
        }

        private static func quoted(_ text: String) -> String {
          let needsMarks = text.unicodeScalars.contains { [",", "\"", "\r", "\n"].contains($0) }
          return !needsMarks && !text.isEmpty ? text : "\"\(text.replacing("\"", with: "\"\""))\""
        }

        /// The rows of a file for a table, whose columns the header names in any order.
        static func rows(_ text: String, _ table: any AnyTable) throws -> [FileRow] {
          let lines = try lines(text)
          guard let header = lines.first else { throw Failure("line 1: there is no header") }
          let settable = Set(table.settable.map(\.column))
          let fields = try header.fields.map { name in
            guard let field = table.field(named: name.text ?? "") else {
              let names = table.fields.map(\.name).joined(separator: ", ")
              throw Failure("line 1: \(table.name) has no column '\(name.text ?? "")'; it has \(names)")
            }
            return field
          }
          return try lines.dropFirst().map { line in
            guard line.fields.count == fields.count else {
              throw Failure(
                "line \(line.number): \(line.fields.count) fields where the header has \(fields.count)"
              )
            }
            // What the database computes stands in an exported file, too.
            let contents = try zip(fields, line.fields).compactMap { field, value -> FieldContent? in
              guard settable.contains(field.column), field.isOptional || value.text != nil else {
                return nil
              }
              do { return try field.content(value.text) } catch {
                throw Failure("line \(line.number): \(error)")
              }
            }
            return FileRow(place: "line \(line.number)", contents: contents)
          }
        }

        /// A line with its fields; nil for one without anything in it.
        struct Line {
          var number: Int
          var fields: [(text: String?, isQuoted: Bool)]
        }

        static func lines(_ text: String) throws(Failure) -> [Line] {
          var lines: [Line] = []
          var line = Line(number: 1, fields: [])
          var field = String.UnicodeScalarView()
          var isQuoted = false
          var isOpen = false
          var number = 1
          func endField() {
            line.fields.append((field.isEmpty && !isQuoted ? nil : String(field), isQuoted))
            field = String.UnicodeScalarView()
            isQuoted = false
          }
          func endLine() {
            endField()
            if line.fields.count > 1 || line.fields[0].text != nil { lines.append(line) }
            line = Line(number: number, fields: [])
          }
          var scalars = text.unicodeScalars[...]
          if scalars.first == "\u{FEFF}" { scalars = scalars.dropFirst() }
          while let scalar = scalars.popFirst() {
            if scalar == "\n" { number += 1 }
            switch scalar {
            case "\"" where isOpen && scalars.first == "\"":
              scalars = scalars.dropFirst()
              field.append("\"")
            case "\"" where isOpen: isOpen = false
            case "\"" where field.isEmpty && !isQuoted:
              isOpen = true
              isQuoted = true
            case "," where !isOpen: endField()
            case "\r" where !isOpen && scalars.first == "\n": break
            case "\n" where !isOpen, "\r" where !isOpen: endLine()
            default: field.append(scalar)
            }
          }
          guard !isOpen else { throw Failure("line \(line.number): a quotation mark is not closed") }
          if !field.isEmpty || isQuoted || !line.fields.isEmpty { endLine() }
          return lines
        }
      }

      """#
  )
}
