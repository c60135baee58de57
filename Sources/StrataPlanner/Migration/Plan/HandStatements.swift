/// What an author has added to a step, kept when the step is planned anew.
package struct HandStatements {
  /// A statement of the author, with the hashes of those around it.
  private struct Added {
    var hash: String
    var statement: MigrationPlan.Statement
    /// The nearest first; other statements of the author among them.
    var before: [String]
    var after: [String]
  }

  private var added: [Added] = []
  /// The hashes of the planner's statements that the author has removed.
  private var removed: [String] = []
  /// The comments around the planner's statements, by their hashes.
  private var comments: [String: (before: [String], behind: [String])] = [:]
  /// The comments after the last statement.
  package let tail: [String]

  /// The planner's statements that are there, where the author has changed their order.
  private var order: [String] = []

  /// Whether the author has changed nothing.
  package var isEmpty: Bool { added.isEmpty && removed.isEmpty && order.isEmpty }

  /// Finds what in a step the planner did not write.
  package init(in step: MigrationHistory.Step) {
    var planned = step.lock.planned
    var before: [String] = []
    let hashes = step.script.statements.map { schemaHash(of: [$0]) }
    tail = step.script.tail
    for (index, hash) in hashes.enumerated() {
      let comments = step.script.comments[index]
      if let place = planned.firstIndex(of: hash) {
        planned.remove(at: place)
        self.comments[hash] = (comments, step.script.remarks[index])
      } else {
        var statement = MigrationPlan.Statement(
          step.script.statements[index],
          comments.isEmpty ? nil : comments.joined(separator: "\n")
        )
        statement.remarks = step.script.remarks[index]
        let after = hashes[(index + 1)...].filter(step.lock.planned.contains)
        added.append(Added(hash: hash, statement: statement, before: before, after: after))
      }
      before.insert(hash, at: 0)
    }
    removed = planned
    let kept = hashes.filter(step.lock.planned.contains)
    if kept != step.lock.planned.filter(kept.contains) { order = kept }
  }

  /// Puts statements that the author has ordered into that order, at the places that they have together.
  private func reorder(_ entries: inout [(hash: String, statement: MigrationPlan.Statement)]) {
    let places = entries.indices.filter { order.contains(entries[$0].hash) }
    var moved = places.map { entries[$0] }
    let sorted = order.compactMap { hash in
      moved.firstIndex { $0.hash == hash }.map { moved.remove(at: $0) }
    }
    for (place, entry) in zip(places, sorted) { entries[place] = entry }
  }

  /// The statements of a new plan with those of the author, each after the statement that it stood
  /// after, or else before the one that it stood before.
  ///
  /// - Returns: also the statements that have lost all their neighbours, so that nobody knows where they
  ///   belong.
  package func merged(
    into plan: [MigrationPlan.Statement]
  ) -> (statements: [MigrationPlan.Statement], homeless: [String]) {
    var removed = removed
    var entries = plan.map { (hash: schemaHash(of: [$0.sql]), statement: $0) }
    entries.removeAll { entry in
      guard let index = removed.firstIndex(of: entry.hash) else { return false }
      removed.remove(at: index)
      return true
    }
    reorder(&entries)
    for index in entries.indices {
      guard let known = comments[entries[index].hash] else { continue }
      if !known.before.isEmpty {
        entries[index].statement.comment = known.before.joined(separator: "\n")
      }
      entries[index].statement.remarks = known.behind
    }
    var homeless: [String] = []
    // A step that was written anew, and its lock was not: what the plan has too is no author's.
    var own = entries.map(\.hash)
    for item in added {
      if let index = own.firstIndex(of: item.hash) {
        own.remove(at: index)
        continue
      }
      func place(of hash: String) -> Int? { entries.firstIndex { $0.hash == hash } }
      let place: Int? =
        item.before.lazy.compactMap(place).first.map { $0 + 1 }
        ?? item.after.lazy.compactMap(place).first
        ?? (item.before.isEmpty && item.after.isEmpty ? entries.count : nil)
      if let place {
        entries.insert((item.hash, item.statement), at: place)
      } else {
        homeless.append(item.statement.sql)
      }
    }
    return (entries.map(\.statement), homeless)
  }
}

extension MigrationPlan {
  /// Whether statements, run in the place of the planned ones, leave the schema that is planned.
  ///
  /// - Throws: `StepFailure` where SQLite refuses them.
  package func isMet(by statements: [Statement], after history: ReplayedHistory) throws -> Bool {
    let schemas = try [statements, self.statements].map { statements in
      let database = try history.database.copy()
      try database.run(statements.map(\.sql))
      return try StoredSchema(database.connection)
    }
    return SchemaDifference(from: schemas[0], to: schemas[1]).isEmpty
  }
}
