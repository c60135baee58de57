import Testing

@testable import Strata

struct DatabaseRegionTests {
  private func region(
    _ table: String,
    _ columns: Set<String>? = nil,
    _ rowIDs: Set<Int64>? = nil
  ) -> DatabaseRegion {
    DatabaseRegion(table: table, columns: columns, rowIDs: rowIDs)
  }

  @Test func `a region is described by tables, columns and rowids in order`() {
    #expect(DatabaseRegion().description == "empty")
    #expect(DatabaseRegion.fullDatabase.description == "full database")
    #expect(region("player").description == "player(*)")
    #expect(region("player", ["name", "id"]).description == "player(id,name)")
    #expect(region("player", ["id"], [2, 1]).description == "player(id)[1,2]")
    #expect(region("player", nil, [1]).description == "player(*)[1]")
    let both = region("team", ["id"]).union(region("player"))
    #expect(both.description == "player(*),team(id)")
  }

  @Test func `a union holds what either region holds`() {
    let cases: [(DatabaseRegion, DatabaseRegion, String)] = [
      (DatabaseRegion(), region("player"), "player(*)"),
      (region("player"), .fullDatabase, "full database"),
      (region("player", ["id"]), region("player", ["name"]), "player(id,name)"),
      (region("player", ["id"]), region("player"), "player(*)"),
      (region("player", ["id"], [1]), region("player", ["name"], [2]), "player(id,name)[1,2]"),
      (region("player", ["id"], [1]), region("player", ["name"]), "player(id,name)"),
      (region("player", ["id"]), region("team"), "player(id),team(*)"),
    ]
    for (left, right, expected) in cases {
      #expect(left.union(right).description == expected)
      #expect(right.union(left).description == expected)
    }
  }

  @Test func `an intersection holds what both regions hold`() {
    let cases: [(DatabaseRegion, DatabaseRegion, String)] = [
      (DatabaseRegion(), region("player"), "empty"),
      (region("player"), .fullDatabase, "player(*)"),
      (.fullDatabase, .fullDatabase, "full database"),
      (region("player", ["id", "name"]), region("player", ["name"]), "player(name)"),
      (region("player", ["id"]), region("player", ["name"]), "empty"),
      (region("player", ["id"]), region("player", nil, [1]), "player(id)[1]"),
      (region("player", nil, [1, 2]), region("player", nil, [2, 3]), "player(*)[2]"),
      (region("player", nil, [1]), region("player", nil, [3]), "empty"),
      (region("player"), region("team"), "empty"),
    ]
    for (left, right, expected) in cases {
      #expect(left.intersection(right).description == expected)
      #expect(right.intersection(left).description == expected)
    }
  }

  @Test func `names are compared as SQLite compares them`() {
    #expect(region("Player", ["ID"]) == region("player", ["id"]))
    #expect(region("PLAYER").union(region("player")).description == "PLAYER(*)")
    #expect(region("É") != region("é"))
  }

  @Test func `a region without columns or without rows is empty`() {
    #expect(region("player", []).isEmpty)
    #expect(region("player", nil, []).isEmpty)
    #expect(!region("player").isEmpty)
    #expect(!DatabaseRegion.fullDatabase.isEmpty)
    #expect(DatabaseRegion.fullDatabase.isFullDatabase)
  }

  @Test func `an event kind modifies the regions whose table and columns it names`() {
    let region = region("player", ["name", "score"], [1])
    #expect(region.isModified(byEventsOfKind: .insert(tableName: "player")))
    #expect(region.isModified(byEventsOfKind: .delete(tableName: "PLAYER")))
    #expect(!region.isModified(byEventsOfKind: .insert(tableName: "team")))
    #expect(
      region.isModified(byEventsOfKind: .update(tableName: "player", columnNames: ["score"]))
    )
    #expect(!region.isModified(byEventsOfKind: .update(tableName: "player", columnNames: ["id"])))
    #expect(DatabaseRegion.fullDatabase.isModified(byEventsOfKind: .insert(tableName: "x")))
  }
}
