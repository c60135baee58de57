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

  /// The time of a processor, which does not count what other processes use.
  private func time(tables: Int) throws -> Duration {
    let file = SchemaFile(path: "Big.yaml", text: schema(tables: tables))
    let start = try processorTime()
    var diagnostics = Diagnostics()
    let model = try #require(readSchemas([file], &diagnostics).first)
    #expect(model.tables.count == tables)
    return try processorTime() - start
  }

  private func processorTime() throws -> Duration {
    var time = timespec()
    try #require(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Whether each access of memory is checked, which takes several times as long.
  private static let isSanitized = dlsym(nil, "__asan_init") != nil

  @Test(.disabled(if: isSanitized))
  func `five hundred tables are read in two seconds`() throws {
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
