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

  private func time(tables: Int) throws -> Duration {
    let file = SchemaFile(path: "Big.yaml", text: schema(tables: tables))
    return try ContinuousClock().measure {
      var diagnostics = Diagnostics()
      let model = try #require(readSchemas([file], &diagnostics).first)
      #expect(model.tables.count == tables)
    }
  }

  @Test func `five hundred tables are read in two seconds`() throws {
    let time = try time(tables: 500)
    print("read 500 tables in \(time)")
    #expect(time < .seconds(2))
  }

  @Test func `twice the tables take about twice the time`() throws {
    let small = try time(tables: 250)
    let large = try time(tables: 1000)
    print("read 250 tables in \(small), 1000 in \(large)")
    #expect(large < small * 8)
  }
}
