import Foundation
import StrataSchema
import Testing

@Suite struct LargeSchemaTests {
  private func schema(tables: Int) -> String {
    var text = "strata: 1\ndatabase: Big\nenums:\n  Kind: [a, b, c]\ntables:\n"
    for table in 0..<tables {
      text += "  Table\(table):\n    doc: The table number \(table).\n    columns:\n      id: Int\n"
      text += "      parentID: {type: Table\(table / 2).ID?, delete: cascade, as: parent\(table)}\n"
      for column in 2..<20 {
        text += "      column\(column): "
        switch column % 4 {
        case 0: text += "String?\n"
        case 1: text += "{type: Int, default: \(column), check: column\(column) >= 0}\n"
        case 2: text += "{type: Kind, default: a}\n"
        default: text += "{type: Date, default: now}\n"
        }
      }
      text += "    indexes:\n      byParent: [parentID, column5 desc]\n    requests:\n"
      text += "      list\(table):\n        parameters: {least: Int}\n"
      text += "        where: column5 >= :least\n        order: [column5 desc, id]\n"
    }
    return text
  }

  /// Reads a schema; `STRATA_MEASURE=1` prints how long that takes.
  ///
  /// The limit is no measure of speed: what takes time that grows with the square of the size takes
  /// many times as long.
  @Test(.timeLimit(.minutes(5)), arguments: [500, 2000])
  func `a large schema is read to its end`(tables: Int) throws {
    let file = SchemaFile(path: "Big.yaml", text: schema(tables: tables))
    let time = try ContinuousClock().measure {
      var diagnostics = Diagnostics()
      let model = try #require(readSchemas([file], &diagnostics).first)
      #expect(model.tables.count == tables)
      #expect(diagnostics.all.isEmpty)
    }
    if ProcessInfo.processInfo.environment["STRATA_MEASURE"] == "1" {
      print("read \(tables) tables in \(time)")
    }
  }
}
