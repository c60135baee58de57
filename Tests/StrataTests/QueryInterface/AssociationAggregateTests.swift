import Foundation
import Testing

@testable import Strata

@Suite struct AssociationAggregateTests {
  private struct CitizenInfo: Decodable, FetchableRecord {
    var citizen: Citizen
    var petCount: Int
    var maxPetWeight: Double?
    var petWeightSum: Double?
  }

  @Test func `associated rows are counted`() throws {
    try makeAtlas().read { db throws in
      let request = Citizen.annotated(with: Citizen.pets.count).order(Column("id"))
      #expect(
        try request.sql(db) == """
          SELECT *, (SELECT COUNT(*) FROM "pet" WHERE "citizenID" = "citizen"."id") AS "petCount" \
          FROM "citizen" ORDER BY "id"
          """
      )
      let rows = try Row.fetchAll(db, request)
      #expect(rows.map { $0["petCount"] } == [2, 1, 0])
      #expect(try Row.fetchAll(db, request) == rows)
    }
  }

  @Test func `several aggregates do not disturb each other`() throws {
    try makeAtlas().read { db throws in
      let weight = Column("weight")
      let request = Citizen.annotated(
        with: Citizen.pets.count,
        Citizen.pets.max(weight),
        Citizen.pets.sum(weight),
        Citizen.children.count,
        Citizen.passports.count
      )
      .order(Column("id"))
      let found = try CitizenInfo.fetchAll(db, request)
      #expect(found.map(\.citizen.name) == ["Ann", "Bob", "Cid"])
      #expect(found.map(\.petCount) == [2, 1, 0])
      #expect(found.map(\.maxPetWeight) == [20, 6, nil])
      #expect(found.map(\.petWeightSum) == [24, 6, nil])
      let rows = try Row.fetchAll(db, request)
      #expect(rows.map { $0["childCount"] } == [2, 0, 0])
      #expect(rows.map { $0["passportCount"] } == [2, 1, 1])
    }
  }

  @Test func `every aggregate has its name and its value`() throws {
    try makeAtlas().read { db throws in
      let weight = Column("weight")
      let request = Citizen.annotated(
        with: Citizen.pets.average(weight),
        Citizen.pets.min(weight),
        Citizen.pets.total(weight),
        Citizen.pets.isEmpty,
        Citizen.pets.max(length(Column("name"))).forKey("longest"),
        Citizen.pets.count * 2 + 1
      )
      let row = try #require(try Row.fetchOne(db, request.filter(key: 1)))
      #expect(row["averagePetWeight"] == 12.0)
      #expect(row["minPetWeight"] == 4.0)
      #expect(row["petWeightSum"] == 24.0)
      #expect(row["hasNoPet"] == false)
      #expect(row["longest"] == 3)
      #expect(row[8] == 5)
    }
  }

  /// Expects the citizens for whom a condition holds.
  private func expect(
    _ condition: AssociationAggregate<Citizen>,
    finds ids: [Int],
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    try makeAtlas().read { db throws in
      let request = Citizen.having(condition).order(Column("id"))
      #expect(try request.fetchAll(db).map(\.id) == ids, sourceLocation: location)
      #expect(try request.fetchCount(db) == ids.count, sourceLocation: location)
      // Once more by what is known of the shape.
      #expect(try request.fetchAll(db).map(\.id) == ids, sourceLocation: location)
      let filtered = Citizen.filter(condition).orderByPrimaryKey()
      #expect(try filtered.fetchAll(db).map(\.id) == ids, sourceLocation: location)
    }
  }

  @Test func `rows are kept by their aggregates`() throws {
    let pets = Citizen.pets
    let children = Citizen.children
    let weight = pets.sum(Column("weight"))
    try expect(pets.count >= 1, finds: [1, 2])
    try expect(pets.count < 1, finds: [3])
    try expect(pets.isEmpty, finds: [3])
    try expect(!pets.isEmpty, finds: [1, 2])
    try expect(pets.isEmpty == false, finds: [1, 2])
    try expect(pets.count == children.count, finds: [1, 3])
    try expect(pets.count > children.count, finds: [2])
    try expect(pets.count != 2 && children.isEmpty, finds: [2, 3])
    try expect(pets.isEmpty || children.count > 1, finds: [1, 3])
    try expect(weight == nil, finds: [3])
    try expect(weight != nil, finds: [1, 2])
    try expect((weight ?? 0) < 10, finds: [2, 3])
    try expect(pets.count - children.count <= 0, finds: [1, 3])
    try expect(pets.count * 2 >= children.count + 3, finds: [])
    try expect(weight / pets.count >= 12, finds: [1])
    try expect(pets.filter(Column("weight") > 5).count == 1, finds: [1, 2])
  }

  @Test func `rows of other shapes are counted apart`() throws {
    try makeAtlas().read { db throws in
      for weight in [1.0, 5, 10, 30] {
        let heavy = Citizen.pets.filter(Column("weight") > weight)
        let counts = try Row.fetchAll(
          db,
          Citizen.annotated(with: heavy.count).order(Column("id"))
        )
        let expected = try Citizen.order(Column("id")).fetchAll(db).map { citizen in
          try citizen.request(for: Citizen.pets).filter(Column("weight") > weight).fetchCount(db)
        }
        #expect(counts.map { $0["petCount"] } == expected)
      }
    }
  }

  @Test func `rows that are found on several ways are counted once`() throws {
    try makeAtlas().read { db throws in
      let request = Country.annotated(with: Country.pets.count, Country.citizens.count)
        .order(Column("id"))
      #expect(
        try Country.having(Country.citizens.count > 1).select(Column("id")).sql(db) == """
          SELECT "id" FROM "country" WHERE (SELECT COUNT(DISTINCT "citizen"."id") FROM "citizen" \
          JOIN "passport" ON "passport"."citizenID" = "citizen"."id" AND ("passport"."countryID" = \
          "country"."id")) > ?
          """
      )
      let rows = try Row.fetchAll(db, request)
      #expect(rows.map { $0["petCount"] } == [3, 2, 0])
      #expect(rows.map { $0["citizenCount"] } == [2, 2, 0])
      // Of a table whose key has two columns.
      let stamped = Citizen.passports.joining(
        required: Passport.country.joining(
          required: Country.passports
        )
      )
      let counts = try Row.fetchAll(db, Citizen.annotated(with: stamped.count).order(Column("id")))
      #expect(counts.map { $0["passportCount"] } == [2, 1, 1])
    }
  }

  @Test func `typed columns keep their format`() throws {
    try makeClubs().read { db throws in
      let last = Club.members.max(Member.Columns.joined)
      let moment = Member.select(Member.Columns.joined).filter(id: 3)
      let date = try #require(try moment.asRequest(of: Date.self).fetchOne(db))
      #expect(try Club.having(last > date).fetchAll(db).map(\.id) == [2])
      #expect(try Club.having(last <= date).fetchAll(db).map(\.id) == [1])
    }
  }
}
