import Foundation
import NamesSample
import Strata
import Testing

/// The generated code of `Schemas/Names.yaml`, where every name is one that something else has too.
@Suite struct NamesTests {
  private let database: DatabaseQueue

  init() throws {
    database = try NamesDatabase.openInMemory()
  }

  @Test func `tables with the names of standard types are read and written`() throws {
    try database.write { db in
      let text = try NamesSample.String.Draft(Data: "d").insert(db)
      #expect(text.Optional == nil)
      #expect(text.hash == NamesSample.Optional.none)
      let date = try NamesSample.Date.Draft(Date: .distantPast).insert(db)
      #expect(date.Date == .distantPast)
      let key = NamesSample.UUID(key: Foundation.UUID(), value: nil)
      try key.insert(db)
      #expect(try NamesSample.UUID.find(db, id: key.id) == key)
      let set = try NamesSample.Set.Draft(dateID: date.id, uuid: key.id).insert(db)
      #expect(try NamesSample.UUID.joining(required: NamesSample.UUID.sets).fetchAll(db) == [key])
      #expect(try NamesSample.Set.joining(required: NamesSample.Set.date).fetchAll(db) == [set])
      #expect(try NamesSample.Int.Draft(int: 3).insert(db).int == 3)
    }
  }

  @Test func `tables with the names of the runtime's types are read and written`() throws {
    try database.write { db in
      let row = try NamesSample.Row.Draft(row: "r").insert(db)
      let child = try NamesSample.Row.Draft(row: "c", rowID: row.id).insert(db)
      #expect(try RowsNamedRequest(row: "r").fetch(db) == [row])
      #expect(try FirstRowRequest(init: row.id).fetch(db) == row)
      #expect(try NamesSample.Row.joining(required: NamesSample.Row.Row).fetchAll(db) == [child])
      #expect(try NamesSample.Record.Draft().insert(db).record == "x")
      #expect(try NamesSample.Database.Draft(db: "x").insert(db).db == "x")
    }
  }

  @Test func `columns with the names of keywords and members are read and written`() throws {
    let members = Members(
      values: 1,
      row: Foundation.UUID(),
      init: "init",
      Type: "Type",
      Protocol: "Protocol",
      default: "default",
      class: "class",
      func: "func",
      in: "in",
      is: "is",
      nil: "nil",
      await: "await",
      hash: "hash",
      hashValue: "hashValue",
      description: "description",
      table: "table",
      bind: "bind",
      columns: "columns",
      record: "record",
      insert: "insert",
      update: "update",
      delete: "delete",
      fetch: "fetch",
      database: "database",
      any: "any",
      some: "some",
      where: "where",
      subscript: "subscript",
      static: "static",
      var: "var",
      let: "let",
      `inout`: "inout",
      try: "try",
      import: "import",
      encode: "encode",
      databaseTableName: "databaseTableName",
      omitted: "omitted"
    )
    try database.write { db in
      try members.insert(db)
      #expect(try Members.find(db, id: members.id) == members)
      #expect(
        try MembersLikeRequest(
          values: 1,
          row: members.row,
          in: "in",
          default: "default",
          hash: "hash",
          fetch: "fetch",
          definition: "description",
          bind: "bind",
          `inout`: "insert",
          let: "columns"
        ).fetch(db) == [members]
      )
    }
  }

  @Test func `values with the names of standard types are stored, by another module`() throws {
    let encoder = NamesSample.Encoder(
      encoder: 1,
      values: Foundation.Date(timeIntervalSince1970: 1),
      Decimal: 1.5,
      default: Foundation.UUID(),
      in: true,
      hash: ["x": try #require(URL(string: "https://example.org"))],
      encode: Foundation.Data([1])
    )
    #expect(encoder.class == .`self`)
    #expect(encoder.decoder == [1])
    let array = NamesSample.Array(Element: "e", init: 1, self2: [], decoder: encoder)
    try database.write { db in
      let row = try NamesSample.Decoder.Draft(
        Array: array,
        Encoder: encoder,
        list: [.none, .`init`],
        map: ["a": array]
      ).insert(db)
      #expect(row.Array == array)
      #expect(row.map == ["a": array])
      #expect(try NamesSample.Decoder.find(db, id: row.id) == row)
    }
  }

  @Test func `enums with the names of members are stored`() throws {
    try database.write { db in
      for value in NamesSample.Optional.allCases {
        let text = try NamesSample.String.Draft(Data: "d", Optional: value).insert(db)
        #expect(try NamesSample.String.find(db, id: text.id).Optional == value)
      }
    }
  }
}
