import StrataSchema

/// Makes texts that fit the name of a column.
struct FixtureTexts {
  /// What a row is about, so that its name, its address and its user name go together.
  struct Persona {
    var first: String
    var last: String

    init(_ random: inout FixtureRandom) {
      first = random.pick(FixtureWords.firstNames, or: "Ada")
      last = random.pick(FixtureWords.lastNames, or: "Smith")
    }

    /// The name in ASCII and small letters, for addresses.
    var plain: (first: String, last: String) { (Self.plain(first), Self.plain(last)) }

    private static func plain(_ name: String) -> String {
      let letters: [Character: String] = [
        "ä": "ae", "ö": "oe", "ü": "ue", "á": "a", "à": "a", "í": "i", "ë": "e", "é": "e", "ó": "o",
      ]
      return name.lowercased().map { letters[$0] ?? ($0.isASCII && $0.isLetter ? String($0) : "") }
        .joined()
    }
  }

  let persona: Persona
  /// The words of the table's name, in small letters.
  let table: [String]
  /// Counts on where a text has to be another than all before.
  let variation: Int

  /// A text for a column.
  func text(for column: String, _ random: inout FixtureRandom) -> String {
    let words = SwiftNaming.words(of: column).map { $0.lowercased() }
    let text = plain(for: words, &random)
    guard variation > 0 else { return text }
    if let at = text.firstIndex(of: "@") {
      return text[..<at] + "\(variation)" + text[at...]
    }
    return text.contains(" ") ? "\(text) \(variation)" : "\(text)\(variation)"
  }

  private func plain(for words: [String], _ random: inout FixtureRandom) -> String {
    let last = words.last ?? ""
    let joined = words.joined()
    let has = { (names: String...) in names.contains { words.contains($0) || joined.hasSuffix($0) }
    }
    let (first, family) = persona.plain
    if has("email", "mail") {
      return "\(first).\(family)@example.\(random.pick(["com", "org", "net"], or: "com"))"
    }
    if has("firstname", "forename", "givenname") { return persona.first }
    if has("lastname", "surname", "familyname") { return persona.last }
    if has("username", "login", "handle", "nickname", "alias", "slug") {
      return first + random.pick(["", "_", "."], or: "") + family.prefix(1)
    }
    if has("phone", "mobile", "fax", "telephone", "tel") {
      return
        "+\(random.number(1...99)) \(random.number(200...999)) 555 \(random.number(1000...9999))"
    }
    if has("url", "website", "homepage", "link", "uri", "href") {
      return "https://example.com/\(first)/\(random.number(1...999))"
    }
    if has("city", "town", "birthplace") { return random.pick(FixtureWords.cities, or: "Berlin") }
    if has("country", "nation") { return random.pick(FixtureWords.countries, or: "France") }
    if has("state", "region", "province"), words.contains("address") || words.contains("billing") {
      return random.pick(FixtureWords.regions, or: "North")
    }
    if has("street", "address", "address1", "addressline") {
      return "\(random.number(1...180)) \(random.pick(FixtureWords.streets, or: "Main Street"))"
    }
    if has("zip", "postcode", "postalcode", "plz", "postal") {
      return "\(random.number(10000...99999))"
    }
    if has("company", "organisation", "organization", "employer", "vendor", "supplier", "publisher")
    {
      return company(&random)
    }
    return other(words, last, has, &random)
  }

  private func other(
    _ words: [String],
    _ last: String,
    _ has: (String...) -> Bool,
    _ random: inout FixtureRandom
  ) -> String {
    if has("color", "colour") { return random.pick(FixtureWords.colors, or: "red") }
    if has("currency") { return random.pick(FixtureWords.currencies, or: "EUR") }
    if has("language", "locale", "lang") { return random.pick(FixtureWords.languages, or: "en") }
    if has("timezone", "zone") { return random.pick(FixtureWords.zones, or: "UTC") }
    if has("status", "state") { return random.pick(FixtureWords.states, or: "new") }
    if has("job", "profession", "role", "jobtitle") {
      return random.pick(FixtureWords.jobs, or: "Cook")
    }
    if has("gender", "sex") { return random.pick(["f", "m", "x"], or: "x") }
    if has("hash", "token", "checksum", "secret", "password", "digest", "key") {
      return (0..<16).map { _ in String(random.number(0...15), radix: 16) }.joined()
    }
    if has("code", "sku", "isbn", "number", "reference", "barcode") {
      return "\(random.pick(["AB", "CX", "DK", "QZ"], or: "AB"))-\(random.number(1000...9999))"
    }
    if has("file", "filename", "path") { return random.pick(FixtureWords.files, or: "notes.txt") }
    if has("mimetype", "mime", "contenttype") {
      return random.pick(FixtureWords.mimeTypes, or: "text/plain")
    }
    if has("json") { return "{}" }
    if has(
      "description",
      "text",
      "body",
      "note",
      "notes",
      "comment",
      "bio",
      "summary",
      "content",
      "message",
      "details",
      "abstract",
      "remark",
      "about"
    ) {
      return random.pick(FixtureWords.sentences, or: "")
    }
    if has("date", "day") {
      return "20\(random.number(20...24))-0\(random.number(1...9))-1\(random.number(0...9))"
    }
    if last == "name" || has("author", "artist", "owner", "contact", "person", "composer", "sender")
    {
      if has("author", "artist", "owner", "contact", "person", "composer", "sender")
        || isAboutPeople
      {
        return "\(persona.first) \(persona.last)"
      }
      if table.contains(where: ["company", "supplier", "vendor", "publisher", "shop"].contains) {
        return company(&random)
      }
    }
    return
      "\(random.pick(FixtureWords.adjectives, or: "Calm")) \(random.pick(FixtureWords.nouns, or: "River"))"
  }

  private var isAboutPeople: Bool {
    let people: Set<String> = [
      "person", "people", "user", "player", "employee", "customer", "author", "artist", "member",
      "contact", "student", "teacher", "patient", "client", "friend", "account", "owner", "actor",
    ]
    return table.contains { people.contains($0) || people.contains(String($0.dropLast())) }
  }

  private func company(_ random: inout FixtureRandom) -> String {
    random.pick(FixtureWords.companies, or: "Orion") + " "
      + random.pick(FixtureWords.companyEnds, or: "Ltd")
  }
}
