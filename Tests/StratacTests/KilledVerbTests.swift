import Foundation
import StrataSQLite
import Testing

@testable import stratac

/// Verbs that work on a copy of a database, and are ended while they do.
@Suite final class KilledVerbTests: ShopHistory {
  private static let hasProcesses = FileManager.default.fileExists(atPath: "/proc/self/fd")

  /// The program that is built beside the tests.
  private var program: URL? {
    let bundles = [Bundle.main.bundleURL, Bundle.main.bundleURL.deletingLastPathComponent()]
    return bundles.map { $0.appending(path: "stratac") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// A database with the first step, and so many rows that its copy is written to a disk.
  private func database() throws -> String {
    let path = folder.path("shop.sqlite")
    let connection = try SQLiteConnection(path: path)
    try connection.execute(Call("ddl", try folder.write("Shop.yaml", Self.one)).output)
    try connection.execute(
      """
      CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
      INSERT INTO grdb_migrations VALUES ('0001-create');
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400000)
      INSERT INTO item SELECT i, i FROM n
      """
    )
    try connection.close()
    return path
  }

  /// Whether a process has a file without a name open in a folder.
  private func holdsNamelessFile(_ process: Process, in folder: String) -> Bool {
    let descriptors = "/proc/\(process.processIdentifier)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? []
    return names.contains { name in
      let file = try? FileManager.default.destinationOfSymbolicLink(
        atPath: descriptors + "/" + name
      )
      return file?.hasPrefix(folder) == true && file?.hasSuffix("(deleted)") == true
    }
  }

  @Test(.enabled(if: hasProcesses)) func `a verify that is killed leaves no copy`() throws {
    try recordTwo()
    // On the rows of a file it takes years, on the one of a replay no time.
    try add(
      "UPDATE item SET m = (SELECT count(*) FROM item a, item b, item c, item d);\n",
      to: "0002-more.sql"
    )
    try #require(try call(Self.two, "amend").status == .good)
    let file = try database()
    let yaml = try folder.write("Shop.yaml", Self.two)
    let temporary = folder.path("temporary")
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
    let program: URL = try #require(self.program)
    let process = Process()
    process.executableURL = program
    process.arguments = ["verify", file, yaml]
    var environment = ProcessInfo.processInfo.environment
    environment["TMPDIR"] = temporary
    environment["SQLITE_TMPDIR"] = temporary
    process.environment = environment
    process.standardError = FileHandle.nullDevice
    let place = URL(filePath: temporary).resolvingSymlinksInPath().path
    try process.run()
    while process.isRunning, !holdsNamelessFile(process, in: place),
      try folder.names(below: "temporary").isEmpty
    { sched_yield() }
    #expect(process.isRunning)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(try folder.names(below: "temporary") == [])
  }
}
