extension AppText {
  static let testsTextTests = AppText(
    path: "Tests/%Tests%/TextTests.swift",
    text: #"""
      import Foundation
      import Strata
      import Testing

      @testable import %Command%
      @testable import %Tables%

      @Suite struct TextTests {
        @Test func `a table fits into its terminal, whatever stands in it`() {
          let rows: [[Cell]] = [
            [.number("1"), .text("東京タワー 👩‍👩‍👧 is a long text"), .none],
            [.number("22"), .text("two\nlines\u{1B}[31m"), .text("e\u{301}")],
          ]
          let table = TextTable(header: ["id", "text", "mark"], rows: rows)
          for width in 1...40 {
            for line in table.text(width: width).split(separator: "\n").prefix(3) {
              #expect(String(line).displayWidth <= width, "\(width)")
            }
          }
          #expect(
            table.text(width: 20)
              == "id  text        mark\n 1  東京タワ…   -\n22  two↵lines…  e\u{301}"
          )
          #expect(table.text(width: 17).hasPrefix("id  text     mark\n 1  東京タ…  -\n"))
        }

        @Test func `a number is shown whole or not at all`() {
          let row: [Cell] = [.text("東京タワー"), .number("123456789")]
          let numbers = TextTable(header: ["name", "score"], rows: [row])
          #expect(numbers.text(width: 17) == "name        score\n東京…   123456789")
          #expect(numbers.text(width: 12) == "name\n東京タワー\nnot shown: score")
        }

        @Test func `CSV is read as it is written`() throws {
          let rows: [[Cell]] = [
            [.text("a,\"b\"\n"), .none, .text(""), .number("1")],
            [.none, .none, .text("1"), .bytes("0x01")],
          ]
          let text = "w,x,y,z\n" + rows.map(CSV.line).joined()
          #expect(text == "w,x,y,z\n\"a,\"\"b\"\"\n\",,\"\",1\n,,\"1\",0x01\n")
          let read = try lines(text.replacing("\n", with: "\r\n"))
          #expect(read[1].fields.map(\.text) == ["a,\"b\"\r\n", nil, "", "1"])
          #expect(read[2].fields.map(\.text) == [nil, nil, "1", "0x01"])
          #expect(read[2].fields.map(\.isQuoted) == [false, false, true, false])
          #expect(read.map(\.number) == [1, 2, 4])
        }

        @Test func `CSV of other programs is read`() throws {
          let fields: [String?] = ["b c", nil, "d\"e"]
          for separator in [",", ";", "\t"] {
            for end in ["\n", "\r\n", "\r"] {
              let text = "\nx,y,z\n\nb c,,d\"e".replacing(",", with: separator)
              let read = try lines(text.replacing("\n", with: end))
              #expect(read.map { $0.fields.map(\.text) } == [["x", "y", "z"], fields])
            }
          }
          #expect(try lines("a\nb,c").map(\.fields.count) == [1, 2])
          #expect(throws: Failure.self) { try lines("a\n\"b") }
          #expect(throws: Failure.self) { try lines("a\n\"b\"c") }
        }

        private func lines(_ text: String) throws -> [CSV.Line] {
          var lines = CSV.Lines(ByteSource(text))
          var read: [CSV.Line] = []
          while let line = try lines.next() { read.append(line) }
          return read
        }

        @Test(arguments: [
          #"[{"a": null, "b": [1, {"c": "]"}]}, {"a": "\u00e9\n", "b": -1.5e300}]"#,
          #"{"a": null, "b": [1, {"c": "]"}]} {"a": "é\n", "b": -1.5e300}"#,
        ])
        func `JSON is read whatever its form`(text: String) throws {
          var reader = JSONReader(ByteSource(text))
          let first = try #require(try reader.nextObject())
          #expect(first.members.map(\.name) == ["a", "b"])
          #expect(first.members.map(\.value.text) == [nil, #"[1, {"c": "]"}]"#])
          let second = try #require(try reader.nextObject())
          #expect(second.members.map(\.value.text) == ["é\n", "-1.5e300"])
          #expect(second.members.map(\.value.isText) == [true, false])
          #expect(try reader.nextObject() == nil)
          var lines = JSONReader(ByteSource(""), isArray: false)
          #expect(try lines.nextObject() == nil)
        }

        @Test(arguments: [
          "", "[", "[{}", "[{},]", "{", #"{"a"}"#, #"{"a": }"#, #"{"a": x}"#, #"{"a": [1 2]}"#, "[1]",
          "[]1", #"{"a": "x"#, #"{"a": 1,}"#, #"{"a": nan}"#, #"{"a": [}"#, #"{"a": "\x"}"#,
        ])
        func `what is no JSON is refused`(text: String) {
          #expect(throws: Failure.self) {
            var reader = JSONReader(ByteSource(text))
            while try reader.nextObject() != nil {}
          }
        }

        @Test func `JSON holds whatever stands in a cell`() {
          let row: [Cell] = [.none, .bool(true), .number("1.5"), .text("\"\u{1}\n"), .json("[1]")]
          #expect(
            JSON.object(row, ["a", "b", "c", "d", "e"])
              == #"{"a": null, "b": true, "c": 1.5, "d": "\"\u0001\n", "e": [1]}"#
          )
        }

        private static let texts = [
          "0x10", "12", "inf", "", #"{"bytes": "0x10"}"#, "true", " \r\n,", "null", "1e5",
        ]
        private static let numbers: [Double] = [12, .infinity, -0.0, 1e300]
        private static let values: [DatabaseValue] =
          texts.map(\.databaseValue) + numbers.map(\.databaseValue)
          + [Data([16]).databaseValue, Int64.max.databaseValue, .null]

        @Test(arguments: values)
        func `what a value of any type is, files say`(value: DatabaseValue) throws {
          let cell = value.cell
          let field = try #require(lines("a,b\n" + CSV.line([cell, cell])).last?.fields.last)
          let fromCSV = field.text.flatMap {
            field.isQuoted ? DatabaseValue.read(asText: $0) : DatabaseValue.read($0)
          }
          #expect(fromCSV ?? .null == value)
          var reader = JSONReader(ByteSource(JSON.object([cell], ["a"])))
          let member = try #require(try reader.nextObject()?.members.first?.value)
          let text = member.isNested ? JSON.bytes(member.text) : member.text
          let fromJSON = text.flatMap {
            member.isText ? DatabaseValue.read(asText: $0) : DatabaseValue.read($0)
          }
          #expect(fromJSON ?? .null == value)
        }

        @Test func `a width is that of a terminal`() {
          #expect("abc".displayWidth == 3)
          #expect("東京".displayWidth == 4)
          #expect("👍🏽🇱🇻❤️".displayWidth == 6)
          #expect("e\u{301}".displayWidth == 1)
        }
      }

      """#
  )
}
