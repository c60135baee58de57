import Testing

@testable import Strata

struct ObservationIndexTests {
  private func changes(_ table: String) -> DatabaseChanges {
    var changes = DatabaseChanges()
    changes.tables[TableName(table)] = .whole
    return changes
  }

  private let schemaChange: DatabaseChanges = {
    var changes = DatabaseChanges()
    changes.includesSchema = true
    return changes
  }()

  /// An index with one observation that has fetched from `table`.
  private func index(
    _ id: ObservationID,
    _ table: String = "player",
    isConstant: Bool = true
  ) -> ObservationIndex {
    var index = ObservationIndex()
    index.add(id, isConstant: isConstant, lane: .read)
    #expect(index.takeWaiting(.read) == [id])
    #expect(index.finish(id, region: DatabaseRegion(table: table)) == nil)
    #expect(index.isIdle)
    return index
  }

  @Test func `a commit tells the observations of its tables, once until they have fetched`() {
    let id = ObservationID()
    var index = index(id)
    #expect(index.commit(changes("team")) == [])
    #expect(index.commit(changes("player")) == [id])
    #expect(index.commit(changes("player")) == [])
    #expect(!index.isIdle)
    #expect(index.firstWaiting(.read) == nil)
    index.enqueue(id)
    #expect(index.takeWaiting(.read) == [id])
    #expect(index.finish(id, region: nil) == nil)
    #expect(index.isIdle)
  }

  @Test func `a commit during a fetch has the value fetched again`() {
    let id = ObservationID()
    var index = index(id)
    _ = index.commit(changes("player"))
    index.enqueue(id)
    _ = index.takeWaiting(.read)
    #expect(index.commit(changes("team")) == [])
    #expect(index.commit(changes("player")) == [])
    #expect(index.finish(id, region: nil) == changes("player"))
    index.enqueue(id)
    #expect(index.takeWaiting(.read) == [id])
    #expect(index.finish(id, region: nil) == nil)
  }

  @Test func `a commit before the region is known counts where it concerns the region`() {
    let id = ObservationID()
    for (table, isConcerned) in [("player", true), ("team", false)] {
      var index = ObservationIndex()
      index.add(id, isConstant: true, lane: .read)
      #expect(index.commit(changes("player")) == [])
      _ = index.takeWaiting(.read)
      #expect(index.interest == .everything)
      _ = index.commit(changes(table))
      let missed = index.finish(id, region: DatabaseRegion(table: "player"))
      #expect((missed != nil) == isConcerned)
      #expect(index.interest == .tables([TableName("player")]))
    }
  }

  @Test func `only what is committed after the begin of the fetch counts`() {
    let id = ObservationID()
    var index = ObservationIndex()
    index.add(id, isConstant: true, lane: .read)
    index.take(id)
    _ = index.commit(changes("player"))
    index.begin(id)
    #expect(index.finish(id, region: DatabaseRegion(table: "player")) == nil)
  }

  @Test func `a long fetch beside many commits misses none`() {
    let id = ObservationID()
    var index = index(id)
    _ = index.commit(changes("player"))
    index.enqueue(id)
    _ = index.takeWaiting(.read)
    _ = index.commit(changes("player"))
    for _ in 0..<500 { _ = index.commit(changes("team")) }
    #expect(index.finish(id, region: nil)?.tables[TableName("player")] == .whole)
  }

  @Test func `a change of the schema tells everybody, and has regions found out again`() {
    let id = ObservationID()
    var index = index(id)
    #expect(!index.needsRegion(id))
    #expect(index.commit(schemaChange) == [id])
    #expect(index.needsRegion(id))
    index.enqueue(id)
    _ = index.takeWaiting(.read)
    _ = index.commit(schemaChange)
    #expect(index.finish(id, region: DatabaseRegion(table: "team")) == schemaChange)
    #expect(index.needsRegion(id))
  }

