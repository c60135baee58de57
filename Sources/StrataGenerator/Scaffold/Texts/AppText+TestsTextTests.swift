extension AppText {
  static let testsTextTests = AppText(
    path: "Tests/%Tests%/TextTests.swift",
    text: #"""
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
        }

        @Test func `CSV is read as it is written`() throws {
          let rows: [[Cell]] = [
            [.text("a,\"b\"\n"), .none, .text(""), .number("1")],
            [.none, .none, .none, .none],
          ]
          let text = CSV.text(["w", "x", "y", "z"], rows)
          #expect(text == "w,x,y,z\n\"a,\"\"b\"\"\n\",,\"\",1\n,,,\n")
          let lines = try CSV.lines(text.replacing("\n", with: "\r\n"))
          #expect(lines.map { $0.fields.map(\.text) }.last == [nil, nil, nil, nil])
          #expect(lines[1].fields.map(\.text) == ["a,\"b\"\r\n", nil, "", "1"])
          #expect(lines.map(\.number) == [1, 2, 4])
          #expect(throws: Failure.self) { try CSV.lines("a\n\"b") }
        }

        @Test func `JSON holds whatever stands in a cell`() {
          let row: [Cell] = [.none, .bool(true), .number("1.5"), .text("\"\u{1}\n"), .json("[1]")]
          #expect(
            JSON.object(row, ["a", "b", "c", "d", "e"])
              == #"{"a": null, "b": true, "c": 1.5, "d": "\"\u0001\n", "e": [1]}"#
          )
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
