import Foundation
import StrataSchema
import Testing

@Suite struct RuntimeNamesTests {
  @Test func `no request can have the name of a request of the runtime`() throws {
    let sources = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/Strata")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    let declaration = #/public (?:final )?(?:struct|protocol|class|enum|typealias) (\w+)Request\b/#
    var keys: Set<String> = []
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      for match in try String(contentsOf: file, encoding: .utf8).matches(of: declaration) {
        keys.insert(match.1.prefix(1).lowercased() + match.1.dropFirst())
      }
    }
    #expect(keys.count > 5)
    for key in keys.sorted() {
      var diagnostics = Diagnostics()
      let schema = """
        strata: 1
        database: D
        tables:
          T: {columns: {id: Int}, requests: {\(key): {}}}
        """
      _ = readSchemas([SchemaFile(path: "D.yaml", text: schema)], &diagnostics)
      #expect(diagnostics.all.map(\.code) == ["reserved-name"], "\(key)")
    }
  }
}
