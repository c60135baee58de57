/// Names that `was:` gives beside the ones that it gives them to.
///
/// A name that is new to the history was not carried out yet. Where names move on, from one thing to the
/// next, what another has left may be taken; where they move in a circle the names alone do not say
/// whether they have, and the history does.
struct PendingRenames {
  /// An old name and a new one, folded.
  struct Move: Hashable {
    var old: String
    var new: String
  }

  /// Those moves that have not been carried out, in the order in which they were given; `isDone` says of
  /// a move in a circle whether it was.
  static func pending(
    _ moves: [Move],
    present: Set<String>,
    isDone: (Move) -> Bool
  ) -> [Move] {
    var rest = moves.filter { present.contains($0.old) && $0.old != $0.new }
    while true {
      let left = Set(rest.map(\.old))
      let possible = rest.filter { !present.contains($0.new) || left.contains($0.new) }
      if possible.count == rest.count { break }
      rest = possible
    }
    let next = Dictionary(rest.map { ($0.old, $0) }, uniquingKeysWith: { first, _ in first })
    return rest.filter { move in
      guard let circle = circle(from: move, next) else { return true }
      return !circle.allSatisfy(isDone)
    }
  }

  /// The moves of the circle that a move is in; nil where it is in none.
  private static func circle(from move: Move, _ next: [String: Move]) -> [Move]? {
    var circle = [move]
    while let following = circle.last.flatMap({ next[$0.new] }), circle.count <= next.count {
      if following == move { return circle }
      circle.append(following)
    }
    return nil
  }

  /// Moves one after the other, each to a name that is free by then; a circle goes by way of a name
  /// that nothing has, before or after.
  static func inOrder(
    _ moves: [(old: String, new: String)],
    names: Set<String>
  ) -> [(old: String, new: String)] {
    var open = moves
    // How many of those that are left have each name.
    var taken = Dictionary(grouping: moves) { SQLTokenizer.fold($0.old) }.mapValues(\.count)
    var done: [(old: String, new: String)] = []
    while let first = open.first {
      let free = open.firstIndex { taken[SQLTokenizer.fold($0.new), default: 0] == 0 }
      taken[SQLTokenizer.fold(open[free ?? 0].old), default: 0] -= 1
      if let free {
        done.append(open.remove(at: free))
      } else {
        var detour = "strata_old_" + first.old
        while names.contains(SQLTokenizer.fold(detour)) { detour += "_" }
        done.append((first.old, detour))
        open[0].old = detour
        taken[SQLTokenizer.fold(detour), default: 0] += 1
      }
    }
    return done
  }
}
