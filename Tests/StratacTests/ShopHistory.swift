import Testing

@testable import stratac

/// A folder with a schema of a shop and its recorded steps.
class ShopHistory {
  let folder: Folder

  init() throws { folder = try Folder() }

  static let one = """
    strata: 1
    database: ShopDatabase
    tables:
      Item:
        columns: {id: Int, n: Int?}

    """
  static let two = one.replacing("n: Int?", with: "n: Int?, m: Int?")
  static let three = two.replacing("m: Int?", with: "m: Int?, o: Int?")

  func call(_ schema: String, _ words: String...) throws -> Call {
    Call(words + [try folder.write("Shop.yaml", schema)])
  }

  func recordTwo() throws {
    for (schema, name) in [(Self.one, "create"), (Self.two, "more")] {
      try #require(try call(schema, "migrate", "--name", name).status == .good)
    }
  }

  func step(_ name: String) -> String { "ShopDatabase.migrations/\(name)" }

  func add(_ sql: String, to name: String) throws {
    _ = try folder.write(step(name), try folder.read(step(name)) + sql)
  }
}
