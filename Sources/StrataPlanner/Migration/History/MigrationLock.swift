import StrataSchema

/// `strata.lock`: what is known of the steps of a history beside their SQL.
///
/// The chain hash of a step covers all before it, so that two branches that both add a step change the
/// same line, and git says so.
package struct MigrationLock: Hashable, Sendable {
  package var steps: [Step] = []

  package init() {}

  /// A recorded step.
  package struct Step: Hashable, Sendable {
    package var name: String
    /// The hash of its SQL.
    package var hash: String
    package var chain = ""
    /// Whether it was released, and is never changed again.
    package var isSealed = false
    /// The steps of other migrators, or of the history before it was squashed, that it stands for.
    package var replaces: [String] = []
    /// Whether it describes a database that was there before the history.
    package var isBaseline = false
    /// What it does that has to be acknowledged, such as `column-dropped player.nickname`.
    package var hazards: [String] = []
    /// The hashes of the statements that the planner wrote; others were added by hand.
    package var planned: [String] = []
    /// The facts that it adds or changes.
    package var addedFacts: [String: String] = [:]
    package var removedFacts: [String] = []
    /// The names in the schema that changed places, and need not do so again.
    package var swaps: [String] = []

    package init(name: String, hash: String) {
      self.name = name
      self.hash = hash
    }

    /// The lines that the chain hash covers.
    fileprivate var lines: [String] {
      (isBaseline ? ["baseline"] : []) + replaces.map { "replaces \($0)" }
        + hazards.map { "hazard \($0)" }
        + removedFacts.sorted().map { "- \($0)" }
        + addedFacts.sorted { $0.key < $1.key }.map { "+ \($0.key): \($0.value)" }
    }

    /// The facts after the step.
    func change(_ facts: inout SchemaFacts) {
      for key in removedFacts { facts.values[SchemaFacts.key(key)] = nil }
      for (key, value) in addedFacts { facts.values[SchemaFacts.key(key)] = value }
    }

    /// Takes up what leads from one state of facts to another.
    mutating func setFacts(from old: SchemaFacts, to new: SchemaFacts) {
      removedFacts = old.values.keys.filter { new.values[$0] == nil }.sorted()
      addedFacts = new.values.filter { old.values[$0.key] != $0.value }
    }
  }

  /// The chain hash that a step has after another one.
  private static func chain(_ step: Step, after previous: String?) -> String {
    schemaHash(of: ([previous ?? "", step.name, step.hash] + step.lines).map(Literal.sqlText))
  }

  /// Computes all chain hashes anew.
  package mutating func updateChain() {
    for index in steps.indices {
      steps[index].chain = Self.chain(steps[index], after: index > 0 ? steps[index - 1].chain : nil)
    }
  }

  /// The index of the first step whose chain hash is wrong.
  var firstBrokenStep: Int? {
    steps.indices.first { index in
      steps[index].chain
        != Self.chain(steps[index], after: index > 0 ? steps[index - 1].chain : nil)
    }
  }

  /// The facts after the first `count` steps.
  func facts(after count: Int) -> SchemaFacts {
    steps.prefix(count).reduce(into: SchemaFacts()) { $1.change(&$0) }
  }
}

extension MigrationLock {
  private static let head = "strata lock 1"

  /// The file.
  package var text: String {
    var text =
      Self.head + "\n# Written by stratac beside each step; committed with them, never edited.\n"
    for step in steps {
      text += "\nstep \(step.name)\n  hash \(step.hash)\n  chain \(step.chain)\n"
      var lines = step.isSealed ? ["sealed"] : []
      lines += step.planned.map { "planned \($0)" } + step.swaps.map { "swap \($0)" } + step.lines
      for line in lines { text += "  \(Self.escape(line))\n" }
    }
    return text
  }

  /// A text of which none ends a line: raw values and names may hold anything.
  private static func escape(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  private static func unescape(_ text: Substring) -> String {
    var isEscaped = false
    return text.unicodeScalars.reduce(into: "") { text, scalar in
      if !isEscaped, scalar == "\\" {
        isEscaped = true
        return
      }
      let isLetter = isEscaped
      isEscaped = false
      switch scalar {
      case "n" where isLetter: text += "\n"
      case "r" where isLetter: text += "\r"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  /// A line that cannot be read, counted from 1.
  package struct BadLine: Error {
    package var line: Int
  }

  /// Reads the file; its lines end with LF.
  package init(_ text: String) throws(BadLine) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first == Self.head[...] else { throw BadLine(line: 1) }
    for (index, line) in lines.enumerated().dropFirst() {
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard read(line) else { throw BadLine(line: index + 1) }
    }
  }

  private mutating func read(_ line: Substring) -> Bool {
    if line.hasPrefix("step ") {
      steps.append(Step(name: String(line.dropFirst(5)), hash: ""))
      return true
    }
    guard line.hasPrefix("  "), !steps.isEmpty else { return false }
    let words = line.dropFirst(2)
    let key = words.prefix { $0 != " " }
    let value = Self.unescape(words.dropFirst(key.count + 1))
    let last = steps.count - 1
    switch key {
    case "sealed" where value.isEmpty: steps[last].isSealed = true
    case "baseline" where value.isEmpty: steps[last].isBaseline = true
    case _ where value.isEmpty: return false
    case "hash": steps[last].hash = value
    case "chain": steps[last].chain = value
    case "planned": steps[last].planned.append(value)
    case "swap": steps[last].swaps.append(value)
    case "replaces": steps[last].replaces.append(value)
    case "hazard": steps[last].hazards.append(value)
    case "-": steps[last].removedFacts.append(value)
    case "+":
      // A raw value of a case may hold a colon, and what is said of it does not.
      guard let colon = value.ranges(of: ": ").last else { return false }
      steps[last].addedFacts[String(value[..<colon.lowerBound])] = String(
        value[colon.upperBound...]
      )
    default: return false
    }
    return true
  }
}
