import Testing

@testable import StrataGenerator

@Suite struct AppTextTests {
  /// The types that texts declare for other files of their module.
  private func types(of texts: [AppText]) -> Set<String> {
    let declaration = /^(?:package |public )?(?:struct|enum|protocol|final class|actor) (\w+)/
    let names = texts.flatMap { text in
      text.text.split(separator: "\n").compactMap { line in
        (try? declaration.prefixMatch(in: line)).map { String($0.1) }
      }
    }
    return Set(names)
  }

  @Test func `every type of the fixed files is known, so that a schema may have its name`() {
    #expect(types(of: AppText.tables).subtracting(AppText.tableNames) == [])
    #expect(AppText.tableNames.subtracting(types(of: AppText.tables)) == ["Tables"])
    // The file that names the app is named after it.
    let command = AppText.command.filter { $0.path != AppText.commandCommand.path }
    #expect(types(of: command) == AppText.commandNames)
  }

  @Test func `every fixed file has its own place, and ends with one line end`() {
    let texts = AppText.all
    #expect(Set(texts.map(\.path)).count == texts.count)
    for text in texts {
      #expect(text.path.hasSuffix(".swift"))
      #expect(text.text.hasSuffix("\n") && !text.text.hasSuffix("\n\n"), "\(text.path)")
      #expect(text.text.split(separator: "\n", omittingEmptySubsequences: false).count < 300)
    }
  }
}
