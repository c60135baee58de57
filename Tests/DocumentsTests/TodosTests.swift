import Foundation
import Strata
import StrataDocuments
import TestSupport
import Testing

@testable import TodoExample

/// The program `todos`, as somebody uses it.
@Suite(.timeLimit(.minutes(5)))
struct TodosTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// The exit code and what the program says, complaints after a `!`.
  @discardableResult
  private func todos(_ words: String..., file: String? = "test.sqlite") async -> (Int32, [String]) {
    let lines = Lock<[String]>([])
    let output = Output(
      say: { line in lines.withLock { $0.append(line) } },
      complain: { line in lines.withLock { $0.append("! \(line)") } }
    )
    let options = file.map { ["--database", directory.path($0)] } ?? []
    let code = await Todos.run(options + words, output)
    return (code, lines.withLock { $0 })
  }

  private func list(_ file: String = "test.sqlite") async -> [String] {
    await todos("list", file: file).1.map { line in
      line.range(of: "  (").map { String(line[..<$0.lowerBound]) } ?? line
    }
  }

  @Test func `todos are added, done, reopened, renamed and deleted`() async {
    #expect(await list() == ["! there is nothing to do"])
    #expect(await todos("add", "Feed", "the", "cat").0 == 0)
    #expect(await todos("add", "Water the plants").0 == 0)
    #expect(await list() == ["[ ] Feed the cat", "[ ] Water the plants"])
    #expect(await todos("done", "Feed the cat").1 == ["done: Feed the cat"])
    #expect(await list() == ["[ ] Water the plants", "[x] Feed the cat"])
    #expect(await todos("reopen", "Feed the cat").0 == 0)
    let renamed = await todos("rename", "Feed the cat", "Feed", "the", "dog")
    #expect(renamed.1 == ["renamed Feed the cat to Feed the dog"])
    #expect(await todos("delete", "Water the plants").1 == ["deleted Water the plants"])
    #expect(await list() == ["[ ] Feed the dog"])
  }

  @Test func `a todo is named by its id, or by a title that only one has`() async throws {
    for _ in 0..<2 { await todos("add", "Twice") }
    let (code, lines) = await todos("done", "Twice")
    #expect(code == 1 && lines == ["! 2 todos are called 'Twice'; give the id of one"])
    let line = try #require(await todos("list").1.first)
    let id = try #require(line.split(separator: "(").last).dropLast()
    #expect(await todos("done", String(id)).0 == 0)
    #expect(await list() == ["[ ] Twice", "[x] Twice"])
    #expect(await todos("delete", "nobody").1 == ["! there is no todo 'nobody'"])
  }

  @Test(arguments: ["😀 👩‍👩‍👧", "'; DROP TABLE tasks; --", "\"quoted\"", "é", "%s %d", "--", "a\u{301}"])
  func `titles of every kind are kept`(title: String) async {
    #expect(await todos("add", "--", title).0 == 0)
    #expect(await list() == ["[ ] \(title)"])
    #expect(await todos("done", "--", title).0 == 0)
    #expect(await todos("delete", "--", title).0 == 0)
    #expect(await list() == ["! there is nothing to do"])
  }

  @Test(
    arguments: [
      (["fly"], "unknown verb 'fly'"), (["add"], "add wants TITLE"),
      (["rename", "a"], "rename wants TITLE"), (["rename"], "rename wants ITEM and TITLE"),
      (["add", " "], "a title has at least one character and stands on one line"),
      (["add", ""], "a title has at least one character and stands on one line"),
      (["add", "a\nb"], "a title has at least one character and stands on one line"),
      (["done", "a", "b"], "done does not know what 'b' is for; quote several words"),
      (["list", "a"], "list does not know what 'a' is for; quote several words"),
      (["list", "--values", "1"], "list takes no --values"),
      (["watch", "--values", "-1"], "--values wants a whole number from 0 on, not '-1'"),
      (["watch", "--values="], "--values wants a value"), (["list", "-x"], "unknown option -x"),
      (["list", "--database=a"], "--database is given twice"),
      (["--help=x"], "unknown option --help=x"),
      ([], "without a verb there is no use for --database"),
    ]
  )
  func `words that make no sense are told, and make no file`(
    words: [String],
    complaint: String
  ) async {
    let lines = Lock<[String]>([])
    let output = Output(say: { _ in }, complain: { line in lines.withLock { $0.append(line) } })
    let code = await Todos.run(["--database", directory.path()] + words, output)
    #expect(code == 2)
    #expect(lines.withLock { $0 } == ["\(complaint); see todos --help"])
    #expect(!FileManager.default.fileExists(atPath: directory.path()))
    #expect(await todos("list", file: nil).1 == ["! list wants --database FILE; see todos --help"])
    #expect(await todos("list", "--database", file: nil).0 == 2)
  }

  @Test func `help is given everywhere, and without a verb the demonstration`() async {
    for words in [["--help"], ["-h"], ["list", "--help"]] {
      let lines = Lock<[String]>([])
      let output = Output(say: { line in lines.withLock { $0.append(line) } }, complain: { _ in })
      #expect(await Todos.run(words, output) == 0)
      #expect(lines.withLock { $0 } == [Todos.usage])
    }
    let (code, lines) = await todos(file: nil)
    #expect(code == 0 && lines == ["on the tablet: Feed the cat, Water the plants"])
  }

  @Test func `two files are synchronized, with what both have changed`() async throws {
    await todos("add", "mine")
    await todos("add", "theirs", file: "other")
    let synced = await todos("sync", directory.path("other"))
    #expect(synced.1 == ["both lists have the same 2 todos"])
    #expect(await list("other") == ["[ ] mine", "[ ] theirs"])
    await todos("done", "mine", file: "other")
    await todos("delete", "theirs")
    await todos("sync", directory.path("other"))
    #expect(await list("other") == ["[x] mine"])
    #expect(await list() == ["[x] mine"])
    let same = await todos("sync", directory.path())
    #expect(same.0 == 1)
    #expect(same.1 == ["! \(directory.path()) is the same list, or a copy of its file"])
  }

  @Test func `a file that is no database, or is nowhere, is told`() async throws {
    try Data(repeating: 7, count: 5000).write(to: directory.url.appendingPathComponent("bad"))
    let bad = await todos("list", file: "bad")
    #expect(bad.0 == 1 && bad.1.count == 1)
    #expect(bad.1.first?.contains("at \(directory.path("bad")): file is not a database") == true)
    let nowhere = await todos("add", "x", file: "no/such/folder")
    #expect(nowhere.0 == 1)
    #expect(nowhere.1.first?.contains("there is no folder \(directory.path("no/such"))") == true)
    let table = try DatabaseQueue(path: directory.path("table"))
    try await table.write { db in try db.execute(sql: "CREATE TABLE tasks (x)") }
    let taken = await todos("list", file: "table")
    #expect(taken.0 == 1 && taken.1.count == 1)
  }

  @Test func `a watch shows what other processes do`() async throws {
    await todos("add", "first")
    #expect(await todos("watch", "--values", "0").1 == [])
    #expect(await todos("watch", "--values", "1").1 == ["[ ] first"])
    let lines = AsyncStream<String>.makeStream()
    let output = Output(say: { lines.continuation.yield($0) }, complain: { _ in })
    let path = directory.path()
    let watching = _Concurrency.Task {
      await Todos.run(["watch", "--values", "2", "--database", path], output)
    }
    var iterator = lines.stream.makeAsyncIterator()
    #expect(await iterator.next() == "[ ] first")
    await todos("add", "second")
    #expect(await iterator.next() == "[ ] first; [ ] second")
    #expect(await watching.value == 0)
  }

  @Test func `many add at once, also into a file that nobody has made yet`() async {
    await withTaskGroup(of: Int32.self) { group in
      for index in 0..<8 {
        group.addTask { await todos("add", "\(index)").0 }
      }
      for await code in group { #expect(code == 0) }
    }
    #expect(await list().count == 8)
  }
}
