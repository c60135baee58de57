extension AppText {
  static let commandJSONReader = AppText(
    path: "Sources/%Command%/JSONReader.swift",
    text: #"""
      import Foundation
      import %Tables%

      extension JSON {
        /// The rows of a file for a table: an array of objects, or objects one after the other.
        struct Rows: RowSource {
          private var reader: JSONReader
          private let table: any AnyTable
          private let settable: Set<String>
          private var count = 0

          /// The rows of a file, which may be empty where every line is an object.
          init(_ bytes: ByteSource, _ table: any AnyTable, isLines: Bool) {
            reader = JSONReader(bytes, isArray: isLines ? false : nil)
            self.table = table
            settable = Set(table.settable.map(\.column))
          }

          var percent: Int? { reader.bytes.percent }

          mutating func next() throws -> FileRow? {
            guard let object = try reader.nextObject() else { return nil }
            count += 1
            let place = "row \(count), line \(object.line)"
            var contents: [FieldContent] = []
            for (name, value) in object.members {
              let field = try table.field(named: name, at: place)
              // What the database computes stands in an exported file, too.
              guard settable.contains(field.column), field.isOptional || value.text != nil else {
                continue
              }
              guard !contents.contains(where: { $0.column == field.column }) else {
                throw Failure("\(place): the column '\(field.name)' stands there twice")
              }
              let bytes = field.isAny && value.isNested ? JSON.bytes(value.text) : nil
              do {
                contents.append(try field.content(bytes ?? value.text, isText: value.isText))
              } catch {
                throw Failure("\(place): \(error)")
              }
            }
            return FileRow(place: place, contents: contents)
          }
        }
      }

      /// Reads objects of JSON, one after the other.
      struct JSONReader: Sendable {
        private(set) var bytes: ByteSource
        /// Whether the objects are those of an array; nil before that is known.
        private var isArray: Bool?
        private var isFirst = true

        /// An object, with its members in the order of the file.
        struct Object {
          var line: Int
          var members: [(name: String, value: Value)]
        }

        /// A value: a text, no value, or whatever else as it is written.
        struct Value: Hashable {
          var text: String?
          var isText = false
          var isNested = false
        }

        init(_ bytes: ByteSource, isArray: Bool? = nil) {
          self.bytes = bytes
          self.isArray = isArray
        }

        mutating func nextObject() throws(Failure) -> Object? {
          var byte = try skipSpace()
          if isArray == nil {
            guard byte != nil else { throw wrong("an array of objects, or objects") }
            isArray = byte == UInt8(ascii: "[")
            if isArray == true {
              _ = try bytes.next()
              byte = try skipSpace()
            }
          }
          defer { isFirst = false }
          if isArray == true {
            if byte == UInt8(ascii: "]") {
              _ = try bytes.next()
              isArray = false
              guard try skipSpace() == nil else { throw wrong("nothing more after the array") }
              return nil
            }
            if !isFirst {
              try expect(",")
              byte = try skipSpace()
            }
          } else if byte == nil {
            return nil
          }
          guard byte == UInt8(ascii: "{") else {
            throw wrong(isArray == true ? "an object, or the end of the array" : "an object")
          }
          return try object()
        }

        private mutating func object() throws(Failure) -> Object {
          var object = Object(line: bytes.line, members: [])
          try expect("{")
          if try skipSpace() == UInt8(ascii: "}") {
            try expect("}")
            return object
          }
          repeat {
            guard try skipSpace() == UInt8(ascii: "\"") else { throw wrong("a name in quotation marks") }
            let name = try string()
            _ = try skipSpace()
            try expect(":")
            object.members.append((name, try value()))
          } while try isNext(",")
          try expect("}")
          return object
        }

        private mutating func value() throws(Failure) -> Value {
          guard let byte = try skipSpace() else { throw wrong("a value") }
          switch byte {
          case UInt8(ascii: "\""): return Value(text: try string(), isText: true)
          case UInt8(ascii: "{"), UInt8(ascii: "["): return Value(text: try nested(), isNested: true)
          default:
            let line = bytes.line
            var word: [UInt8] = []
            while let byte = try bytes.peek(), !Self.ends.contains(byte) {
              word.append(byte)
              _ = try bytes.next()
            }
            let text = try String(utf8: word, line: line)
            if text == "null" { return Value(text: nil) }
            let isNumber = text.first.map { $0 == "-" || $0.isNumber } == true && Double(text) != nil
            guard text == "true" || text == "false" || isNumber else {
              throw Failure("line \(line): '\(text)' is no value of JSON")
            }
            return Value(text: text)
          }
        }

        /// What ends a number or a word.
        private static let ends = Set(",:]}[{\" \t\r\n".utf8)

        private mutating func string() throws(Failure) -> String {
          let line = bytes.line
          return try decoded(try quoted(), String.self, line)
        }

        /// A text with its quotation marks and escapes.
        private mutating func quoted() throws(Failure) -> [UInt8] {
          let line = bytes.line
          try expect("\"")
          var text = [UInt8(ascii: "\"")]
          while let byte = try bytes.next() {
            text.append(byte)
            if byte == UInt8(ascii: "\"") { return text }
            if byte == UInt8(ascii: "\\"), let escaped = try bytes.next() { text.append(escaped) }
          }
          throw Failure("line \(line): a quotation mark is not closed")
        }

        /// An array or an object as it is written.
        private mutating func nested() throws(Failure) -> String {
          let line = bytes.line
          var text: [UInt8] = []
          var depth = 0
          repeat {
            guard let byte = try bytes.peek() else {
              throw wrong("the end of what begins in line \(line)")
            }
            if byte == UInt8(ascii: "\"") {
              text += try quoted()
              continue
            }
            _ = try bytes.next()
            text.append(byte)
            if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { depth += 1 }
            if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { depth -= 1 }
          } while depth > 0
          guard (try? JSONSerialization.jsonObject(with: Data(text))) != nil else {
            throw Failure("line \(line): this is no JSON, or nested too deeply")
          }
          return try String(utf8: text, line: line)
        }

        private func decoded<Value: Decodable>(
          _ text: [UInt8],
          _ type: Value.Type,
          _ line: Int
        ) throws(Failure) -> Value {
          do { return try JSONDecoder().decode(type, from: Data(text)) } catch {
            throw Failure("line \(line): this is no text of JSON")
          }
        }

        // MARK: Bytes

        private mutating func skipSpace() throws(Failure) -> UInt8? {
          while let byte = try bytes.peek(), " \t\r\n".utf8.contains(byte) { _ = try bytes.next() }
          return try bytes.peek()
        }

        private mutating func isNext(_ mark: Unicode.Scalar) throws(Failure) -> Bool {
          guard try skipSpace() == UInt8(ascii: mark) else { return false }
          _ = try bytes.next()
          return true
        }

        private mutating func expect(_ mark: Unicode.Scalar) throws(Failure) {
          guard try bytes.peek() == UInt8(ascii: mark) else { throw wrong("'\(mark)'") }
          _ = try bytes.next()
        }

        private func wrong(_ expected: String) -> Failure {
          Failure("line \(bytes.line): JSON wants \(expected) here")
        }
      }

      """#
  )
}
