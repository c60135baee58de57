import Foundation
import StrataSQLite
import Testing

@testable import stratac

/// Files that can hardly be read, or not at all.
@Suite struct PullFileTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func message(_ file: String) -> String {
    let call = Call("pull", file)
    #expect(call.status == .wrongInput)
    #expect(call.output == "")
    return call.messages
  }

  @Test func `what is no database is told from what is damaged`() throws {
    #expect(message(folder.path("nothing.sqlite")).contains("there is no file"))
    #expect(message(folder.path("")).contains("is a folder"))
    #expect(try message(folder.write("empty.sqlite", "")).contains("is empty"))
    let text = try folder.write("text.sqlite", String(repeating: "no database ", count: 100))
    #expect(message(text).contains("is no SQLite database; if it is encrypted (SQLCipher, SEE)"))
    let path = folder.path("damaged.sqlite")
    let connection = try SQLiteConnection(path: path)
    try connection.execute("CREATE TABLE a (b); INSERT INTO a VALUES (1)")
    try connection.close()
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes.replaceSubrange(4096..<4200, with: repeatElement(0xFF, count: 104))
    try bytes.write(to: URL(filePath: path))
    #expect(message(path).contains("is damaged"))
    bytes.replaceSubrange(100..<4096, with: repeatElement(0xAA, count: 3996))
    try bytes.write(to: URL(filePath: path))
    #expect(message(path).contains("is damaged"))
  }

  @Test func `a call without one database is a wrong call`() throws {
    #expect(Call("pull").status == .wrongCall)
    #expect(Call("pull", "a.sqlite", "b.sqlite").status == .wrongCall)
    let file = folder.path("a.sqlite")
    try NastySchema(name: "", sql: "CREATE TABLE a (b)").make(at: file)
    #expect(Call("pull", "--database", "no name", file).messages.contains("cannot be the name"))
    #expect(Call("pull", "--database", "MyData", file).output.contains("database: MyData\n"))
    #expect(Call("pull", "--output", folder.path("no/where.yaml"), file).status == .wrongCall)
    #expect(Call("pull", "--help").output.contains("stratac pull shop.sqlite"))
  }

  @Test func `a database without tables is one`() throws {
    let file = folder.path("a.sqlite")
    try NastySchema(name: "", sql: "PRAGMA user_version = 3").make(at: file)
    let call = Call("pull", file)
    #expect(call.status == .good, "\(call.messages)")
    #expect(call.messages.contains("user_version 3"))
  }

  @Test func `a pipe is no file to wait for`() throws {
    let pipe = folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(message(pipe).contains("is a pipe or a device"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"),
      withDestinationPath: pipe
    )
    #expect(message(folder.path("link")).contains("is a pipe or a device"))
  }

  @Test func `a database without tables begins no history`() throws {
    let file = folder.path("a.sqlite")
    try NastySchema(name: "", sql: "CREATE VIEW v AS SELECT 1 AS x").make(at: file)
    let yaml = folder.path("Pulled.yaml")
    #expect(Call("pull", "--output", yaml, file).status == .good)
    #expect(Call("baseline", file, yaml).messages.contains("has no tables, by which an app"))
  }

  @Test func `a write-ahead log is read, also in a folder that cannot be written`() throws {
    let file = folder.path("a.sqlite")
    let writer = try SQLiteConnection(path: file)
    try writer.execute("PRAGMA journal_mode = WAL; CREATE TABLE first (a INT)")
    try writer.execute("PRAGMA wal_checkpoint(TRUNCATE); CREATE TABLE second (b INT)")
    let place = folder.path("read only")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: file + suffix,
        toPath: place + "/a.sqlite" + suffix
      )
    }
    let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o555]
    try FileManager.default.setAttributes(attributes, ofItemAtPath: place)
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place)
    }
    #expect(Call("pull", file).output.contains("  Second:\n"))
    let copied = Call("pull", place + "/a.sqlite")
    #expect(copied.output.contains("  Second:\n"), "\(copied.messages)")
    #expect(try folder.names(below: "read only") == ["a.sqlite", "a.sqlite-wal"])
    try writer.close()
  }

  @Test func `the copy of a process that was killed goes with the next one`() throws {
    let file = folder.path("a.sqlite")
    let writer = try SQLiteConnection(path: folder.path("open.sqlite"))
    try writer.execute("PRAGMA journal_mode = WAL; CREATE TABLE first (a INT)")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: folder.path("open.sqlite" + suffix),
        toPath: file + suffix
      )
    }
    try writer.close()
    let place = FileManager.default.temporaryDirectory
    let (left, held) = ("strata-\(UUID().uuidString)", "strata-\(UUID().uuidString)")
    let names = ["\(left).lock", "\(left).sqlite", "\(left).sqlite-wal", "\(held).lock"]
    let paths = names.map { place.appending(path: $0).path }
    for path in paths { try Data("x".utf8).write(to: URL(filePath: path)) }
    let descriptor = open(paths[3], O_RDWR)
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    defer {
      close(descriptor)
      unlink(paths[3])
    }
    #expect(Call("pull", file).output.contains("  First:\n"))
    #expect(paths.map(FileManager.default.fileExists) == [false, false, false, true])
  }

  @Test func `a database with a finished log is read without files beside it`() throws {
    let file = folder.path("a ü%.sqlite")
    let writer = try SQLiteConnection(path: file)
    try writer.execute("PRAGMA journal_mode = WAL; CREATE TABLE first (a INT)")
    try writer.close()
    let call = Call("pull", file)
    #expect(call.output.contains("  First:\n"), "\(call.messages)")
    #expect(try folder.names(below: "") == ["a ü%.sqlite"])
    let yaml = try folder.write("A.yaml", call.output)
    for verb in [["baseline"], ["verify"], ["lint", "--against"]] {
      #expect(Call(verb + [file, yaml]).status == .good, "\(verb)")
    }
    #expect(
      try folder.names(below: "").filter { $0.hasPrefix("a ") && $0 != "a ü%.sqlite" } == []
    )
  }
}
