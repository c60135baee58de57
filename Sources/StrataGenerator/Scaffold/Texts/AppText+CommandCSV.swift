extension AppText {
  static let commandCSV = AppText(
    path: "Sources/%Command%/CSV.swift",
    text: #"""
      import %Tables%

      /// Comma-separated values under a header line (RFC 4180).
      ///
      /// An empty field is no value, and one of two quotation marks an empty text.
      enum CSV {
        static func line(_ cells: [Cell]) -> String {
          cells.map(field).joined(separator: ",") + "\n"
        }

        private static func field(_ cell: Cell) -> String {
          guard let text = cell.text else { return "" }
          var needsMarks = text.isEmpty || text.utf8.contains { marks.contains($0) }
          // A text that looks like something else.
          if case .text = cell, Double(text) != nil || text.hasPrefix("0x") { needsMarks = true }
          guard needsMarks else { return text }
          // A mark with a combining character after it is one Character to Swift, and a mark to others.
          return text.unicodeScalars.reduce(into: "\"") { text, scalar in
            text += scalar == "\"" ? "\"\"" : String(scalar)
          } + "\""
        }

        /// What a field has only between quotation marks: `,`, `;`, `"`, and the ends of lines.
        private static let marks: Set<UInt8> = [0x2C, 0x3B, 0x22, 0x0A, 0x0D]

        /// The rows of a file for a table, whose columns the header names in any order.
        struct Rows: RowSource {
          private var lines: Lines
          private let table: any AnyTable
          private let fields: [FieldDescription]
          private let settable: Set<String>

          init(_ bytes: ByteSource, _ table: any AnyTable) throws(Failure) {
            lines = Lines(bytes)
            self.table = table
            settable = Set(table.settable.map(\.column))
            guard let header = try lines.next() else {
              throw Failure("line 1: there is no header, the names of columns")
            }
            var fields: [FieldDescription] = []
            for name in header.fields {
              let field = try table.field(named: name.text ?? "", at: "line \(header.number)")
              guard !fields.contains(where: { $0.column == field.column }) else {
                throw Failure("line \(header.number): the column '\(field.name)' stands there twice")
              }
              fields.append(field)
            }
            self.fields = fields
            // Of one column, an empty line is a row.
            lines.keepsEmpty = fields.count == 1 && fields[0].isOptional
          }

          var percent: Int? { lines.bytes.percent }

          mutating func next() throws -> FileRow? {
            guard let line = try lines.next() else { return nil }
            let place = "line \(line.number)"
            guard line.fields.count == fields.count else {
              throw Failure("\(place): \(line.fields.count) fields where the header has \(fields.count)")
            }
            var contents: [FieldContent] = []
            // What the database computes stands in an exported file, too.
            for (field, value) in zip(fields, line.fields)
            where settable.contains(field.column) && (field.isOptional || value.text != nil) {
              do { contents.append(try field.content(value.text, isText: value.isQuoted)) } catch {
                throw Failure("\(place): \(error)")
              }
            }
            return FileRow(place: place, contents: contents)
          }
        }

        /// A line with its fields, the text of which is nil where nothing stands.
        struct Line {
          var number: Int
          var fields: [(text: String?, isQuoted: Bool)] = []
        }

        /// The lines of a file.
        struct Lines: Sendable {
          fileprivate(set) var bytes: ByteSource
          fileprivate(set) var keepsEmpty = false
          /// What stands between fields; the first line says whether it is a semicolon or a tab.
          private var separator: UInt8?

          init(_ bytes: ByteSource) { self.bytes = bytes }

          mutating func next() throws(Failure) -> Line? {
            while try bytes.peek() != nil {
              let line = try line()
              if line.fields.count > 1 || line.fields[0].text != nil || keepsEmpty {
                separator = separator ?? UInt8(ascii: ",")
                return line
              }
            }
            return nil
          }

          private mutating func line() throws(Failure) -> Line {
            var line = Line(number: bytes.line)
            var field: [UInt8] = []
            var quotes = Quotes.none
            func endField() throws(Failure) {
              let isNone = field.isEmpty && quotes == .none
              let text = isNone ? nil : try String(utf8: field, line: line.number)
              line.fields.append((text, quotes == .closed))
              field.removeAll(keepingCapacity: true)
              quotes = .none
            }
            while let byte = try bytes.next() {
              if quotes == .open {
                guard byte == UInt8(ascii: "\"") else {
                  field.append(byte)
                  continue
                }
                if try bytes.peek() == UInt8(ascii: "\"") {
                  field.append(byte)
                  _ = try bytes.next()
                } else {
                  quotes = .closed
                }
                continue
              }
              switch byte {
              case UInt8(ascii: "\n"):
                try endField()
                return line
              case UInt8(ascii: "\r"):
                if try bytes.peek() == UInt8(ascii: "\n") { _ = try bytes.next() }
                try endField()
                return line
              case _ where isSeparator(byte): try endField()
              case _ where quotes == .closed:
                throw Failure("line \(line.number): after a closing quotation mark a field ends")
              case UInt8(ascii: "\"") where field.isEmpty: quotes = .open
              default: field.append(byte)
              }
            }
            guard quotes != .open else {
              throw Failure("line \(line.number): a quotation mark is not closed")
            }
            try endField()
            return line
          }

          private mutating func isSeparator(_ byte: UInt8) -> Bool {
            if let separator { return byte == separator }
            guard ",;\t".utf8.contains(byte) else { return false }
            separator = byte
            return true
          }

          private enum Quotes {
            case none, open, closed
          }
        }
      }

      """#
  )
}
