-- Step 0002-rate of ShopDatabase, written by stratac.
-- allow check-added products.ratingbetween1and5: every row gets 3

DROP TRIGGER "product_added";

DROP VIEW "sold_products";

PRAGMA legacy_alter_table = ON;

-- 'products' is made anew: ALTER TABLE cannot change this of a table with rows.
CREATE TABLE "strata_new_products" (
  "code" VARCHAR(8) PRIMARY KEY,
  "name" TEXT NOT NULL,
  "status" TEXT NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'sold out')),
  "price" DECIMAL(10,2),
  "rating" INTEGER NOT NULL DEFAULT 3 CHECK (rating BETWEEN 1 AND 5),
  "added_at" DATETIME DEFAULT (CURRENT_TIMESTAMP)
);

INSERT INTO "strata_new_products" (rowid, "code", "name", "status", "price", "added_at")
SELECT rowid, "code", "name", "status", "price", "added_at"
FROM "products";

DROP TABLE "products";

ALTER TABLE "strata_new_products" RENAME TO "products";

PRAGMA legacy_alter_table = OFF;

CREATE VIEW "sold_products" AS
SELECT p.code, p.name, count(*) AS lines
  FROM "Line Items" AS l JOIN products AS p ON p.code = l.product GROUP BY p.code;

CREATE TRIGGER "product_added" AFTER INSERT ON products
  BEGIN INSERT INTO product_texts VALUES (new.code, new.name); END;
