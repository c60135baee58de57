import Foundation
import Testing

@testable import stratac

/// Steps that were edited, interrupted or squashed, and the schema files that `seal` writes.
@Suite final class MigrationFileTests: ShopHistory {
  @Test(
    arguments: [
      ("COMMIT;\nBEGIN;\nUPDATE item SET m = 1;\n", "no step may have", "one transaction"),
      ("/* now */ rollback; BEGIN;\n", "no step may have", "one transaction"),
      ("ATTACH 'evil.sqlite' AS evil;\n", "no step may have", "only its own database"),
      ("DETACH main;\n", "no step may have", "only its own database"),
      ("UPDATE item SET m = :x;\n", "no step may have", "nobody gives ':x' a value"),
      ("DELETE FROM item WHERE m = ?1;\n", "no step may have", "nobody gives '?1' a value"),
      ("UPDATE item SET town = 1;\n", "SQLite refuses", "no such column: town"),
      ("/* open", "does not end", "Nothing was written"),
      ("UPDATE item SET m = 'open;\n", "SQLite refuses", "unrecognized token"),
    ]
  )
  func `a statement that cannot be in a step is not recorded`(
    sql: String,
    verdict: String,
    reason: String
  ) throws {
    try recordTwo()
    let lock = try folder.read(step("strata.lock"))
    try add(sql, to: "0002-more.sql")
    let amend = try call(Self.two, "amend")
    #expect(amend.status == .wrongInput)
    #expect(amend.messages.contains(verdict) && amend.messages.contains(reason))
    #expect(try folder.read(step("strata.lock")) == lock)
    #expect(
      try folder.names(below: "")
        == ["Shop.yaml", "ShopDatabase.migrations"]
    )
  }

  @Test func `a savepoint of a step may be rolled back to`() throws {
    try recordTwo()
    try add("SAVEPOINT s;\nDELETE FROM item;\nROLLBACK TO s;\nRELEASE s;\n", to: "0002-more.sql")
    #expect(try call(Self.two, "amend").status == .good)
    #expect(try call(Self.two, "check").status == .good)
  }

  @Test func `a squashed step has a name that no step has had`() throws {
    try recordTwo()
    #expect(try call(Self.two, "squash", "--name", "more").status == .good)
    #expect(try folder.names(below: "ShopDatabase.migrations") == ["0003-more.sql", "strata.lock"])
    #expect(try call(Self.two, "check").status == .good)
    #expect(try call(Self.three, "migrate", "--name", "create").status == .good)
    #expect(try call(Self.three, "squash", "--name", "create").status == .good)
    let names = try folder.names(below: "ShopDatabase.migrations")
    #expect(names == ["0005-create.sql", "strata.lock"])
    #expect(try call(Self.three, "check").status == .good)
  }

  @Test func `a step that stands for others is not changed`() throws {
    try recordTwo()
    #expect(try call(Self.two, "squash").status == .good)
    #expect(try call(Self.two, "amend").status == .good)
    let check = try call(Self.three, "check")
    #expect(check.messages.contains("migrate --name"))
    #expect(!check.messages.contains("'amend'"))
    let lock = try folder.read(step("strata.lock"))
    let amend = try call(Self.three, "amend")
    #expect(amend.status == .wrongInput)
    #expect(amend.messages.contains("record a new step for it: stratac migrate --name NAME"))
    try add("UPDATE item SET m = 1;\n", to: "0002-squash.sql")
    #expect(try call(Self.two, "amend").status == .wrongInput)
    #expect(try folder.read(step("strata.lock")) == lock)
  }

  @Test func `an old step beside the one that took its place is said to be one`() throws {
    try recordTwo()
    let old = try folder.read(step("0001-create.sql"))
    #expect(try call(Self.two, "squash").status == .good)
    _ = try folder.write(step("0001-create.sql"), old)
    let check = try call(Self.two, "check")
    #expect(check.messages.contains("'0002-squash' has taken the place of '0001-create.sql'"))
  }

  @Test func `an amend that was interrupted before it wrote the lock is done again`() throws {
    try recordTwo()
    let lock = try folder.read(step("strata.lock"))
    try add("UPDATE item SET m = 7;\n", to: "0002-more.sql")
    #expect(try call(Self.three, "amend").status == .good)
    let text = try folder.read(step("0002-more.sql"))
    let amended = try folder.read(step("strata.lock"))
    _ = try folder.write(step("strata.lock"), lock)
    #expect(try call(Self.three, "check").messages.contains("stratac amend"))
    #expect(try call(Self.three, "amend").status == .good)
    #expect(try folder.read(step("0002-more.sql")) == text)
    #expect(try folder.read(step("strata.lock")) == amended)
  }

  @Test func `amend keeps comments above, behind and below statements`() throws {
    try recordTwo()
    let name = step("0002-more.sql")
    _ = try folder.write(
      name,
      try folder.read(name).replacing("ALTER", with: "-- For the shop.\nALTER")
        .replacing("INTEGER;", with: "INTEGER; -- why")
        + "UPDATE item SET m = 1; /* all */ -- of them\n\n-- The end.\n"
    )
    for schema in [Self.two, Self.three] { #expect(try call(schema, "amend").status == .good) }
    #expect(
      try folder.read(name) == """
        -- Step 0002-more of ShopDatabase, written by stratac.

        -- For the shop.
        ALTER TABLE "item" ADD COLUMN "m" INTEGER; -- why

        UPDATE item SET m = 1; /* all */ -- of them

        ALTER TABLE "item" ADD COLUMN "o" INTEGER;

        -- The end.

        """
    )
    #expect(try call(Self.three, "check").status == .good)
  }

  @Test func `amend keeps the order that the author gives to statements`() throws {
    let columns = "n: Int?, a: {type: Int?, backfill: n}, b: Int?"
    try #require(try call(Self.one, "migrate", "--name", "create").status == .good)
    let schema = Self.one.replacing("n: Int?", with: columns)
    try #require(try call(schema, "migrate", "--name", "more").status == .good)
    let name = step("0002-more.sql")
    let last = "ALTER TABLE \"item\" ADD COLUMN \"b\" INTEGER;\n"
    let text = try folder.read(name)
    let moved = text.replacing("\n" + last, with: "").replacing(
      "\nALTER TABLE \"item\" ADD COLUMN \"a\"",
      with: "\n\(last)\nALTER TABLE \"item\" ADD COLUMN \"a\""
    )
    try #require(moved != text)
    _ = try folder.write(name, moved)
    #expect(try call(schema, "amend").status == .good)
    #expect(try folder.read(name) == moved)
    #expect(try call(schema, "check").status == .good)
    #expect(try call(schema, "amend").status == .good)
    // Where the order cannot be, it is refused.
    let update = "UPDATE \"item\" SET \"a\" = (n);\n"
    _ = try folder.write(
      name,
      text.replacing(update, with: "").replacing(
        "\nALTER",
        with: "\n\(update)\nALTER",
        maxReplacements: 1
      )
    )
    #expect(try call(schema, "amend").messages.contains("no such column: a"))
  }

  // MARK: Schema files

  @Test(arguments: ["\n", "\r\n"])
  func `seal removes old names however they are written`(lineEnd: String) throws {
    let before = """
      strata: 1
      database: ShopDatabase
      enums: {Size: {cases: {small: s, big: b}}}
      tables:
        Item:
          columns:
            id: Int
            a: Int?
            b: Int?
            c: Int?
            d: {type: Size, default: small}

      """
    let after = """
      strata: 1
      database: ShopDatabase
      enums: {Size: {cases: {tiny: {raw: t, was: [small]}, big: b}}}
      tables:
        Thing:
          'was' : Item  # as it was called
          columns:
            id: Int
            a1: {"was": a, type: Int?}
            b1: {type: Int?,
              was : b}
            c1:
              type: Int?
              was: c
            d: {type: Size, default: tiny}

      """
    let sealed = """
      strata: 1
      database: ShopDatabase
      enums: {Size: {cases: {tiny: {raw: t}, big: b}}}
      tables:
        Thing:
          columns:
            id: Int
            a1: {type: Int?}
            b1: {type: Int?}
            c1:
              type: Int?
            d: {type: Size, default: tiny}

      """
    let end = { (text: String) in text.replacing("\n", with: lineEnd) }
    try #require(try call(end(before), "migrate", "--name", "create").status == .good)
    let made = try call(end(after), "migrate", "--name", "rename", "--reason", "a test")
    try #require(made.status == .good, "\(made.messages)")
    let seal = try call(end(after), "seal")
    #expect(seal.messages == "")
    #expect(try folder.read("Shop.yaml") == end(sealed))
    #expect(try call(end(sealed), "check").status == .good)
  }

  @Test func `what is written over keeps its permissions, and a link stays one`() throws {
    let renamed = Self.one.replacing("n: Int?", with: "k: {type: Int?, was: n}")
    let real = try folder.write("real/Real.yaml", Self.one)
    let link = folder.path("Shop.yaml")
    let files = FileManager.default
    try files.createSymbolicLink(atPath: link, withDestinationPath: real)
    #expect(Call("migrate", "--name", "create", link).status == .good)
    let steps = folder.path("ShopDatabase.migrations")
    for path in [real, steps + "/strata.lock"] {
      try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    }
    _ = try Data(renamed.utf8).write(to: URL(filePath: real))
    #expect(Call("migrate", "--name", "rename", link).status == .good)
    #expect(Call("seal", link).status == .good)
    #expect(try files.destinationOfSymbolicLink(atPath: link) == real)
    #expect(try folder.read("real/Real.yaml") == renamed.replacing(", was: n", with: ""))
    for path in [real, steps + "/strata.lock"] {
      let permissions = try files.attributesOfItem(atPath: path)[.posixPermissions]
      #expect((permissions as? NSNumber)?.intValue == 0o640, "\(path)")
    }
  }
}
