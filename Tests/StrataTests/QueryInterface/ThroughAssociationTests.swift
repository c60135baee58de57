import Foundation
import Testing

@testable import Strata

@Suite struct ThroughAssociationTests {
  private struct CountryInfo: Decodable, FetchableRecord {
    var country: Country
    var citizens: [Citizen]
  }

  private struct PassportInfo: Decodable, FetchableRecord {
    var passport: Passport
    var flag: Flag?
    var country: Country?
  }

  @Test func `rows are included through others`() throws {
    try makeAtlas().read { db throws in
      var statements: [String] = []
      db.trace { event in
        let sql = "\(event)"
        if sql.hasPrefix("SELECT"), sql.contains(#"FROM "c"#) { statements.append(sql) }
      }
      let request = Country.including(all: Country.citizens.order(Column("name")))
        .order(Column("id"))
      let found = try CountryInfo.fetchAll(db, request)
      #expect(found.map(\.country.id) == ["FR", "IS", "NU"])
      #expect(found.map { $0.citizens.map(\.name) } == [["Ann", "Bob"], ["Ann", "Cid"], []])
      #expect(statements.count == 2)
      #expect(
        statements.last == """
          SELECT "citizen"."id", "citizen"."name", "citizen"."parentID", "passport"."countryID" \
          FROM "citizen" JOIN "passport" ON "passport"."citizenID" = "citizen"."id" AND \
          ("passport"."countryID" IN (?, ?, ?)) ORDER BY "citizen"."name"
          """
      )
    }
  }

  @Test func `rows are included through what leads through others`() throws {
    try makeAtlas().read { db throws in
      let request = Country.including(all: Country.pets.order(Column("id"))).order(Column("id"))
      let rows = try Row.fetchAll(db, request)
      let names = try rows.map { row in try row.decode([Pet].self, forKey: "pets").map(\.name) }
      #expect(names == [["Rex", "Kit", "Lou"], ["Rex", "Kit"], []])
      let france = try Country.find(db, key: "FR")
      let pets = france.request(for: Country.pets).order(Column("id"))
      #expect(try pets.fetchAll(db).map(\.name) == ["Rex", "Kit", "Lou"])
      #expect(try pets.filter(Column("weight") < 10).fetchAll(db).map(\.name) == ["Kit", "Lou"])
    }
  }

  @Test func `what is on the way is filtered`() throws {
    try makeAtlas().read { db throws in
      let request = Country.including(all: Country.capitalCitizens).order(Column("id"))
      let rows = try Row.fetchAll(db, request)
      let names = try rows.map { try $0.decode([Citizen].self, forKey: "firsts").map(\.name) }
      #expect(names == [["Ann", "Bob"], ["Cid"], []])
    }
  }

  @Test func `one row through another stands beside the row`() throws {
    try makeAtlas().read { db throws in
      let request = Passport.including(optional: Passport.flag).order(Column("citizenID"))
      #expect(
        try request.sql(db) == """
          SELECT "passport"."countryID", "passport"."citizenID", "passport"."isFirst", \
          "flag"."countryID", "flag"."colors", "flag"."makerID" FROM "passport" \
          LEFT JOIN "country" ON "country"."id" = "passport"."countryID" \
          LEFT JOIN "flag" ON "flag"."countryID" = "country"."id" ORDER BY "passport"."citizenID"
          """
      )
      let found = try PassportInfo.fetchAll(db, request)
      #expect(found.map(\.flag?.countryID) == ["FR", "IS", "FR", "IS"])
      #expect(found.allSatisfy { $0.country == nil })
      // The table on the way is joined once.
      let both = try PassportInfo.fetchAll(db, request.including(required: Passport.country))
      #expect(both.map(\.country?.id) == ["FR", "IS", "FR", "IS"])
      #expect(both.map(\.flag?.countryID) == ["FR", "IS", "FR", "IS"])
      let sql = try request.including(required: Passport.country).sql(db)
      #expect(sql.components(separatedBy: #""country" ON"#).count == 2)
    }
  }

  @Test func `rows are kept by what others lead to`() throws {
    try makeAtlas().read { db throws in
      let request = Country.joining(required: Country.citizens.filter(Column("name") == "Bob"))
      #expect(try request.fetchAll(db).map(\.id) == ["FR"])
      let ann = try Citizen.find(db, key: 1)
      #expect(
        try ann.request(for: Citizen.countries).order(Column("id")).fetchAll(db).map(\.id)
          == ["FR", "IS"]
      )
      let passport = try #require(try Passport.filter(Column("citizenID") == 2).fetchOne(db))
      #expect(try passport.request(for: Passport.flag).fetchOne(db)?.makerID == 1)
    }
  }

  @Test func `the only row that refers to another is found from there`() throws {
    struct CountryWithFlag: Decodable, FetchableRecord {
      var country: Country
      var flag: Flag?
    }
    try makeAtlas().read { db throws in
      let request = Country.including(optional: Country.flag).order(Column("id"))
      let found = try CountryWithFlag.fetchAll(db, request)
      #expect(found.map(\.flag?.makerID) == [1, nil, nil])
      #expect(found.map { $0.flag != nil } == [true, true, false])
      let france = try Country.find(db, key: "FR")
      #expect(try france.request(for: Country.flag).fetchOne(db)?.colors == "blue white red")
    }
  }

  @Test func `observers learn what is on the way`() throws {
    let queue = try makeAtlas()
    let region = try queue.read { db throws in
      try Country.including(all: Country.pets).databaseRegion(db)
    }
    for table in ["country", "passport", "citizen", "pet"] {
      #expect(region.description.contains(table))
    }
  }
}
