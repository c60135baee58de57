import Foundation
import StrataSQLite
import Testing

@Suite struct PackedValuesTests {
  @Test func `values are those of their rows`() throws {
    let sql = """
      SELECT NULL, 0, -9223372036854775808, 1.5, -0.0, '', 'a', 'é😀', x'', x'00ff',
        'a' || char(0) || 'b', CAST(x'ff61' AS TEXT), CAST(x'c3' AS TEXT), 9e999
      """
    let statement = try SQLiteConnection(path: ":memory:").prepare(sql)
    _ = try statement.step()
    let expected = statement.values
    let copy = CopiedRow(columnNames: statement.columnNames, values: expected, sql: sql)
    withExtendedLifetime(copy) {
      for reader in [RowReader(statement), RowReader(copy)] {
        var values = PackedValues()
        for index in expected.indices { values.append(reader, index) }
        #expect(expected.indices.map { values[$0] } == expected)
        let texts = expected.indices.map { index in
          values.utf8(index).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(
          texts == [nil, nil, nil, nil, nil, "", "a", "é😀", nil, nil, "a\0b", nil, nil, nil]
        )
        #expect(values.count == expected.count)
      }
    }
  }

  @Test func `texts of all lengths stay what they were`() throws {
    let statement = try SQLiteConnection(path: ":memory:").prepare(
      """
      WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      SELECT i, replace(hex(zeroblob(i % 700)), '00', 'x') || i,
        zeroblob(CASE i % 500 WHEN 7 THEN 2000000 ELSE i % 9 END) FROM n
      """
    )
    var values = PackedValues()
    while try statement.step() {
      let row = RowReader(statement)
      for index in 0..<3 { values.append(row, index) }
    }
    #expect(values.count == 9003)
    for row in 0...3000 {
      let text = String(repeating: "x", count: row % 700) + "\(row)"
      let size = row % 500 == 7 ? 2_000_000 : row % 9
      #expect(values[row * 3] == row.databaseValue)
      #expect(values[row * 3 + 1] == text.databaseValue)
      #expect(values[row * 3 + 2] == Data(count: size).databaseValue)
    }
  }
}
