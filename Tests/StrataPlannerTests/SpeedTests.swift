import Foundation
import StrataPlanner
import StrataSchema
import Testing

@Suite(.serialized) struct SpeedTests {
  /// `STRATA_MEASURE=1` prints the figures for 50, 500 and 1,000 tables, and for many parameters.
  static let isMeasuring = ProcessInfo.processInfo.environment["STRATA_MEASURE"] == "1"
  static let sizes = isMeasuring ? [50, 500, 1000] : [50]

  @Test(.timeLimit(.minutes(5)), arguments: isMeasuring ? [10_000, 20_000, 40_000] : [10_000])
  func `a condition may have very many parameters`(parameters: Int) throws {
    let list = (0..<parameters).map { ":p\($0)" }.joined(separator: ", ")
    let table = Build.table(
      "Item",
      [Build.column("id", .int)],
      requests: [Build.request("some", where: "id IN (\(list))")]
    )
    let time = try ContinuousClock().measure {
      var diagnostics = Diagnostics()
      let proof = try #require(prove(Build.schema([table]), &diagnostics))
      #expect(proof.requests.first?.parameters.count == parameters)
    }
    if SpeedTests.isMeasuring { print("proof of \(parameters) parameters: \(time)") }
  }

  @Test(.timeLimit(.minutes(5))) func `a compound of too many selects is refused`() {
    let terms = Array(repeating: "SELECT id FROM item", count: 20_000)
    let schema = Build.schema(
      [Build.table("Item", [Build.column("id", .int)])],
      [Build.view("Everything", terms.joined(separator: " UNION ALL "))]
    )
    var diagnostics = Diagnostics()
    #expect(prove(schema, &diagnostics) == nil)
    let error = diagnostics.all.first?.message
    #expect(error == "SQLite says: too many terms in compound SELECT")
  }

  @Test(.timeLimit(.minutes(5)), arguments: sizes)
  func `a schema of many tables is proved`(tables: Int) throws {
    var diagnostics = Diagnostics()
    let schema = SpeedTests.schema(tables: tables)
    let clock = ContinuousClock()
    let time = try clock.measure {
      let proof = try #require(prove(schema, &diagnostics))
      #expect(proof.requests.count == tables)
    }
    #expect(diagnostics.all.isEmpty)
    if SpeedTests.isMeasuring { print("proof of \(tables) tables: \(time)") }
  }

  /// Tables of 20 columns, each with a foreign key to the one before, an index and a request.
  private static func schema(tables: Int) -> SchemaModel {
    Build.schema(
      (0..<tables).map { number in
        var columns = [Build.column("id", .int)]
        columns += (1..<10).map { Build.column("text\($0)", .string, optional: $0 % 2 == 0) }
        columns += (10..<18).map { Build.column("number\($0)", .int) }
        columns.append(Build.column("made", .date) { $0.defaultValue = .now })
        columns.append(
          Build.column("previousID", .int, optional: true) {
            $0.foreignKey = .init(
              table: "Table\(max(0, number - 1))",
              column: "id",
              onDelete: .cascade,
              onUpdate: .noAction,
              accessor: "previous",
              inverse: nil
            )
          }
        )
        let request = Build.request(
          "some\(number)",
          [Build.parameter("least", .int)],
          where: "number10 >= :least AND text1 LIKE :pattern AND previousID = :previous",
          order: ["number11 DESC", "text1"],
          limit: "10"
        )
        return Build.table("Table\(number)", columns, requests: [request]) {
          $0.columns[3].check = Build.sql("length(text3) > 0")
          $0.indexes = [
            .init(
              name: Build.name("byPrevious"),
              sqlName: "table\(number)_byPrevious",
              entries: [Build.sql("previousID"), Build.sql("number10")],
              condition: nil,
              isUnique: false
            )
          ]
        }
      },
      (0..<tables / 10).map {
        Build.view(
          "View\($0)",
          "SELECT a.id, b.text1, count(*) AS n FROM table\($0) a LEFT JOIN table\($0 + 1) b"
            + " ON b.previousID = a.id GROUP BY a.id"
        )
      }
    )
  }
}
