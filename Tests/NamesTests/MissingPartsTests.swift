import StrataPlanner
import StrataSchema
import Testing

/// What the compiler of Swift says where an app lacks what its schema takes for granted, or uses what
/// its schema leaves out.
@Suite struct MissingPartsTests {
  private static let schema = """
    strata: 1
    database: PriceDatabase
    types:
      Money: {stored: Int}
      Token: {stored: String}
    tables:
      Price:
        columns: {id: {type: Token, newtype: true}, amount: Money}
        requests:
          prices: {variants: [fetch]}
    """

  private func complaints(of app: String) throws -> String {
    var diagnostics = Diagnostics()
    let files = [SchemaFile(path: "Price.yaml", text: Self.schema)]
    let proofs = readSchemas(files, &diagnostics).compactMap { prove($0, &diagnostics) }
    try #require(diagnostics.all.isEmpty)
    return try GeneratedModule(proofs, and: [("App.swift", "import Strata\n" + app)]).complaints()
  }

  private static let money = """
    struct Money: DatabaseValueConvertible, Hashable, Sendable {
      var databaseValue: DatabaseValue { 1.databaseValue }
      static func fromDatabaseValue(_ value: DatabaseValue) -> Money? { Money() }
    }
    """
  private static let token = """
    struct Token: RawRepresentable, Codable, DatabaseValueConvertible, Hashable, Sendable {
      var rawValue: String
    }
    """

  @Test func `an app with all parts compiles`() throws {
    let use = "func use() -> PricesRequest.Fetch { PricesRequest().fetching }"
    #expect(try complaints(of: [Self.money, Self.token, use].joined(separator: "\n")) == "")
  }

  @Test func `a conformance that is missing is reported under the type's name`() throws {
    let complaints = try complaints(of: "struct Money: Hashable, Sendable {}\n" + Self.token)
    let words = "type 'Money' does not conform to protocol 'DatabaseValueConvertible'"
    #expect(
      complaints.split(separator: "\n").contains {
        $0.contains("StrataTypes.swift") && $0.contains(words)
      },
      "\(complaints)"
    )
  }

  @Test func `a key with a type of its own needs a Codable type`() throws {
    let complaints = try complaints(
      of: Self.token.replacing("Codable, ", with: "") + "\n" + Self.money
    )
    #expect(
      complaints.split(separator: "\n").contains {
        $0.contains("StrataTypes.swift") && $0.contains("'Token'") && $0.contains("'Decodable'")
      },
      "\(complaints)"
    )
  }

  @Test func `a variant that the schema leaves out is not there`() throws {
    let use = "func use(_ variant: PricesRequest.Observation) {}"
    let app = [Self.money, Self.token, use].joined(separator: "\n")
    #expect(try complaints(of: app).contains("left out of 'variants' in the schema"))
  }
}
