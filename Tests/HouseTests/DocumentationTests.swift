import Foundation
import StrataPlanner
import StrataSchema
import Testing

/// Compiles the schemas that the documentation shows.
@Suite struct DocumentationTests {
  @Test func `every schema in the articles compiles`() throws {
    let article = try Checkout.text(
      Checkout.root.appending(path: "Sources/Strata/Strata.docc/SchemaLanguage.md")
    )
    let schemas = StyleTests.blocks(of: "yaml", in: article)
    #expect(!schemas.isEmpty)
    for (index, schema) in schemas.enumerated() {
      var diagnostics = Diagnostics()
      let file = SchemaFile(path: "block-\(index).yaml", bytes: Array(schema.utf8))
      for model in readSchemas([file], &diagnostics) {
        #expect(prove(model, &diagnostics) != nil)
      }
      #expect(diagnostics.all.map(\.message).isEmpty)
    }
  }

  @Test(arguments: ["League", "Chinook"])
  func `the samples compile without a diagnostic`(name: String) throws {
    let path = "Schemas/\(name)/\(name).yaml"
    let bytes = Array(try Checkout.text(Checkout.root.appending(path: path)).utf8)
    var diagnostics = Diagnostics()
    let models = readSchemas([SchemaFile(path: path, bytes: bytes)], &diagnostics)
    #expect(models.count == 1)
    for model in models { #expect(prove(model, &diagnostics) != nil) }
    #expect(diagnostics.all.map(\.message).isEmpty)
  }
}