  @Test func `a change of the schema counts while an observation is told, waits or pauses`() {
    for isPausing in [false, true] {
      for isEnqueued in [false, true] {
        let id = ObservationID()
        var index = index(id)
        _ = index.commit(changes("player"))
        index.enqueue(id)
        _ = index.takeWaiting(.read)
        _ = index.finish(id, region: nil, isPausing: isPausing)
        #expect(index.commit(changes("player")) == [id])
        if isEnqueued { index.enqueue(id) }
        #expect(index.commit(schemaChange) == [])
        #expect(index.needsRegion(id), "pausing \(isPausing), enqueued \(isEnqueued)")
      }
    }
  }

  @Test func `an observation that pauses waits when its pause is over, if it has to`() {
    let id = ObservationID()
    var index = index(id)
    _ = index.commit(changes("player"))
    index.enqueue(id)
    _ = index.takeWaiting(.read)
    #expect(index.finish(id, region: nil, isPausing: true) == nil)
    #expect(index.isIdle)
    #expect(index.commit(changes("player")) == [id])
    index.enqueue(id)
    #expect(index.commit(changes("player")) == [])
    #expect(index.firstWaiting(.read) == nil)
    #expect(!index.isIdle)
    index.endPause(id)
    #expect(index.takeWaiting(.read) == [id])
    #expect(index.finish(id, region: nil, isPausing: true) == nil)
    index.endPause(id)
    #expect(index.isIdle)
    #expect(index.commit(changes("player")) == [id])
    index.enqueue(id)
    #expect(index.firstWaiting(.read) == id)
  }

  @Test func `an observation that ends in its pause leaves nothing behind`() {
    let id = ObservationID()
    var index = index(id)
    _ = index.commit(changes("player"))
    index.enqueue(id)
    _ = index.takeWaiting(.read)
    _ = index.finish(id, region: nil, isPausing: true)
    _ = index.commit(changes("player"))
    index.enqueue(id)
    index.remove(id)
    index.endPause(id)
    #expect(index.isIdle)
    #expect(index.isEmpty)
  }

  @Test func `a region that is not certain is found out anew, also a constant one`() {
    let id = ObservationID()
    var index = index(id)
    _ = index.commit(changes("player"))
    index.enqueue(id)
    _ = index.takeWaiting(.read)
    _ = index.finish(id, region: .fullDatabase, isRegionCertain: false)
    #expect(index.needsRegion(id))
    #expect(index.commit(changes("team")) == [id])
    index.enqueue(id)
    _ = index.takeWaiting(.read)
    _ = index.finish(id, region: DatabaseRegion(table: "player"))
    #expect(!index.needsRegion(id))
    #expect(index.commit(changes("team")) == [])
  }

  @Test func `rows are told apart where they are known`() {
    let ids = (0..<3).map { _ in ObservationID() }
    var index = ObservationIndex()
    for (row, id) in ids.enumerated() {
      index.add(id, isConstant: true, lane: .read)
      index.take(id)
      _ = index.finish(id, region: DatabaseRegion(table: "player", rowIDs: [Int64(row)]))
    }
    var table = TableChanges(layout: TableLayout(columns: [], isWithoutRowID: false))
    table.insert(.all, rowID: 1)
    var changes = DatabaseChanges()
    changes.tables[TableName("player")] = table
    #expect(index.commit(changes) == [ids[1]])
  }

  @Test func `an observation that has ended leaves nothing behind`() {
    for end in 0..<4 {
      let id = ObservationID()
      var index = ObservationIndex()
      index.add(id, isConstant: false, lane: .write)
      if end > 0 { _ = index.takeWaiting(.write) }
      if end > 1 { _ = index.finish(id, region: .fullDatabase) }
      if end > 2 { #expect(index.commit(changes("player")) == [id]) }
      index.remove(id)
      #expect(index.isEmpty)
      #expect(index.isIdle)
      #expect(index.interest == .tables([]))
      #expect(index.finish(id, region: nil) == nil)
      #expect(index.commit(changes("player")) == [])
    }
  }
}
