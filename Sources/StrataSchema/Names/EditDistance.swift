/// How many letters have to be inserted, removed, replaced or swapped with their neighbour to turn
/// one word into the other; nil where it is more than `limit`.
func editDistance(_ left: String, _ right: String, limit: Int) -> Int? {
  let left = Array(left.utf8)
  let right = Array(right.utf8)
  guard abs(left.count - right.count) <= limit else { return nil }
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for row in 0..<left.count {
    var current = [row + 1]
    for column in 0..<right.count {
      let isSame = left[row] == right[column]
      var best = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        best = min(best, beforeLast[column - 1] + 1)
      }
      current.append(best)
    }
    if current.allSatisfy({ $0 > limit }) { return nil }
    (beforeLast, last) = (last, current)
  }
  return last[right.count] <= limit ? last[right.count] : nil
}

/// The known name that somebody who wrote `name` most likely meant.
package func nearest(to name: String, in candidates: some Sequence<String>) -> String? {
  let limit = max(1, min(3, name.utf8.count / 3))
  let lowercased = name.lowercased()
  var best: (name: String, distance: Int)?
  for candidate in candidates where candidate != name {
    let other = candidate.lowercased()
    guard let distance = editDistance(lowercased, other, limit: limit) else { continue }
    if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
  }
  if let best { return best.name }
  guard lowercased.utf8.count >= 4 else { return nil }
  return candidates.first { $0 != name && $0.lowercased().hasPrefix(lowercased) }
}
