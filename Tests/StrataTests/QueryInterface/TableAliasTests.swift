import Strata
import Testing

@Suite struct TableAliasTests {
  @Test func `a table stands twice in a request`() throws {
    try makeAtlas().read { db throws in
      let parent = TableAlias()
      let request = Citizen.joining(required: Citizen.parent.aliased(parent))
        .filter(Column("name") > parent[Column("name")])
        .order(parent["name"], Column("name").desc)
      #expect(
        try request.select(Column("id")).sql(db) == """
          SELECT "citizen"."id" FROM "citizen" JOIN "citizen" AS "citizen2" ON "citizen2"."id" = \
          "citizen"."parentID" WHERE "citizen"."name" > "citizen2"."name" \
          ORDER BY "citizen2"."name", "citizen"."name" DESC
          """
      )
      #expect(try request.fetchAll(db).map(\.name) == ["Cid", "Bob"])
      #expect(try request.fetchCount(db) == 2)
      #expect(try request.fetchOne(db)?.name == "Cid")
    }
  }

  @Test func `an alias has the name that it is given`() throws {
    try makeAtlas().read { db throws in
      let citizen = TableAlias(name: "c")
      let parent = TableAlias(name: "p")
      let request = Citizen.aliased(citizen)
        .including(optional: Citizen.parent.aliased(parent))
        .filter(sql: "c.name <> ? AND p.name = ?", arguments: ["Bob", "Ann"])
      #expect(try request.sql(db).contains(#"FROM "citizen" AS "c" LEFT JOIN "citizen" AS "p""#))
      #expect(try request.fetchAll(db).map(\.name) == ["Cid"])
    }
  }

  @Test func `a row without a partner is told by the alias`() throws {
    try makeAtlas().read { db throws in
      let pet = TableAlias()
      let request = Citizen.joining(optional: Citizen.pets.aliased(pet)).filter(!pet.exists)
      #expect(try request.fetchAll(db).map(\.name) == ["Cid"])
      let child = TableAlias()
      let parents = Citizen.joining(optional: Citizen.children.aliased(child))
        .filter(child.exists).groupByPrimaryKey()
      #expect(try parents.fetchAll(db).map(\.name) == ["Ann"])
      #expect(try parents.fetchCount(db) == 1)
    }
  }

  @Test func `one join may have several aliases`() throws {
    try makeAtlas().read { db throws in
      let one = TableAlias()
      let other = TableAlias()
      let request = Pet.joining(required: Pet.citizen.aliased(one))
        .joining(optional: Pet.citizen.aliased(other))
        .filter(one["id"] == other["id"] && other["name"] == "Bob")
      #expect(try request.fetchAll(db).map(\.name) == ["Lou"])
    }
  }

  @Test func `columns of an associated row stand in the row`() throws {
    try makeAtlas().read { db throws in
      struct NamedPet: Decodable, FetchableRecord {
        var name: String
        var owner: String?
        var parentID: Int?
      }
      let owner = Pet.citizen.select(Column("name").forKey("owner"), Column("parentID"))
      let request = Pet.annotated(withRequired: owner).order(Column("id"))
      #expect(
        try request.sql(db) == """
          SELECT "pet"."id", "pet"."name", "pet"."weight", "pet"."citizenID", "citizen"."name" AS \
          "owner", "citizen"."parentID" FROM "pet" JOIN "citizen" ON "citizen"."id" = \
          "pet"."citizenID" ORDER BY "pet"."id"
          """
      )
      let pets = try NamedPet.fetchAll(db, request)
      #expect(pets.map(\.owner) == ["Ann", "Ann", "Bob"])
      #expect(pets.map(\.parentID) == [nil, nil, 1])
      let parent = Citizen.parent.select(Column("name").forKey("owner"))
      let citizens = try NamedPet.fetchAll(
        db,
        Citizen.annotated(withOptional: parent).order(Column("id"))
      )
      #expect(citizens.map(\.owner) == [nil, "Ann", "Ann"])
    }
  }

  @Test func `all columns of an associated row stand in the row`() throws {
    try makeAtlas().read { db throws in
      let request = Country.annotated(withOptional: Country.flag).order(Column("id"))
      let rows = try Row.fetchAll(db, request)
      #expect(rows.first?.columnNames == ["id", "name", "countryID", "colors", "makerID"])
      #expect(rows.map { $0["countryID"] } == ["FR", "IS", nil])
    }
  }

  @Test func `rows are ordered, grouped and selected by their primary key`() throws {
    try makeAtlas().read { db throws in
      let request = Passport.orderByPrimaryKey()
      #expect(
        try request.reversed().sql(db)
          == #"SELECT * FROM "passport" ORDER BY "countryID" DESC, "citizenID" DESC"#
      )
      #expect(try request.fetchAll(db).map(\.citizenID) == [1, 2, 1, 3])
      #expect(try request.reversed().fetchAll(db).map(\.citizenID) == [3, 1, 2, 1])
      let stable = Pet.order(Column("citizenID")).withStableOrder()
      #expect(try stable.sql(db) == #"SELECT * FROM "pet" ORDER BY "citizenID", "id""#)
      #expect(try stable.selectID().fetchAll(db) == [1, 2, 3])
      #expect(
        try Country.selectPrimaryKey(as: String.self).order(Column("id")).fetchAll(db)
          == ["FR", "IS", "NU"]
      )
      #expect(try Country.selectID().fetchSet(db) == ["FR", "IS", "NU"])
      let heavy = Pet.filter(Column("weight") > 5).selectPrimaryKey(as: Int.self)
      #expect(try Pet.filter(heavy.contains(Column("id"))).fetchCount(db) == 2)
    }
  }
}
