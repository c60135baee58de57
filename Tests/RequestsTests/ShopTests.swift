import Foundation
import RequestsSample
import Strata
import Testing

/// The generated code of `Schemas/Shop.yaml` and `ShopViews.yaml`, as another module sees it.
@Suite struct ShopTests {
  private let database: DatabaseQueue
  private let acme = Maker(id: Maker.ID(rawValue: "acme"), country: "Latvia")

  init() throws {
    database = try ShopDatabase.openInMemory()
    try database.write { [acme] db in
      try acme.insert(db)
      try Maker(id: Maker.ID(rawValue: "unknown"), country: "").insert(db)
    }
  }

  private func insert(_ db: Database, _ name: String, price: Double = 1) throws -> Ware {
    try Ware.Draft(name: name, unitPrice: price, makerID: acme.id).insert(db)
  }

  @Test func `columns whose names want quotes are written and read`() throws {
    try database.write { db in
      var saw = try insert(db, "saw", price: 2.5)
      #expect(saw.note == "saw 2")
      saw.unitPrice = 3
      saw.size = .small
      try saw.update(db)
      #expect(try Ware.fetchAll(db).map(\.unitPrice) == [3])
      #expect(try Ware.filter(Ware.Columns.unitPrice > 2).fetchCount(db) == 1)
      _ = try saw.upsertAndFetch(db)
      #expect(try WaresCheaperThanRequest(price: 4, most: 1).fetch(db).map(\.name) == ["saw"])
      #expect(try WaresCheaperThanRequest(price: 3, most: 1).fetch(db) == [])
    }
  }

  @Test func `what constraints say holds`() throws {
    try database.write { db in
      _ = try insert(db, "saw")
      #expect(throws: DatabaseError.self) { try insert(db, "saw") }
      #expect(throws: DatabaseError.self) { try insert(db, "axe", price: -1) }
    }
    // A deferred foreign key is looked at when the transaction ends.
    #expect(throws: DatabaseError.self) {
      try database.write { db in
        _ = try Ware.Draft(name: "axe", unitPrice: 1, hall: 1, place: 1).insert(db)
      }
    }
    try database.write { db in
      _ = try Ware.Draft(name: "axe", unitPrice: 1, hall: 1, place: 1).insert(db)
      try Shelf(hall: 1, place: 1).insert(db)
      #expect(try Shelf.fetchAll(db).map(\.sign) == ["none"])
      #expect(try Ware.fetchAll(db).map(\.makerID.rawValue) == ["acme", "unknown"])
    }
  }

  @Test func `foreign keys act as they are told`() throws {
    try database.write { db in
      let tools = try insert(db, "tools")
      var saw = try insert(db, "saw")
      saw.parentID = tools.id
      try saw.update(db)
      #expect(throws: DatabaseError.self) { try tools.delete(db) }
      try MoveMaker(new: Maker.ID(rawValue: "zenith"), old: acme.id).run(db)
      #expect(try Set(Ware.fetchAll(db).map(\.makerID.rawValue)) == ["zenith"])
      try Maker.deleteOne(db, id: Maker.ID(rawValue: "zenith"))
      #expect(try Set(Ware.fetchAll(db).map(\.makerID.rawValue)) == ["unknown"])
    }
  }

  @Test func `a view is written by its trigger`() throws {
    try database.write { db in
      let saw = try insert(db, "saw", price: 1)
      try ChangePrice(price: 7, name: "saw").run(db)
      #expect(try Priced.fetchAll(db).map(\.price) == [7])
      #expect(try Ware.find(db, id: saw.id).unitPrice == 7)
    }
  }

  @Test func `records and rows are Codable where the whole database says so`() throws {
    let rows = try database.write { db in
      _ = try insert(db, "saw")
      return try WareAndMakerRequest().fetch(db)
    }
    let data = try JSONEncoder().encode(rows)
    let copy = try JSONDecoder().decode([WareAndMakerRow].self, from: data)
    #expect(copy == rows)
    #expect(copy.map(\.maker?.country) == ["Latvia"])
    #expect(copy.map(\.factor) == [1.5])
  }
}
