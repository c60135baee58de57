import Testing

@testable import Strata

/// Rows beside a row, which are kept from one row of a statement to the next.
@Suite struct RowPartTests {
  /// A record that keeps its row.
  private struct Keeper: FetchableRecord {
    let row: Row
    init(row: Row) { self.row = row }
  }

  /// A record that keeps the row beside its own in every second row.
  private struct MemberKeepingClub: FetchableRecord {
    let member: Member
    let club: Row?
    let name: String?

    init(row: Row) throws {
      member = try Member(row: row)
      let keeper: Keeper = row["club"]
      club = member.id % 2 == 0 ? keeper.row : nil
      name = keeper.row["name"]
    }
  }

  private struct DecodedMemberKeepingClub: Decodable, FetchableRecord {
    struct Club: Decodable, FetchableRecord {
      let row: Row?
      init(row: Row) { self.row = row }
      init(from decoder: any Decoder) throws { row = nil }
    }
    let name: String
    let club: Club
  }

  private struct MemberWithPair: Decodable, FetchableRecord {
    struct Place: Decodable, FetchableRecord, Equatable { var name: String? }
    struct Title: Decodable, Equatable { var name: String? }
    var place: Place
    var title: Title

    enum CodingKeys: String, CodingKey {
      case place = "club"
      case title = "hall"
    }
  }

  private func clubName(of id: Int) -> String? { [1: "Chess", 2: "Rowing"][(id + 1) / 2] }

  @Test func `a part that a record keeps stays as it was`() throws {
    let request = Member.including(optional: Member.club).order(Column("id"))
    let members = try makeClubs().read { try MemberKeepingClub.fetchAll($0, request) }
    #expect(members.map(\.member.id) == [1, 2, 3, 4, 5])
    #expect(members.map(\.name) == members.map { clubName(of: $0.member.id) })
    for member in members where member.member.id % 2 == 0 {
      let row = try #require(member.club)
      #expect(row["id"] == (member.member.id + 1) / 2)
      #expect(row["name"] == clubName(of: member.member.id))
    }
  }

  @Test func `a part that a decoded record keeps stays as it was`() throws {
    let request = Member.including(required: Member.club).order(Column("id"))
    let members = try makeClubs().read { try DecodedMemberKeepingClub.fetchAll($0, request) }
    #expect(members.map(\.name) == ["Ann", "Bob", "Cid", "Dan"])
    #expect(members.map { $0.club.row?["name"] } == ["Chess", "Chess", "Rowing", "Rowing"])
  }

  @Test func `a part outlives its row, and knows whether it is NULL`() throws {
    let request = Member.including(optional: Member.club).order(Column("id"))
    let parts = try makeClubs().read { db in
      try Row.fetchAll(db, request).compactMap { $0.scope("club") }
    }
    #expect(parts.map(\.containsNonNullValue) == [true, true, true, true, false])
    #expect(parts.map { $0["name"] } == ["Chess", "Chess", "Rowing", "Rowing", nil] as [String?])
  }

  @Test func `two parts of one row are told apart, row after row`() throws {
    let request = Member.including(required: Member.club)
      .including(required: Member.club.forKey("hall").select(Column("name"))).order(Column("id"))
    let pairs = try makeClubs().read { try MemberWithPair.fetchAll($0, request) }
    let names = ["Chess", "Chess", "Rowing", "Rowing"]
    #expect(pairs.map(\.place) == names.map { MemberWithPair.Place(name: $0) })
    #expect(pairs.map(\.title) == names.map { MemberWithPair.Title(name: $0) })
  }

  /// Keys that no byte tells apart.
  private struct NamedByText: Decodable, FetchableRecord, Equatable {
    struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    let name: String
    let nickname: String?
    let score: Int

    init(_ name: String, _ nickname: String?, _ score: Int) {
      self.name = name
      self.nickname = nickname
      self.score = score
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      name = try container.decode(String.self, forKey: Key(stringValue: "name"))
      nickname = try container.decodeIfPresent(String.self, forKey: Key(stringValue: "nickname"))
      score = try container.decode(Int.self, forKey: Key(stringValue: "score"))
    }
  }

  /// A type with the only key that there is.
  private struct Score: Decodable, FetchableRecord, Equatable { var score: Int }

  @Test func `keys of any type find their columns`() throws {
    try makeClubs().read { db throws in
      let sql = "SELECT score, nickname, name FROM member WHERE id < 4 ORDER BY id"
      #expect(
        try NamedByText.fetchAll(db, sql: sql) == [
          NamedByText("Ann", "Annie", 10), NamedByText("Bob", nil, 30),
          NamedByText("Cid", "C", 20),
        ]
      )
      #expect(try Score.fetchAll(db, sql: sql).map(\.score) == [10, 30, 20])
      #expect(throws: RowDecodingError.self) {
        try Score.fetchAll(db, sql: "SELECT name FROM member")
      }
    }
  }

  /// A type that decodes itself by keys of two types.
  private struct TwoKeys: Decodable, FetchableRecord {
    enum First: CodingKey { case score, name }
    enum Second: CodingKey { case name, score }
    let values: [String]

    init(from decoder: any Decoder) throws {
      let first = try decoder.container(keyedBy: First.self)
      let second = try decoder.container(keyedBy: Second.self)
      values = [
        try first.decode(String.self, forKey: .name), try second.decode(String.self, forKey: .name),
        "\(try first.decode(Int.self, forKey: .score))",
        "\(try second.decode(Int64.self, forKey: .score))",
      ]
    }
  }

  @Test func `keys of two types are told apart`() throws {
    let values = try makeClubs().read { db in
      try TwoKeys.fetchAll(db, sql: "SELECT name, score FROM member WHERE id < 3 ORDER BY id")
    }
    #expect(values.map(\.values) == [["Ann", "Ann", "10", "10"], ["Bob", "Bob", "30", "30"]])
  }
}
