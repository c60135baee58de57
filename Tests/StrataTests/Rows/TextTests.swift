import Strata
import Testing

@Suite struct TextTests {
  @Test(arguments: [
    "", "a", "é", "😀", "12345678", "1234567é", "123456789é", String(repeating: "ł", count: 40),
    "a\0b", "\u{FFFD}", "ends with \u{FFFD}",
  ])
  func `a text is read with all its bytes`(_ text: String) throws {
    let read = try DatabaseQueue().read { db in
      try String.fetchOne(db, sql: "SELECT ?", arguments: [text])
    }
    #expect(read.map { Array($0.utf8) } == Array(text.utf8))
  }

  /// The third and the fourth are as long as what decoding puts in their place.
  @Test(arguments: ["80", "C3", "F09F98", "61F09F9861", "313233343536373839FF", "EDA080"])
  func `bytes that are not UTF-8 are no text`(_ hexadecimal: String) throws {
    try DatabaseQueue().read { db throws in
      let sql = "SELECT CAST(x'\(hexadecimal)' AS TEXT)"
      #expect(throws: RowDecodingError.self) { try String.fetchOne(db, sql: sql) }
      let row = try #require(try Row.fetchOne(db, sql: sql))
      #expect(throws: RowDecodingError.self) { try row.decode(String.self, atIndex: 0) }
    }
  }

  @Test func `a byte that is not UTF-8 is seen wherever it stands`() throws {
    try DatabaseQueue().read { db throws in
      for length in 1...26 {
        for place in 0..<length {
          var bytes = [UInt8](repeating: 0x61, count: length)
          bytes[place] = 0xFF
          let hexadecimal = bytes.map { String($0, radix: 16) }.joined()
          let sql = "SELECT CAST(x'\(hexadecimal)' AS TEXT)"
          #expect(throws: RowDecodingError.self) { try String.fetchOne(db, sql: sql) }
        }
      }
    }
  }
}
