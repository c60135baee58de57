import Foundation
import StrataSQLite
import Testing

@testable import stratac

/// The real Chinook file, which lies beside the checkout where there is one.
@Suite struct PullChinookTests {
  private static let file = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "../shared/data/Chinook.sqlite")
    .standardizedFileURL
  private static var exists: Bool { FileManager.default.fileExists(atPath: file.path) }

  @Test(.enabled(if: exists))
  func `Chinook is pulled whole, and migrates on from there`() throws {
    let folder = try Folder()
    let file = folder.path("Chinook.sqlite")
    try FileManager.default.copyItem(atPath: Self.file.path, toPath: file)
    let yaml = folder.path("Chinook.yaml")
    let call = Call("pull", "--output", yaml, file)
    #expect(call.status == .good)
    // Its dates have no fractions of seconds, and are compared as texts.
    #expect(
      call.messages
        == ["Employee: 'birthDate'", "Employee: 'hireDate'", "Invoice: 'invoiceDate'"].map {
          "note: \($0) holds dates in another form than 'yyyy-MM-dd HH:mm:ss.SSS', in which an app"
            + " writes them; SQL compares them as texts\n"
        }.joined()
    )
    let text = try folder.read("Chinook.yaml")
    #expect(text.contains("      artistID: {type: Artist.ID, sql: ArtistId}\n"))
    #expect(text.contains("    primaryKey: [playlistID, trackID]\n"))
    #expect(Call("baseline", file, yaml).status == .good)
    let edited = text.replacingOccurrences(
      of: "      composer: {",
      with: "      rating: {type: Int, default: 3}\n      composer: {"
    )
    #expect(edited != text)
    _ = try folder.write("Chinook.yaml", edited)
    #expect(Call("migrate", "--name", "rate", yaml).status == .good)
    #expect(
      Call("verify", file, yaml).output
        == "1 of 2 steps, schema as recorded\n0002-rate runs on a copy\n"
    )
  }
}
