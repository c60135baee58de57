import Foundation
import StrataGenerator
import Testing

@testable import stratac

/// Generated files that belong to the sources.
@Suite struct AheadOfTimeTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func `the files are those that the build plugin declares`() throws {
    let plugin = try String(
      contentsOf: Self.root.appending(path: "Plugins/StrataPlugin/StrataPlugin.swift"),
      encoding: .utf8
    )
    for name in GeneratedFile.swiftFileNames { #expect(plugin.contains("\"\(name)\"")) }
  }

  @Test func `they say nothing of where they were made, and import only the runtime`() throws {
    let folder = try Folder()
    let schema = Self.root.appending(path: "Schemas/League/League.yaml").path
    let copy = try folder.write(
      "other/League.yaml",
      String(contentsOfFile: schema, encoding: .utf8)
    )
    for (path, output) in [(schema, "one"), (copy, "two")] {
      let call = Call("generate", "--output", folder.path(output), "--module", "League", path)
      #expect(call.status == .good)
    }
    for name in GeneratedFile.swiftFileNames {
      let text = try folder.read("one/\(name)")
      #expect(try folder.read("two/\(name)") == text)
      #expect(!text.contains(folder.url.path) && !text.contains(Self.root.path))
      let imports = text.split(separator: "\n").filter { $0.hasPrefix("import ") }
      #expect(Set(imports).isSubset(of: ["import Foundation", "import Strata"]))
    }
  }
}
