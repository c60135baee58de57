/// Databases as programs of others make them.
extension NastySchema {
  static let frameworks = [coreData, room, django, rails, places]

  static let coreData = NastySchema(
    name: "Core Data",
    sql: #"""
      CREATE TABLE ZCOMPANY ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
        ZNAME VARCHAR, ZFOUNDED TIMESTAMP );
      CREATE TABLE ZPERSON ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
        ZAGE INTEGER, ZACTIVE INTEGER, ZCOMPANY INTEGER, ZBIRTH TIMESTAMP, ZSCORE FLOAT,
        ZPRICE DECIMAL, ZNAME VARCHAR, ZDATA BLOB, ZIDENTIFIER BLOB , ZURL VARCHAR );
      CREATE TABLE Z_2TAGS ( Z_2PEOPLE INTEGER, Z_3TAGS1 INTEGER, PRIMARY KEY (Z_2PEOPLE,
        Z_3TAGS1) );
      CREATE TABLE ZTAG ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR );
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER,
        Z_MAX INTEGER);
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB);
      CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
        ZAUTHORTS INTEGER, ZTIMESTAMP FLOAT, ZQUERYGEN BLOB );
      CREATE INDEX ZPERSON_ZCOMPANY_INDEX ON ZPERSON (ZCOMPANY);
      CREATE INDEX Z_Person_byName ON ZPERSON (ZNAME COLLATE BINARY ASC);
      CREATE INDEX Z_2TAGS_Z_3TAGS1_INDEX ON Z_2TAGS (Z_3TAGS1, Z_2PEOPLE);
      CREATE UNIQUE INDEX Z_Tag_UNIQUE_name ON ZTAG (ZNAME COLLATE BINARY ASC);
      CREATE VIRTUAL TABLE Z_Person_byPlace USING rtree (Z_PK, ZLAT_MIN, ZLAT_MAX);
      CREATE TRIGGER Z_DA_ZPERSON_INSERT AFTER INSERT ON ZPERSON FOR EACH ROW BEGIN UPDATE
        ZCOMPANY SET Z_OPT = (SELECT Z_OPT + 1 FROM ZCOMPANY WHERE Z_PK = NEW.ZCOMPANY) WHERE
        Z_PK = NEW.ZCOMPANY; SELECT
        NSCoreDataDATriggerInsertUpdatedAffectedObjectValue('ZPERSON', NEW.Z_ENT,
        NEW.Z_PK) FROM ZPERSON LIMIT 0; END;
      INSERT INTO ZCOMPANY VALUES (1,1,1,'Apple',600000000.5);
      INSERT INTO Z_METADATA VALUES (1,'6F9619FF-8B86-D011-B42D-00C04FC964FF',x'00');
      INSERT INTO Z_PRIMARYKEY VALUES (1,'Company',0,1),(2,'Person',0,2);
      INSERT INTO Z_2TAGS VALUES (1,1);
      INSERT INTO ZTAG VALUES (1,3,1,'a'),(2,3,1,'b');
      """#
  )

  static let room = NastySchema(
    name: "Android Room",
    sql: #"""
      CREATE TABLE android_metadata (locale TEXT);
      CREATE TABLE room_master_table (id INTEGER PRIMARY KEY,identity_hash TEXT);
      CREATE TABLE IF NOT EXISTS `Company` (`id` INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
        `name` TEXT NOT NULL COLLATE NOCASE);
      CREATE TABLE IF NOT EXISTS `users` (`uid` INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
        `first_name` TEXT, `isActive` INTEGER NOT NULL DEFAULT 0, `address_street` TEXT,
        `lat` REAL NOT NULL DEFAULT 0.0, `photo` BLOB, `company_id` INTEGER,
        `tag` TEXT DEFAULT 'undefined',
        FOREIGN KEY(`company_id`) REFERENCES `Company`(`id`) ON UPDATE NO ACTION ON DELETE
        CASCADE );
      CREATE TABLE IF NOT EXISTS `UserPlaylistCrossRef` (`userId` INTEGER NOT NULL,
        `playlistId` TEXT NOT NULL, `order` INTEGER NOT NULL, PRIMARY KEY(`userId`,
        `playlistId`),
        FOREIGN KEY(`userId`) REFERENCES `users`(`uid`) ON UPDATE CASCADE ON DELETE SET NULL
        DEFERRABLE INITIALLY DEFERRED);
      CREATE UNIQUE INDEX IF NOT EXISTS `index_users_first_name` ON `users` (`first_name`);
      CREATE INDEX IF NOT EXISTS `index_users_company_id` ON `users` (`company_id` DESC);
      CREATE TABLE IF NOT EXISTS `Mail` (`rowid` INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
        `subject` TEXT NOT NULL, `body` TEXT NOT NULL);
      CREATE VIRTUAL TABLE IF NOT EXISTS `MailFts` USING FTS4(`subject` TEXT NOT NULL,
        `body` TEXT NOT NULL, content=`Mail`);
      CREATE TRIGGER IF NOT EXISTS room_fts_content_sync_MailFts_BEFORE_UPDATE BEFORE UPDATE ON
        `Mail` BEGIN DELETE FROM `MailFts` WHERE `docid`=OLD.`rowid`; END;
      CREATE TRIGGER IF NOT EXISTS room_fts_content_sync_MailFts_BEFORE_DELETE BEFORE DELETE ON
        `Mail` BEGIN DELETE FROM `MailFts` WHERE `docid`=OLD.`rowid`; END;
      CREATE TRIGGER IF NOT EXISTS room_fts_content_sync_MailFts_AFTER_UPDATE AFTER UPDATE ON
        `Mail` BEGIN INSERT INTO `MailFts`(`docid`, `subject`, `body`) VALUES (NEW.`rowid`,
        NEW.`subject`, NEW.`body`); END;
      CREATE TRIGGER IF NOT EXISTS room_fts_content_sync_MailFts_AFTER_INSERT AFTER INSERT ON
        `Mail` BEGIN INSERT INTO `MailFts`(`docid`, `subject`, `body`) VALUES (NEW.`rowid`,
        NEW.`subject`, NEW.`body`); END;
      CREATE VIEW `UserDetail` AS SELECT users.uid, users.first_name,
        Company.name AS company FROM users INNER JOIN Company ON users.company_id = Company.id;
      INSERT INTO android_metadata VALUES ('en_US');
      INSERT INTO Company VALUES (1,'x');
      INSERT INTO users (first_name, company_id) VALUES ('a',1),('b',NULL);
      INSERT INTO Mail(subject,body) VALUES ('hello','world');
      """#
  )

  static let django = NastySchema(
    name: "Django",
    sql: #"""
      CREATE TABLE "django_migrations" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT,
        "app" varchar(255) NOT NULL, "name" varchar(255) NOT NULL, "applied" datetime NOT NULL);
      CREATE TABLE "django_content_type" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT,
        "app_label" varchar(100) NOT NULL, "model" varchar(100) NOT NULL);
      CREATE TABLE "auth_group" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT,
        "name" varchar(150) NOT NULL UNIQUE);
      CREATE TABLE "auth_permission" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT,
        "content_type_id" integer NOT NULL REFERENCES "django_content_type" ("id") DEFERRABLE
        INITIALLY DEFERRED, "codename" varchar(100) NOT NULL, "name" varchar(255) NOT NULL);
      CREATE TABLE "auth_group_permissions" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT,
        "group_id" integer NOT NULL REFERENCES "auth_group" ("id") DEFERRABLE INITIALLY DEFERRED,
        "permission_id" integer NOT NULL REFERENCES "auth_permission" ("id") DEFERRABLE INITIALLY
        DEFERRED);
      CREATE TABLE "auth_user" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT,
        "password" varchar(128) NOT NULL, "last_login" datetime NULL,
        "is_superuser" bool NOT NULL, "username" varchar(150) NOT NULL UNIQUE,
        "email" varchar(254) NOT NULL, "date_joined" datetime NOT NULL);
      CREATE TABLE "django_session" ("session_key" varchar(40) NOT NULL PRIMARY KEY,
        "session_data" text NOT NULL, "expire_date" datetime NOT NULL);
      CREATE TABLE "shop_item" ("id" char(32) NOT NULL PRIMARY KEY,
        "n" integer unsigned NOT NULL CHECK ("n" >= 0),
        "data" text NOT NULL CHECK ((JSON_VALID("data") OR "data" IS NULL)),
        "price" decimal NOT NULL, "duration" bigint NOT NULL, "when" time NULL, "day" date NULL,
        "owner_id" integer NULL REFERENCES "auth_user" ("id") DEFERRABLE INITIALLY DEFERRED,
        "self_id" char(32) NULL REFERENCES "shop_item" ("id") DEFERRABLE INITIALLY DEFERRED,
        "kind" varchar(2) NOT NULL, "flag" bool NULL,
        "total" integer GENERATED ALWAYS AS (("n" * 2)) STORED,
        CONSTRAINT "n_or_price" CHECK (("n" > 0 OR "price" > '0')),
        CONSTRAINT "uniq" UNIQUE ("n", "kind"));
      CREATE UNIQUE INDEX "django_content_type_app_label_model_76bd3d3b_uniq" ON
        "django_content_type" ("app_label", "model");
      CREATE INDEX "auth_permission_content_type_id_2f476e4b" ON "auth_permission"
        ("content_type_id");
      CREATE UNIQUE INDEX "auth_group_permissions_uniq" ON "auth_group_permissions" ("group_id",
        "permission_id");
      CREATE INDEX "shop_item_lower" ON "shop_item" ((LOWER("kind")) DESC);
      CREATE UNIQUE INDEX "one_flag" ON "shop_item" ("owner_id") WHERE ("flag" AND "kind" = 'a');
      INSERT INTO "auth_user" VALUES
        (1,'pbkdf2','2024-01-02 03:04:05.678901',1,'admin','a@b.c','2024-01-01 00:00:00');
      INSERT INTO "auth_user" VALUES (2,'pbkdf2',NULL,0,'u','a@b.c','2024-01-01 00:00:00');
      INSERT INTO "shop_item" (id,n,data,price,duration,"when",day,owner_id,self_id,kind,flag)
        VALUES
        ('6f9619ff8b86d011b42d00c04fc964ff',1,'{}',1.5,1,'10:00:00','2024-01-01',1,'6f9619ff8b86d011b42d00c04fc964ff','a',1);
      INSERT INTO "django_session" VALUES ('k','d','2024-01-01 00:00:00');
      ANALYZE;
      """#
  )

  static let rails = NastySchema(
    name: "Rails",
    sql: #"""
      CREATE TABLE IF NOT EXISTS "schema_migrations" ("version" varchar NOT NULL PRIMARY KEY);
      CREATE TABLE IF NOT EXISTS "ar_internal_metadata" ("key" varchar NOT NULL PRIMARY KEY,
        "value" varchar, "created_at" datetime(6) NOT NULL, "updated_at" datetime(6) NOT NULL);
      CREATE TABLE IF NOT EXISTS "users" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
        "email" varchar DEFAULT '' NOT NULL, "admin" boolean DEFAULT 0,
        "active" boolean DEFAULT TRUE NOT NULL, "balance" decimal(10,2) DEFAULT 0.0,
        "settings" json DEFAULT '{}', "sign_in_count" integer DEFAULT 0 NOT NULL, "bio" text,
        "type" varchar, "role" integer DEFAULT '0', "created_at" datetime(6) NOT NULL,
        "updated_at" datetime(6) NOT NULL, "born_on" date, "uuid" uuid, "score" float,
        "avatar" blob, "name" varchar(50) COLLATE "NOCASE",
        "full" varchar GENERATED ALWAYS AS (name || ' ' || email) VIRTUAL);
      CREATE TABLE IF NOT EXISTS "posts" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL,
        "title" varchar NOT NULL, "user_id" integer NOT NULL, "parent_id" integer,
        "status" varchar DEFAULT 'draft' NOT NULL,
        "created_at" datetime(6) DEFAULT CURRENT_TIMESTAMP NOT NULL,
        CONSTRAINT "fk_rails_5b5ddfd518" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON
        DELETE CASCADE,
        CONSTRAINT "fk_rails_1" FOREIGN KEY ("parent_id") REFERENCES "posts" ("id"),
        CONSTRAINT status_check CHECK (status IN ('draft', 'published')));
      CREATE TABLE "tags" ("name" varchar, "post_id" bigint);
      CREATE UNIQUE INDEX "index_users_on_email" ON "users" ("email");
      CREATE INDEX "index_posts_on_user_id" ON "posts" ("user_id") /*application='Shop'*/;
      CREATE INDEX "index_posts_on_created" ON "posts" ("created_at" DESC,
        "title") WHERE status = 'published';
      CREATE UNIQUE INDEX "lowered" ON "users" (lower(email));
      CREATE VIEW "post_counts" AS SELECT "users"."id",
        COUNT("posts"."id") AS "posts" FROM "users" LEFT OUTER JOIN "posts" ON "posts"."user_id"
        = "users"."id" GROUP BY "users"."id";
      INSERT INTO users (id,email,created_at,updated_at) VALUES
        (1,'a@b.c','2024-01-01 10:00:00.123456','2024-01-01 10:00:00.123456'),(2,'b@b.c','2024-01-01 10:00:00.123456','2024-01-01 10:00:00.123456');
      INSERT INTO posts (title,user_id) VALUES ('x',1);
      INSERT INTO schema_migrations VALUES ('20240101000000');
      INSERT INTO tags VALUES ('a',1);
      """#
  )

  static let places = NastySchema(
    name: "the places of a browser",
    sql: #"""
      CREATE TABLE moz_origins ( id INTEGER PRIMARY KEY, prefix TEXT NOT NULL,
        host TEXT NOT NULL, frecency INTEGER NOT NULL,
        recalc_frecency INTEGER NOT NULL DEFAULT 0, alt_frecency INTEGER, UNIQUE (prefix, host) );
      CREATE TABLE moz_places (   id INTEGER PRIMARY KEY, url LONGVARCHAR, title LONGVARCHAR,
        rev_host LONGVARCHAR, visit_count INTEGER DEFAULT 0, hidden INTEGER DEFAULT 0 NOT NULL,
        typed INTEGER DEFAULT 0 NOT NULL, frecency INTEGER DEFAULT -1 NOT NULL,
        last_visit_date INTEGER , guid TEXT, foreign_count INTEGER DEFAULT 0 NOT NULL,
        url_hash INTEGER DEFAULT 0 NOT NULL , description TEXT,
        origin_id INTEGER REFERENCES moz_origins(id));
      CREATE TABLE moz_historyvisits (  id INTEGER PRIMARY KEY, from_visit INTEGER,
        place_id INTEGER, visit_date INTEGER, visit_type INTEGER, session INTEGER,
        source INTEGER DEFAULT 0 NOT NULL);
      CREATE TABLE moz_inputhistory (  place_id INTEGER NOT NULL, input LONGVARCHAR NOT NULL,
        use_count INTEGER, PRIMARY KEY (place_id, input));
      CREATE TABLE moz_bookmarks (  id INTEGER PRIMARY KEY, type INTEGER,
        fk INTEGER DEFAULT NULL, parent INTEGER, position INTEGER, title LONGVARCHAR,
        keyword_id INTEGER, dateAdded INTEGER, guid TEXT, syncStatus INTEGER NOT NULL DEFAULT 0);
      CREATE TABLE moz_keywords (  id INTEGER PRIMARY KEY AUTOINCREMENT, keyword TEXT UNIQUE,
        place_id INTEGER, post_data TEXT);
      CREATE TABLE moz_annos (  id INTEGER PRIMARY KEY, place_id INTEGER NOT NULL,
        anno_attribute_id INTEGER, content LONGVARCHAR, flags INTEGER DEFAULT 0);
      CREATE TABLE moz_meta (key TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID ;
      CREATE TABLE moz_places_metadata (id INTEGER PRIMARY KEY, place_id INTEGER NOT NULL,
        referrer_place_id INTEGER, created_at INTEGER NOT NULL DEFAULT 0,
        FOREIGN KEY (place_id) REFERENCES moz_places(id) ON DELETE CASCADE,
        FOREIGN KEY (referrer_place_id) REFERENCES moz_places(id) ON DELETE CASCADE,
        CHECK(place_id != referrer_place_id) );
      CREATE TABLE moz_previews_tombstones (   hash TEXT PRIMARY KEY ) WITHOUT ROWID;
      CREATE INDEX moz_places_url_hashindex ON moz_places (url_hash);
      CREATE UNIQUE INDEX moz_places_guid_uniqueindex ON moz_places (guid);
      CREATE INDEX moz_historyvisits_placedateindex ON moz_historyvisits (place_id, visit_date);
      CREATE UNIQUE INDEX moz_keywords_placepostdata_uniqueindex ON moz_keywords (place_id,
        post_data);
      CREATE UNIQUE INDEX moz_places_metadata_placecreated_uniqueindex ON moz_places_metadata
        (place_id, created_at);
      CREATE TRIGGER moz_historyvisits_afterinsert_trigger AFTER INSERT ON moz_historyvisits FOR
        EACH ROW BEGIN SELECT store_last_inserted_id('moz_historyvisits',
        NEW.id); UPDATE moz_places SET visit_count = visit_count + (SELECT NEW.visit_type NOT IN
        (0,4,7,8,9)), last_visit_date = MAX(IFNULL(last_visit_date, 0),
        NEW.visit_date) WHERE id = NEW.place_id;END;
      CREATE TRIGGER moz_places_afterupdate_frecency_trigger AFTER UPDATE OF frecency ON
        moz_places FOR EACH ROW WHEN is_frecency_decaying() IS NULL OR NEW.frecency < 0 BEGIN
        UPDATE moz_origins SET frecency = NEW.frecency WHERE id = NEW.origin_id; END;
      INSERT INTO moz_origins VALUES (1,'https://','a.b',5,0,NULL);
      INSERT INTO moz_places (url,title,origin_id,last_visit_date,guid) VALUES
        ('https://a.b/','A',1,1700000000000000,'abc');
      INSERT INTO moz_meta VALUES ('a',1),('b','x');
      INSERT INTO moz_keywords(keyword) VALUES ('k');
      ANALYZE;
      """#
  )
}
