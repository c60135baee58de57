import Strata
import Testing

@testable import StrataDocuments

/// What becomes of a document that both databases have changed.
@Suite(.timeLimit(.minutes(5)))
struct ReplicatorConflictTests: ReplicatedSuite {
  let replicas: Replicas

  init() throws { replicas = try Replicas() }

  /// A document that both sides have changed.
  private func diverge(_ first: String, _ second: String) async throws {
    try save("a", "base", mine)
    try await replicator().replicate()
    try save("a", first, mine)
    try save("a", second, theirs)
  }

  @Test func `by default the later change wins, and both sides have it`() async throws {
    try await diverge("earlier", "later")
    try await replicator().replicate()
    #expect(try titles(mine) == ["later"])
    try save("a", "second earlier", theirs)
    try save("a", "second later", mine)
    try await replicator().replicate()
    #expect(try titles(mine) == ["second later"])
    #expect(try titles(theirs) == ["second later"])
  }

  @Test func `by default a deletion wins`() async throws {
    try await diverge("mine", "theirs")
    try delete("a", theirs)
    try save("a", "later", mine)
    try await replicator().replicate()
    #expect(try titles(mine) == [])
    #expect(try titles(theirs) == [])
  }

  @Test func `a resolver gets both sides and their base`() async throws {
    try await diverge("mine", "theirs")
    try save("a", "mine again", mine)
    let seen = Lock<[String?]>([])
    try await replicator(
      .pushAndPull,
      .init(conflictResolver: { conflict in
        let titles = try [conflict.local, conflict.remote, conflict.base].map {
          try $0?.data(as: Task.self).title
        }
        seen.withLock { $0 += titles }
        let task = Task(title: titles.compactMap { $0 }.joined(separator: ", "))
        return try .merged(task, conflict)
      })
    ).replicate()
    #expect(seen.withLock { $0 } == ["mine again", "theirs", "base"])
    #expect(try titles(mine) == ["mine again, theirs, base"])
    #expect(try titles(theirs) == titles(mine))
  }

  @Test(arguments: [ConflictResolution.local, .remote, .deletion])
  func `a resolver chooses a side or a deletion`(resolution: ConflictResolution) async throws {
    try await diverge("mine", "theirs")
    try await replicator(.pushAndPull, .init(conflictResolver: { _ in resolution })).replicate()
    #expect(try titles(mine) == titles(theirs))
    #expect(try mine.document(id: "a")?.revision == theirs.document(id: "a")?.revision)
    // Nothing is left to be decided.
    let again = replicator(
      .pushAndPull,
      .init(conflictResolver: { _ in
        Issue.record("no conflict")
        return .local
      })
    )
    try await again.replicate()
  }

  @Test func `a resolver that throws leaves both sides, and is asked again`() async throws {
    struct Failure: Error {}
    try await diverge("mine", "theirs")
    try save("z", "other", theirs)
    let failing = replicator(.pushAndPull, .init(conflictResolver: { _ in throw Failure() }))
    let failures = try await events(failing).compactMap(\.2)
    #expect(failures.contains { $0.reason == .resolver })
    #expect(try titles(mine) == ["mine", "other"])
    #expect(try titles(theirs) == ["theirs", "other"])
    try await replicator().replicate()
    #expect(try titles(mine) == titles(theirs))
  }

  @Test func `a resolver that writes the document is asked again`() async throws {
    try await diverge("mine", "theirs")
    let calls = Lock(0)
    try await replicator(
      .pushAndPull,
      .init(conflictResolver: { [mine] conflict in
        let call = calls.withLock { calls in
          calls += 1
          return calls
        }
        let local = try conflict.local.data(as: Task.self)
        if call == 1 {
          local.title = "written meanwhile"
          try mine.save(from: local)
        }
        return try .merged(Task(title: "\(local.title), merged"), conflict)
      })
    ).replicate()
    #expect(calls.withLock { $0 } == 2)
    #expect(try titles(theirs) == ["written meanwhile, merged"])
  }

  @Test func `a push without a pull tells of conflicts`() async throws {
    try await diverge("mine", "theirs")
    let failures = try await events(replicator(.push)).compactMap(\.2)
    #expect(failures.map(\.reason) == [.conflict])
    #expect(try titles(theirs) == ["theirs"])
    #expect(try titles(mine) == ["mine"])
  }

  @Test func `equal changes are no conflict`() async throws {
    try await diverge("same", "same")
    try await replicator(
      .pushAndPull,
      .init(conflictResolver: { _ in
        Issue.record("no conflict")
        return .local
      })
    ).replicate()
    #expect(try mine.document(id: "a")?.revision == theirs.document(id: "a")?.revision)
  }
}
