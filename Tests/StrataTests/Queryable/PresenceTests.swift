import Testing

@testable import Strata

struct PresenceTests {
  @Test func `a presence remembers what was there last`() {
    let found: [Int?] = [nil, nil, 1, 2, nil, nil, 3, nil]
    var presence = Presence<Int>.missing
    let seen = found.map { value in
      presence = presence.next(value)
      return presence
    }
    #expect(
      seen == [
        .missing, .missing, .existing(1), .existing(2), .gone(2), .gone(2), .existing(3), .gone(3),
      ]
    )
  }

  @Test func `a presence has a value and an id where there is or was one`() {
    struct Item: Identifiable, Hashable { var id: Int }
    let states: [(Presence<Item>, Int?, Bool)] = [
      (.missing, nil, false), (.existing(Item(id: 1)), 1, true), (.gone(Item(id: 1)), 1, false),
    ]
    for (presence, id, exists) in states {
      #expect(presence.value?.id == id)
      #expect(presence.id == id)
      #expect(presence.exists == exists)
    }
    #expect(Set([Presence.missing, .existing(1), .gone(1)]).count == 3)
  }
}
