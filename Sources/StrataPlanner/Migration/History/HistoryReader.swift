import StrataSchema

/// Reads a folder of steps with its lock, and says what does not go together.
struct HistoryReader {
  let folder: String
  let files: [SchemaFile]
  let tolerance: HistoryTolerance
  var diagnostics = Diagnostics()

  init(folder: String, files: [SchemaFile], tolerance: HistoryTolerance) {
    self.folder = folder
    self.files = files
    self.tolerance = tolerance
  }

  mutating func read() -> MigrationHistory? {
    for file in files { reportConflict(in: file) }
    guard !diagnostics.hasErrors else { return nil }
    let scripts = files.filter { $0.baseName.hasSuffix(".sql") }
      .sorted { $0.baseName < $1.baseName }
    guard let lock = readLock(hasSteps: !scripts.isEmpty) else { return nil }
    var steps: [MigrationHistory.Step] = []
    for (index, entry) in lock.steps.enumerated() {
      checkNumber(of: entry, after: index > 0 ? lock.steps[index - 1] : nil)
      guard let file = scripts.first(where: { $0.baseName == entry.name + ".sql" }) else {
        diagnostics.error(
          "step-missing",
          "the file '\(entry.name).sql' of a recorded step is missing; restore it (git checkout)",
          at: place(of: "step \(entry.name)", in: lockFile)
        )
        continue
      }
      let text = String(lines: file.bytes)
      let step = MigrationHistory.Step(
        path: file.path,
        text: text,
        script: SQLScript(text),
        lock: entry
      )
      check(step, isLast: index == lock.steps.count - 1)
      steps.append(step)
    }
    let known = Set(lock.steps.map { $0.name + ".sql" })
    for file in scripts where !known.contains(file.baseName) {
      let step = lock.steps.first { $0.replaces.contains(String(file.baseName.dropLast(4))) }
      if let step { reportSquashed(file, in: step) } else { reportUnrecorded(file) }
    }
    checkChain(of: lock)
    return MigrationHistory(folder: folder, steps: steps, lock: lock)
  }

  private var lockFile: SchemaFile? {
    files.first { $0.baseName == MigrationHistory.lockName }
  }

  private mutating func readLock(hasSteps: Bool) -> MigrationLock? {
    guard let file = lockFile else {
      guard hasSteps else { return MigrationLock() }
      diagnostics.error(
        "history-lock",
        "'\(MigrationHistory.lockName)' is missing in '\(folder)'; restore it (git checkout)",
        at: nil
      )
      return nil
    }
    do throws(MigrationLock.BadLine) {
      return try MigrationLock(String(lines: file.bytes))
    } catch {
      diagnostics.error(
        "history-lock",
        "this line is none of a '\(MigrationHistory.lockName)'; restore the file (git checkout)",
        at: range(ofLine: error.line, in: file)
      )
      return nil
    }
  }

  /// git leaves these where two branches have both added a step.
  private mutating func reportConflict(in file: SchemaFile) {
    let marks = ["<<<<<<< ", ">>>>>>> ", "||||||| "]
    let lines = Self.lines(of: file)
    let first = lines.firstIndex { line in marks.contains { line.hasPrefix($0) } }
    guard let first else { return }
    diagnostics.error(
      "history-conflict",
      "two branches have both changed the history; take the other branch's folder as it is, then"
        + " record your own change again after it (stratac migrate)",
      at: range(ofLine: first + 1, in: file)
    )
  }

  private mutating func checkNumber(
    of entry: MigrationLock.Step,
    after previous: MigrationLock.Step?
  ) {
    // A squashed history goes on with the numbers that it had.
    if previous == nil, !entry.replaces.isEmpty { return }
    let number = MigrationHistory.number(of: entry.name)
    let expected = (previous.flatMap { MigrationHistory.number(of: $0.name) } ?? 0) + 1
    guard number != expected else { return }
    diagnostics.error(
      "step-gap",
      "the step '\(entry.name)' stands where step \(expected) is expected; restore"
        + " '\(MigrationHistory.lockName)' and the files (git checkout)",
      at: place(of: "step \(entry.name)", in: lockFile)
    )
  }

