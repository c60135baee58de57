import Foundation
import Testing

@testable import SearchSample
@testable import Strata

@Suite struct RequirementTests {
  private let missing = MigrationError(
    reason: .unregistered(
      functions: ["slug(1 argument)", "wordCount(…)", "longest(1 argument)"],
      collations: ["reversed"]
    )
  )

  @Test func `a database names what the app has not registered`() throws {
    #expect(throws: missing) { try ArticlesDatabase.openInMemory() }
    #expect(
      missing.description == "the schema needs the function slug(1 argument), the function "
        + "wordCount(…), the function longest(1 argument), the collation reversed; register it in Configuration.prepareDatabase"
    )
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sqlite")
    defer { try? FileManager.default.removeItem(at: url) }
    #expect(throws: missing) { try ArticlesDatabase.open(at: url) }
  }

  @Test func `a function with another number of arguments is not the one that is needed`() throws {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      try Articles.register(db)
      try db.sqlite.removeFunction("slug", argumentCount: 1)
      try db.sqlite.addFunction("slug", argumentCount: 2, isDeterministic: true) { $0[0] }
    }
    #expect(
      throws: MigrationError(
        reason: .unregistered(functions: ["slug(1 argument)"], collations: [])
      )
    ) {
      try ArticlesDatabase.openInMemory(configuration: configuration)
    }
  }

  @Test func `functions and collations serve on every connection of a pool`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let pool = try ArticlesDatabase.open(
      at: folder.appending(path: "articles.sqlite"),
      configuration: Articles.configuration
    )
    try pool.write { db in
      for title in ["A b", "C d"] { _ = try Article.Draft(title: title, body: title).insert(db) }
      #expect(try Int.fetchOne(db, sql: "PRAGMA recursive_triggers") == 1)
    }
    let articles = try pool.read { try LongArticlesRequest(words: 2).fetch($0) }
    #expect(articles.map(\.slug) == ["c-d", "a-b"])
    try pool.close()
  }
}
