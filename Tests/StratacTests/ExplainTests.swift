import Foundation
import Testing

@testable import stratac

@Suite struct ExplainTests {
  private let schema = """
    strata: 1
    database: ShopDatabase
    tables:
      Customer:
        columns: {id: Int, name: {type: String, unique: true}, since: {type: Date, stored: unixSeconds}}
        requests:
          customersNamed: {where: name = :name AND since > :date, limit: ':count'}
          customerName: {parameters: {id: Int}, returns: value, value: name, where: id = :id}
      Never:
        columns: {id: Int, size: {type: Int, check: size = 12345}}
    views:
      Name: {sql: "SELECT id, upper(name) AS big FROM customer", columns: {big: String}}

    """

  @Test func `what is known is told in words`() throws {
    let folder = try Folder()
    let call = try Call("explain", folder.write("Shop.yaml", schema))
    #expect(call.status == .good)
    #expect(call.messages == "")
    #expect(
      call.output == """
        database ShopDatabase

        view Name
          SELECT id, upper(name) AS big FROM customer
          columns
            id: Int      the column customer.id
            big: String  declared
          plan
            SCAN customer USING COVERING INDEX sqlite_autoindex_customer_1
          reads
            customer (id, name)

        CustomersNamedRequest on Customer gives [Customer]: the rows of 'Customer'
          SELECT "id", "name", "since" FROM "customer" WHERE (name = ?1 AND since > ?2) LIMIT ?3
          parameters
            name: String                      compared with the column 'name'
            date: Date stored as unixSeconds  compared with the column 'since'
            count: Int                        a limit
          plan
            SEARCH customer USING INDEX sqlite_autoindex_customer_1 (name=?)
          reads
            customer (id, name, since)

        CustomerNameRequest on Customer gives String?: inferred from the SQL
          SELECT (name) FROM "customer" WHERE (id = ?1) LIMIT 1
          parameters
            id: Int  declared
          plan
            SEARCH customer USING INTEGER PRIMARY KEY (rowid=?)
          reads
            customer (id, name)

        no row could be made for never; what reads it was not tried on rows

        """
    )
  }

  @Test func `what a statement writes is told, also by way of triggers and foreign keys`() throws {
    let folder = try Folder()
    let call = try Call(
      "explain",
      folder.write(
        "Shop.yaml",
        """
        strata: 1
        database: ShopDatabase
        tables:
          Shop: {columns: {id: {type: Int, autoincrement: true}, name: String, sold: {type: Int, default: 0}}}
          Item:
            columns: {id: Int, name: {type: String, unique: true}, size: Int, shopID: {type: Shop.ID, delete: cascade}}
            indexes: {byShop: [shopID]}
        search:
          ItemSearch: {table: Item, columns: [name]}
        triggers:
          sold: {sql: AFTER DELETE ON item BEGIN UPDATE shop SET sold = sold + 1 WHERE id = old.shopID; END}
        statements:
          close: {sql: "DELETE FROM shop WHERE id = :id"}
          measure: {sql: "UPDATE item SET size = :size, shopID = shopID WHERE id = :id"}
          put: {sql: "INSERT OR REPLACE INTO item (name, size, shopID) VALUES (:name, :size, :shop)"}
          count: {sql: "INSERT INTO shop (id, name) VALUES (:id, :name) ON CONFLICT (id) DO UPDATE SET name = excluded.name, sold = 0"}
          open: {sql: "INSERT INTO shop (name) VALUES (:name) ON CONFLICT DO NOTHING"}

        """
      )
    )
    #expect(call.messages == "")
    let writes = call.output.split(separator: "\n").drop { !$0.hasPrefix("statement") }
      .filter { !$0.hasPrefix("    S") && $0 != "  plan" }.joined(separator: "\n")
    #expect(
      writes == """
        statement Close
          DELETE FROM shop WHERE id = ?1
          parameters
            id: Int  compared with the column 'id'
          writes
            delete shop
            delete item, by a foreign key
            insert itemSearch, by the trigger 'itemSearch_delete'
            update shop (sold), by the trigger 'sold'
        statement Measure
          UPDATE item SET size = ?1, shopID = shopID WHERE id = ?2
          parameters
            size: Int  stored in the column 'size'
            id: Int    compared with the column 'id'
          writes
            update item (size, shopID)
        statement Put
          INSERT OR REPLACE INTO item (name, size, shopID) VALUES (?1, ?2, ?3)
          parameters
            name: String  stored in the column 'name'
            size: Int     stored in the column 'size'
            shop: Int     stored in the column 'shopID'
          writes
            insert item
            insert itemSearch, by the trigger 'itemSearch_insert'
          in a conflict
            the row that is in the way is deleted first
        statement Count
          INSERT INTO shop (id, name) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET name = excluded.name, sold = 0
          parameters
            id: Int       stored in the column 'id'
            name: String  stored in the column 'name'
          writes
            insert shop
            update shop (name, sold)
          in a conflict
            the row that is in the way is updated
        statement Open
          INSERT INTO shop (name) VALUES (?1) ON CONFLICT DO NOTHING
          parameters
            name: String  stored in the column 'name'
          writes
            insert shop
          in a conflict
            the row is left out
        """
    )
  }

  @Test func `for machines it is one document`() throws {
    let folder = try Folder()
    let call = try Call("explain", "--json", folder.write("Shop.yaml", schema))
    #expect(call.status == .good)
    let databases = try #require(
      try JSONSerialization.jsonObject(with: Data(call.output.utf8)) as? [[String: Any]]
    )
    let shop = try #require(databases.first)
    #expect(shop["database"] as? String == "ShopDatabase")
    #expect(shop["tablesWithoutRows"] as? [String] == ["never"])
    let requests = try #require(shop["requests"] as? [[String: Any]])
    #expect(requests.compactMap { $0["name"] as? String }.count == 2)
    let reads = try #require(requests.first?["reads"] as? [[String: Any]])
    #expect(reads.first?["columns"] as? [String] == ["id", "name", "since"])
    let plan = try #require(requests.first?["plan"] as? [[String: Any]])
    #expect((plan.first?["text"] as? String)?.hasPrefix("SEARCH customer") == true)
  }

  @Test func `a schema with errors is not explained`() throws {
    let folder = try Folder()
    let call = try Call("explain", folder.write("Shop.yaml", schema + "tabels: {}\n"))
    #expect(call.status == .wrongInput)
    #expect(call.output == "")
    #expect(call.messages.contains("[unknown-key]"))
  }

  @Test func `an option without a value takes none`() {
    let call = Call("explain", "--json=yes", "a.yaml")
    #expect(call.status == .wrongCall)
    #expect(call.messages.contains("option '--json' takes no value"))
  }
}
