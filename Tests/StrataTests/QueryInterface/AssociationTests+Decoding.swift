import Testing

@testable import Strata

extension AssociationTests {
  private struct PersonInSociety: FetchableRecord {
    var society: Society
    init(row: Row) throws { society = row["club"] }
  }

  private struct MemberInClub: FetchableRecord {
    var club: Club
    init(row: Row) throws { club = row["club"] }
  }

  @Test func `a joined record that cannot be decoded is an error of the fetch`() throws {
    try makeClubs().read { db throws in
      // The name is a number, or there is none.
      let wrong = [Column("id").sqlSelection, Column("id").forKey("name")]
      let clubs = [Member.club.select(wrong), Member.club.select([Column("id")])]
      for club in clubs {
        let request = Member.including(required: club)
        let optional = #expect(throws: RowDecodingError.self) {
          try MemberWithClub.fetchAll(db, request)
        }
        #expect(optional?.column == "name")
        let required = #expect(throws: RowDecodingError.self) {
          try MemberInClub.fetchAll(db, request)
        }
        #expect(required?.column == "name")
        let byHand = #expect(throws: RowDecodingError.self) {
          try PersonInSociety.fetchAll(db, request)
        }
        #expect(byHand?.column == "name")
      }
      // No row beside it at all.
      let missing = #expect(throws: RowDecodingError.self) {
        try MemberInClub.fetchAll(db, Member.all())
      }
      #expect(missing?.column == "club")
      // The statement is good for more.
      #expect(try MemberInClub.fetchAll(db, Member.including(required: Member.club)).count == 4)
    }
  }
}
