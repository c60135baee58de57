-- Step 0001-baseline of ShopDatabase, written by stratac.

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

CREATE VIEW sold_products AS
  SELECT p.code, p.name, count(*) AS lines
  FROM "Line Items" AS l JOIN products AS p ON p.code = l.product GROUP BY p.code;

CREATE TRIGGER product_added AFTER INSERT ON products
  BEGIN INSERT INTO product_texts VALUES (new.code, new.name); END;
