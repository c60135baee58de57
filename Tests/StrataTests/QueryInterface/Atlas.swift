import Strata

// Tables for associations of all directions.

struct Country: Codable, FetchableRecord, PersistableRecord, Identifiable, Hashable {
  static let flag = hasOne(Flag.self)
  static let passports = hasMany(Passport.self)
  static let citizens = hasMany(Citizen.self, through: passports, using: Passport.citizen)
  static let pets = hasMany(Pet.self, through: citizens, using: Citizen.pets)
  static let capitalCitizens = hasMany(
    Citizen.self,
    through: passports.filter(Column("isFirst") == true),
    using: Passport.citizen,
    key: "firsts"
  )

  var id: String
  var name: String
}

struct Flag: Codable, FetchableRecord, PersistableRecord, Hashable {
  static let country = belongsTo(Country.self)
  static let maker = belongsTo(Citizen.self, key: "maker")

  var countryID: String
  var colors: String
  var makerID: Int?
}

struct Citizen: Codable, FetchableRecord, PersistableRecord, Identifiable, Hashable {
  static let passports = hasMany(Passport.self)
  static let countries = hasMany(Country.self, through: passports, using: Passport.country)
  static let pets = hasMany(Pet.self)
  static let parent = belongsTo(Citizen.self, key: "parent")
  static let children = hasMany(Citizen.self, key: "children")

  var id: Int
  var name: String
  var parentID: Int?
}

struct Passport: Codable, FetchableRecord, PersistableRecord, Hashable {
  static let country = belongsTo(Country.self)
  static let citizen = belongsTo(Citizen.self)
  static let flag = hasOne(Flag.self, through: country, using: Country.flag)

  var countryID: String
  var citizenID: Int
  var isFirst: Bool
}

struct Pet: Codable, FetchableRecord, PersistableRecord, Identifiable, Hashable {
  static let citizen = belongsTo(Citizen.self)

  var id: Int
  var name: String
  var weight: Double
  var citizenID: Int
}

/// Three countries, the last one empty; Ann of both others with her children Bob and Cid.
func makeAtlas() throws -> DatabaseQueue {
  let queue = try DatabaseQueue()
  try queue.write { db throws in
    try db.execute(
      sql: """
        CREATE TABLE country (id TEXT PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE citizen (
          id INTEGER PRIMARY KEY, name TEXT NOT NULL, parentID INTEGER REFERENCES citizen
        );
        CREATE TABLE flag (
          countryID TEXT PRIMARY KEY REFERENCES country, colors TEXT NOT NULL,
          makerID INTEGER REFERENCES citizen
        );
        CREATE TABLE passport (
          countryID TEXT NOT NULL REFERENCES country,
          citizenID INTEGER NOT NULL REFERENCES citizen,
          isFirst INTEGER NOT NULL,
          PRIMARY KEY (countryID, citizenID)
        );
        CREATE TABLE pet (
          id INTEGER PRIMARY KEY, name TEXT NOT NULL, weight REAL NOT NULL,
          citizenID INTEGER NOT NULL REFERENCES citizen
        );
        INSERT INTO country VALUES ('FR', 'France'), ('IS', 'Iceland'), ('NU', 'Niue');
        INSERT INTO citizen VALUES (1, 'Ann', NULL), (2, 'Bob', 1), (3, 'Cid', 1);
        INSERT INTO flag VALUES ('FR', 'blue white red', 1), ('IS', 'blue white red', NULL);
        INSERT INTO passport VALUES
          ('FR', 1, 1), ('IS', 1, 0), ('FR', 2, 1), ('IS', 3, 1);
        INSERT INTO pet VALUES (1, 'Rex', 20, 1), (2, 'Kit', 4, 1), (3, 'Lou', 6, 2);
        """
    )
  }
  return queue
}
