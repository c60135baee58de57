extension AppText {
  static let testsCommandTests = AppText(
    path: "Tests/%Tests%/CommandTests.swift",
    text: #"""
      import Foundation
      import Testing

      @testable import %Command%
      @testable import %Tables%

      @Suite struct CommandTests {
        private func run(_ words: String...) async -> Int32 {
          let program = Program(name: "test") { _ in try emptyDatabase() }
          return await Terminal.$recorder.withValue({ _ in }) { await program.run(words) }
        }

        @Test func `every verb works on every table`() async {
          for table in Tables.all.map(\.name) {
            #expect(await run("list", table, "--json") == 0)
            #expect(await run("export", table) == 0)
            #expect(await run("search", table, "x") == 0)
            #expect(await run("watch", table, "--values", "1") == 0)
            #expect(await run("help", table) == 0)
          }
          #expect(await run("tables") == 0)
        }

        @Test func `a call that makes no sense is told from one that fails`() async {
          #expect(await run() == 2)
          #expect(await run("--help") == 0)
          #expect(await run("lisst") == 2)
          #expect(await run("list") == 2)
          #expect(await run("list", "?") == 2)
          #expect(await run("list", "--limit", "-1") == 2)
          for table in Tables.all where !table.isReadOnly {
            #expect(await run("add", table.name, "?=1") == 2)
            #expect(await run("import", table.name, "/nowhere.csv") == 1)
            #expect(await run("import", table.name) == 2)
            #expect(await run("import", table.name, "-", table.name, "-", "--format", "csv") == 2)
          }
        }

        @Test func `conditions compare with values, and with none`() async {
          for table in Tables.all {
            for field in table.fields where field.isOptional {
              for sign in ["=", "!=", "<>"] {
                #expect(await run("list", table.name, "--where", "\(field.name)\(sign)") == 0)
              }
              #expect(await run("list", table.name, "--where", "\(field.name)<=") == 2)
            }
            #expect(await run("list", table.name, "--where", "?>=1") == 2)
            #expect(await run("list", table.name, "--where", "1") == 2)
          }
        }

        @Test func `words, options and negative numbers are told apart`() throws {
          let arguments = try Arguments(["show", "-3", "--where=a=b", "--limit", "2", "--", "--x"])
          #expect(arguments.words == ["show", "-3", "--x"])
          #expect(arguments.all(.where) == ["a=b"])
          #expect(try arguments.number(.limit) == 2)
          #expect(throws: Misuse.self) { try Arguments(["--nothing"]) }
        }
      }

      """#
  )
}
