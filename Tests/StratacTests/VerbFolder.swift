import Foundation
import StrataSQLite
import Testing

@testable import stratac

/// A folder in which every verb finds what it works on.
///
/// Beside the schema there are `Bad.yaml`, which is wrong, and the databases `A.sqlite`, `league.sqlite`
/// and `shop.sqlite`, which have run a history's first step.
final class VerbFolder {
  private let folder: Folder

  /// Makes what a verb needs, with a schema of that name.
  init(for words: [String], schema: String) throws {
    folder = try Folder()
    let path = try folder.write(schema, teams)
    _ = try folder.write("Bad.yaml", teams.replacing("Int", with: "Itn"))
    for name in ["A.sqlite", "league.sqlite", "shop.sqlite"] {
      let connection = try SQLiteConnection(path: folder.path(name))
      try connection.execute(Call("ddl", path).output)
      if words.first == "verify" || words.first == "lint" {
        try connection.execute(
          "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);"
            + "INSERT INTO grdb_migrations VALUES ('0001-create')"
        )
      }
      try connection.close()
    }
    guard ["amend", "lint", "seal", "squash", "verify"].contains(words.first) else { return }
    try #require(Call("migrate", "--name", "create", path).status == .good)
    if words.first == "squash" {
      _ = try folder.write(schema, teams + "      city: String?\n")
      try #require(Call("migrate", "--name", "add-city", path).status == .good)
    }
  }

  func path(_ name: String) -> String { folder.path(name) }

  /// Writes a file anew.
  func change(_ name: String, _ change: (String) -> String) throws {
    _ = try folder.write(name, change(try folder.read(name)))
  }

  /// Words of a call whose files are those of the folder.
  func placed(_ words: [String]) -> [String] {
    words.map { word in
      let isFile =
        word == "OUT" || (word.contains { $0 == "." || $0 == "/" } && !word.hasPrefix("-"))
      return isFile ? folder.path(word.replacing("*", with: "League")) : word
    }
  }
}
