import Testing

@testable import Strata

struct FetchPacingTests {
  @Test func `a fast fetch waits for nothing`() {
    var pacing = FetchPacing()
    #expect(pacing.begin(commit: 1) == .now)
    pacing.didFetch(for: .microseconds(999))
    #expect(pacing.begin(commit: 2) == .now)
  }

  @Test func `a slow fetch follows a single write after half of its time`() {
    var pacing = FetchPacing()
    pacing.didFetch(for: .milliseconds(8))
    #expect(pacing.begin(commit: 5) == .later(.milliseconds(2)))
    #expect(pacing.next(commit: 5) == .later(.milliseconds(2)))
    #expect(pacing.next(commit: 5) == .now)
  }

  @Test func `a pause between two writes does not end a burst`() {
    var pacing = FetchPacing()
    pacing.didFetch(for: .milliseconds(8))
    #expect(pacing.begin(commit: 5) == .later(.milliseconds(2)))
    for commit in 6...8 {
      #expect(pacing.next(commit: commit) == .later(.milliseconds(2)))
      #expect(pacing.next(commit: commit) == .later(.milliseconds(2)))
    }
    #expect(pacing.next(commit: 8) == .now)
  }

  @Test func `a burst of writes is let go first, for three times its time at most`() {
    var pacing = FetchPacing()
    pacing.didFetch(for: .milliseconds(8))
    for _ in 0..<2 {
      #expect(pacing.begin(commit: 1) == .later(.milliseconds(2)))
      for commit in 2...12 { #expect(pacing.next(commit: commit) == .later(.milliseconds(2))) }
      #expect(pacing.next(commit: 13) == .now)
    }
    pacing.didFetch(for: .milliseconds(1))
    #expect(pacing.begin(commit: 10) == .later(.microseconds(250)))
  }
}
