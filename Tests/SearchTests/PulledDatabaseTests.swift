import Foundation
import Strata
import Testing

@testable import SearchSample

/// An app over a database that was there first: `Shop.yaml` was pulled from it, `baseline` has begun its
/// history, and a later step adds a column.
@Suite struct PulledDatabaseTests {
  /// What made the database, long before there was a schema file.
  private static let original = """
    CREATE TABLE products (
      code VARCHAR(8) PRIMARY KEY, name TEXT NOT NULL,
      status TEXT NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'sold out')),
      price DECIMAL(10,2), added_at DATETIME DEFAULT CURRENT_TIMESTAMP
    );
    CREATE TABLE "Line Items" (
      "Line No" INTEGER PRIMARY KEY, product VARCHAR(8) NOT NULL REFERENCES products (code),
      "select" INT DEFAULT 1, note STRING
    );
    CREATE VIRTUAL TABLE product_texts USING fts5(code, name);
    CREATE TRIGGER product_added AFTER INSERT ON products
      BEGIN INSERT INTO product_texts VALUES (new.code, new.name); END;
    CREATE VIEW sold_products AS
      SELECT p.code, p.name, count(*) AS lines
      FROM "Line Items" AS l JOIN products AS p ON p.code = l.product GROUP BY p.code;
    INSERT INTO products (code, name, price, added_at) VALUES
      ('lamp', 'A lamp', 19.5, '2024-03-01 10:00:00'), ('chair', 'A chair', NULL, NULL);
    INSERT INTO "Line Items" VALUES (1, 'lamp', 2, 'gift'), (2, 'lamp', 1, 7);
    """

  @Test func `the app opens the original file, and migrates on from there`() throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "shop-\(UUID().uuidString).sqlite").path
    defer {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }
    let before = try DatabaseQueue(path: path)
    try before.write { db in try db.execute(sql: Self.original) }
    try before.close()

    let queue = try DatabaseQueue(path: path)
    try ShopDatabase.migrator.migrate(queue)
    try queue.write { db in
      #expect(try ShopDatabase.migrator.appliedMigrations(db) == ["0001-baseline", "0002-rate"])
      let products = try Products.fetchAll(db).sorted { $0.code < $1.code }
      #expect(products.map(\.code) == ["chair", "lamp"])
      #expect(products.map(\.rating) == [3, 3])
      #expect(products.map(\.price) == [nil, Decimal(string: "19.5")])
      let lines = try LineItems.fetchAll(db).sorted { $0.lineNo < $1.lineNo }
      #expect(lines.map(\.note) == ["gift".databaseValue, 7.databaseValue])
      #expect(lines.map(\.select) == [2, 1])
      let made = try Products.Draft(code: "sofa", name: "A sofa", status: .soldOut).insert(db)
      #expect(made.addedAt != nil)
      #expect(
        try String.fetchAll(db, sql: "SELECT code FROM product_texts WHERE product_texts MATCH 'a'")
          == ["lamp", "chair", "sofa"]
      )
      #expect(try SoldProducts.fetchAll(db).map(\.lines) == [2])
    }
    try queue.close()
  }

  @Test func `a new file has the same tables`() throws {
    let queue = try ShopDatabase.openInMemory()
    let columns = try queue.read { db in try db.columns(in: "products").map(\.name) }
    #expect(columns == ["code", "name", "status", "price", "rating", "added_at"])
  }
}