  private mutating func check(_ step: MigrationHistory.Step, isLast: Bool) {
    let place = SourceRange(
      file: step.path,
      start: .init(line: 1, column: 1),
      end: .init(line: 1, column: 2)
    )
    guard step.script.hash != step.lock.hash else { return }
    if step.lock.isSealed {
      diagnostics.error(
        "step-edited",
        "the step '\(step.name)' is sealed, and its SQL was changed: databases have run what it was;"
          + " restore it (git checkout), and record a new step for the change",
        at: place
      )
    } else if !isLast {
      diagnostics.error(
        "step-edited",
        "the SQL of '\(step.name)' was changed, and steps come after it; restore it (git checkout), and"
          + " record a new step for the change",
        at: place
      )
    } else if tolerance != .editedLastStep {
      diagnostics.error(
        "step-edited",
        "the SQL of '\(step.name)' was changed since it was recorded; record it again (stratac amend),"
          + " or restore it (git checkout)",
        at: place
      )
    }
  }

  private mutating func reportUnrecorded(_ file: SchemaFile) {
    diagnostics.error(
      "step-unrecorded",
      "'\(file.baseName)' is no recorded step; remove it, and record the change (stratac migrate), to"
        + " whose step SQL of your own can be added",
      at: range(ofLine: 1, in: file)
    )
  }

  private mutating func reportSquashed(_ file: SchemaFile, in step: MigrationLock.Step) {
    diagnostics.error(
      "step-unrecorded",
      "'\(step.name)' has taken the place of '\(file.baseName)'; remove the file",
      at: range(ofLine: 1, in: file)
    )
  }

  private mutating func checkChain(of lock: MigrationLock) {
    guard !diagnostics.hasErrors, let index = lock.firstBrokenStep else { return }
    diagnostics.error(
      "history-lock",
      "'\(lock.steps[index].name)' was not recorded after the steps that stand before it: either what is"
        + " recorded was edited, and '\(MigrationHistory.lockName)' has to be restored (git checkout), or"
        + " two branches have both changed the history; then take one branch's folder as it is (git"
        + " checkout BRANCH -- '\(folder)'), and record the other's change again after it (stratac"
        + " migrate)",
      at: place(of: "step \(lock.steps[index].name)", in: lockFile)
    )
  }

  // MARK: Places

  private func place(of line: String, in file: SchemaFile?) -> SourceRange? {
    guard let file else { return nil }
    return range(ofLine: (Self.lines(of: file).firstIndex(of: line[...]) ?? 0) + 1, in: file)
  }

  private func range(ofLine line: Int, in file: SchemaFile) -> SourceRange {
    let lines = Self.lines(of: file)
    let text = lines.indices.contains(line - 1) ? lines[line - 1] : ""
    return SourceRange(
      file: file.path,
      start: .init(line: line, column: 1),
      end: .init(line: line, column: max(2, text.unicodeScalars.count + 1))
    )
  }

  private static func lines(of file: SchemaFile) -> [Substring] {
    String(lines: file.bytes).split(separator: "\n", omittingEmptySubsequences: false)
  }
}

extension String {
  /// A text whose lines end with LF or CRLF, as one whose lines end with LF and without a byte order
  /// mark.
  init(lines bytes: [UInt8]) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    self.init(
      decoding: bytes.indices.dropFirst(start).lazy.filter { index in
        bytes[index] != 0x0D || index + 1 == bytes.count || bytes[index + 1] != 0x0A
      }.map { bytes[$0] },
      as: UTF8.self
    )
  }
}

extension String {
  /// Whether SQL means something else where its lines end with LF instead of CR LF.
  package var dependsOnLineEnds: Bool {
    utf8.contains(0x0D)
      && SQLTokenizer.tokens(of: self).contains { token in
        (token.kind == .string || token.kind == .quotedName) && token.text.contains("\r\n")
      }
  }
}
