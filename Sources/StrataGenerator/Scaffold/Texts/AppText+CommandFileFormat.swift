extension AppText {
  static let commandFileFormat = AppText(
    path: "Sources/%Command%/FileFormat.swift",
    text: #"""
      import %Tables%

      /// The rows of a file, one after the other.
      protocol RowSource: Sendable {
        /// How much of the file has been read, in percent; nil where that cannot be known.
        var percent: Int? { get }

        /// The next row; nil at the end.
        mutating func next() throws -> FileRow?
      }

      /// A row of a file.
      struct FileRow: Sendable {
        /// Where it stands in the file.
        var place: String
        var contents: [FieldContent]
      }

      /// The form of a file.
      enum FileFormat: String {
        /// Values with commas between them, below a header.
        case csv
        /// An array of objects, or objects one after the other.
        case json
        /// An object a line.
        case jsonl

        /// The form that is asked for, or else that of the file's name.
        init(_ word: String?, _ path: String, else standard: FileFormat?) throws(Misuse) {
          let word = word ?? (path.contains(".") ? path.split(separator: ".").last.map(String.init) : nil)
          guard let format = word.flatMap({ FileFormat(rawValue: $0.lowercased()) }) ?? standard else {
            throw Misuse("say what '\(path)' is: --format csv, json or jsonl")
          }
          self = format
        }

        /// The rows of a file for a table.
        func rows(_ bytes: ByteSource, _ table: any AnyTable) throws -> any RowSource {
          switch self {
          case .csv: try CSV.Rows(bytes, table)
          case .json, .jsonl: JSON.Rows(bytes, table, isLines: self == .jsonl)
          }
        }

        /// Writes rows, which a function hands over one after the other.
        ///
        /// - Returns: their number.
        func write(
          _ header: [String],
          to output: inout Output,
          _ forEachRow: (([Cell]) throws -> Void) throws -> Void
        ) throws -> Int {
          var count = 0
          if self == .csv { try output.write(CSV.line(header.map(Cell.json))) }
          try forEachRow { row in
            switch self {
            case .csv: try output.write(CSV.line(row))
            case .json: try output.write((count == 0 ? "[\n  " : ",\n  ") + JSON.object(row, header))
            case .jsonl: try output.write(JSON.object(row, header) + "\n")
            }
            count += 1
          }
          if self == .json { try output.write(count == 0 ? "[]\n" : "\n]\n") }
          return count
        }
      }

      extension AnyTable {
        /// The field that a file names.
        func field(named name: String, at place: String) throws(Failure) -> FieldDescription {
          if let field = field(named: name) { return field }
          let names = fields.map(\.name).joined(separator: ", ")
          throw Failure("\(place): \(self.name) has no column '\(name)'; it has \(names)")
        }
      }

      """#
  )
}
