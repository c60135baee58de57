import Foundation
import StrataGenerator
import StrataPlanner
import Testing

@testable import stratac

/// Files that are no common files, and what is left of a call that fails.
@Suite struct FileTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// A pipe at a path.
  private func pipe(_ name: String) throws -> String {
    let path = folder.path(name)
    try #require(mkfifo(path, 0o600) == 0)
    return path
  }

  // MARK: Writing

  @Test func `a device is written to and stays one`() throws {
    let schema = try folder.write("A.yaml", teams)
    // A link to it, so that a fault of this test cannot replace the machine's.
    let link = folder.path("null")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/full")
    let full = Call("docs", "--output", link, schema)
    #expect(full.status == .wrongCall)
    #expect(full.messages == "error: '\(link)' cannot be written: No space left on device\n")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "/dev/full")
    var known = stat()
    #expect(stat(link, &known) == 0 && known.st_mode & S_IFMT == S_IFCHR)
  }

  @Test func `a pipe is written to and stays one`() throws {
    let schema = try folder.write("A.yaml", teams)
    let path = try pipe("pipe")
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    let handle = FileHandle(fileDescriptor: reader, closeOnDealloc: true)
    #expect(Call("docs", "--output", path, schema).status == .good)
    let content = try #require(try handle.readToEnd())
    #expect(String(decoding: content, as: UTF8.self).hasPrefix("# LeagueDatabase\n"))
    var known = stat()
    #expect(stat(path, &known) == 0 && known.st_mode & S_IFMT == S_IFIFO)
    #expect(try folder.names(below: "") == ["A.yaml", "pipe"])
  }

  @Test func `what cannot be replaced is not formatted`() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(teams.utf8))
    try pipe.fileHandleForWriting.close()
    let call = Call("format", "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
    #expect(call.status == .wrongCall)
    #expect(call.messages.contains("'-' formats standard input"))
  }

  @Test func `a link that leads to nothing yet leads to the file`() throws {
    let schema = try folder.write("A.yaml", teams)
    _ = try folder.write("real/.keep", "")
    let files = FileManager.default
    try files.createSymbolicLink(atPath: folder.path("one"), withDestinationPath: "two")
    try files.createSymbolicLink(atPath: folder.path("two"), withDestinationPath: "real/A.md")
    #expect(Call("docs", "--output", folder.path("one"), schema).status == .good)
    #expect(try files.destinationOfSymbolicLink(atPath: folder.path("one")) == "two")
    #expect(try folder.read("real/A.md").hasPrefix("# LeagueDatabase\n"))
    let mode = try files.attributesOfItem(atPath: folder.path("real/A.md"))[.posixPermissions]
    #expect((mode as? NSNumber).map { $0.intValue & 0o111 } == 0)
    try files.createSymbolicLink(atPath: folder.path("loop"), withDestinationPath: "loop")
    let loop = Call("docs", "--output", folder.path("loop"), schema)
    #expect(loop.messages.hasSuffix("' cannot be written: Too many levels of symbolic links\n"))
  }

  @Test func `what cannot be written says why, and leaves nothing behind`() throws {
    let schema = try folder.write("A.yaml", teams)
    let messages = [
      "no/a.md": "there is no folder '\(folder.path("no"))'", "A.yaml/a.md": "Not a directory",
      "": "Is a directory",
    ]
    for (name, message) in messages {
      let call = Call("docs", "--output", folder.path(name), schema)
      #expect(call.status == .wrongCall)
      #expect(call.messages.hasSuffix("cannot be written: \(message)\n"), "\(call.messages)")
    }
    #expect(Call("generate", "--output", schema, schema).messages.hasSuffix(": File exists\n"))
    #expect(try folder.names(below: "") == ["A.yaml"])
  }

  @Test(arguments: [["docs"], ["diagram", "--format", "dot"], ["scaffold", "fixtures"]])
  func `a result does not take the place of a schema`(words: [String]) throws {
    let schema = try folder.write("A.yaml", teams)
    let link = folder.path("B.yaml")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: schema)
    for path in [schema, link] {
      let call = Call(words + ["--output", path, schema])
      #expect(call.status == .wrongCall)
      #expect(call.messages.contains("is a file that this call reads"))
    }
    #expect(try folder.read("A.yaml") == teams)
  }

  @Test func `of several files none is written where one cannot be`() throws {
    let schema = try folder.write("A.yaml", teams)
    _ = try folder.write("out/\(GeneratedFile.swiftFileNames.last ?? "")", "// mine")
    let call = Call("generate", "--output", folder.path("out"), schema)
    #expect(call.status == .wrongCall)
    #expect(try folder.names(below: "out").count == 1)
  }

  @Test func `a signal waits until files are written`() throws {
    func isHeldBack() -> Bool {
      var mask = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &mask)
      return [SIGINT, SIGTERM, SIGHUP].allSatisfy { sigismember(&mask, $0) == 1 }
    }
    let before = isHeldBack()
    #expect(try uninterrupted { () throws(Problem) in isHeldBack() })
    #expect(isHeldBack() == before)
    #expect(throws: Problem.self) {
      try uninterrupted { () throws(Problem) in throw .call("x") }
    }
    #expect(isHeldBack() == before)
  }

  @Test func `a step is not recorded over one of another call`() throws {
    let schema = try folder.write("A.yaml", teams)
    #expect(Call("migrate", "--name", "create", schema).status == .good)
    let words = try Arguments([schema], options: [])
    let console = Console(write: { _ in }, complain: { _ in })
    let call = try #require(try MigrationCall(words, console))
    let sql = try folder.write("LeagueDatabase.migrations/0002-other.sql", "SELECT 1;")
    let error = #expect(throws: Problem.self) {
      try call.folder.write(step: "0002-mine", "SELECT 2;", call.history.lock)
    }
    #expect(error?.message.contains("was changed while this call ran") == true)
    try FileManager.default.removeItem(atPath: sql)
    try call.folder.write(step: "0002-mine", "SELECT 2;", call.history.lock)
    try call.folder.write(step: "0003-mine", "SELECT 3;", call.history.lock)
    #expect(try folder.names(below: "LeagueDatabase.migrations").count == 4)
  }

  // MARK: Reading

  @Test(arguments: ["check", "ddl", "seal"])
  func `a schema may come out of a pipe`(verb: String) throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(teams.utf8))
    try pipe.fileHandleForWriting.close()
    let call = Call(verb, "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
    if verb == "seal" {
      #expect(call.messages.contains("has no recorded step"))
    } else {
      #expect(call.status == .good, "\(call.messages)")
    }
    #expect(Call("check", "/dev/null").messages.contains("[empty-file]"))
  }

  @Test func `what cannot be read says why`() throws {
    let path = try folder.write("A.yaml", teams)
    #expect(
      Call("check", path + "/b.yaml").messages
        == "error: the file '\(path)/b.yaml' cannot be read: Not a directory\n"
    )
    let link = folder.path("loop.yaml")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: link)
    #expect(Call("check", link).messages.hasSuffix("Too many levels of symbolic links\n"))
    #expect(Call("check", folder.path("b.yaml")).messages.hasPrefix("error: there is no file '"))
  }

  @Test func `names do not talk to the terminal`() {
    for word in ["\u{1B}[31m", "a\u{7}"] {
      for call in [Call("check", word), Call(word), Call("check", "--\(word)")] {
        #expect(!call.messages.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{7}" })
        #expect(call.messages.contains("\u{FFFD}"))
      }
    }
  }
}
