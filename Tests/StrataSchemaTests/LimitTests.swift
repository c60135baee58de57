import StrataSchema
import Testing

/// Schemas of a shape that nobody writes by hand, which end in an error or in a model, and soon.
@Suite struct LimitTests {
  private static let head = "strata: 1\ndatabase: D\n"

  private func read(_ text: String) -> (models: [SchemaModel], diagnostics: [Diagnostic]) {
    var diagnostics = Diagnostics()
    let models = readSchemas([SchemaFile(path: "D.yaml", text: Self.head + text)], &diagnostics)
    return (models, diagnostics.all)
  }

  private func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + "Int" + String(repeating: "]", count: depth)
  }

  @Test(arguments: [33, 1500, 100_000])
  func `a type that is nested too deep is an error`(depth: Int) {
    let (_, diagnostics) = read("tables: {T: {columns: {id: Int, a: \"\(nested(depth))\"}}}")
    #expect(diagnostics.map(\.code) == ["too-deep"])
  }

  @Test func `a type may be nested as deep as YAML`() {
    let (models, diagnostics) = read("tables: {T: {columns: {id: Int, a: \"\(nested(32))\"}}}")
    #expect(diagnostics.isEmpty)
    #expect(models.first?.tables.first?.columns.last?.type.isJSON == true)
  }

  @Test(arguments: [true, false])
  func `a long chain of keys is followed to its end`(isForward: Bool) {
    let count = 5000
    let tables = (0..<count).map { "  T\($0): {columns: {id: T\($0 + 1).ID}}\n" }
    let text = isForward ? tables.joined() : tables.reversed().joined()
    let (models, diagnostics) = read("tables:\n\(text)  T\(count): {columns: {id: String}}\n")
    #expect(diagnostics.isEmpty)
    #expect(models.first?.tables.flatMap(\.columns).allSatisfy { $0.type == .string } == true)
  }

  @Test func `a long circle of keys is reported once`() {
    let tables = (0..<5000).map { "  T\($0): {columns: {id: T\(($0 + 1) % 5000).ID}}\n" }
    #expect(read("tables:\n\(tables.joined())").diagnostics.map(\.code) == ["foreign-key"])
  }

  @Test func `a key of lists is followed nowhere`() {
    let (_, diagnostics) = read(
      "tables:\n  A: {columns: {id: \"[B.ID]\"}}\n  B: {columns: {id: \"[A.ID]\"}}\n"
    )
    #expect(diagnostics.allSatisfy { $0.severity == .error })
  }

  @Test(.timeLimit(.minutes(10)))
  func `values may each hold the next one twice`() {
    let values = (0..<200).map { "  V\($0): {a: V\($0 + 1), b: V\($0 + 1)}\n" }.joined()
    let table = "tables: {T: {columns: {id: Int, v: V0}}}\n"
    let (models, diagnostics) = read("values:\n\(values)  V200: {a: Int}\n\(table)")
    #expect(diagnostics.isEmpty)
    #expect(models.first?.structs.count == 201)
    let circle = read("values:\n\(values)  V200: {a: V199}\n\(table)").diagnostics
    #expect(circle.map(\.code) == ["value-circle"])
  }

  @Test func `defaults that hold defaults have an end`() {
    let values = (0..<40).map { number in
      let property = "{type: V\(number + 1), default: {}}"
      return "  V\(number): {properties: {a: \(property), b: \(property)}}\n"
    }
    let (_, diagnostics) = read(
      "values:\n\(values.joined())  V40: {properties: {a: {type: Int, default: 1}}}\n"
        + "tables: {T: {columns: {id: Int, v: {type: V0, default: {}}}}}\n"
    )
    #expect(!diagnostics.isEmpty)
    #expect(diagnostics.allSatisfy { $0.message.contains("more than a million bytes") })
  }

  @Test func `a table with more columns than SQLite takes is an error`() {
    let columns = { (count: Int) in
      "tables: {T: {columns: {\((1...count).map { "c\($0): Int" }.joined(separator: ", "))}}}"
    }
    #expect(read(columns(2000)).diagnostics.isEmpty)
    #expect(read(columns(2001)).diagnostics.map(\.code) == ["too-many-columns"])
  }
}
