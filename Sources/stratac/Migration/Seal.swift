import StrataPlanner
import StrataSchema

extension Verb {
  /// `stratac seal`: from now on the history is never changed.
  static let seal = Verb(
    name: "seal",
    summary: "Make the recorded migrations immutable, at a release.",
    usage: "stratac seal [--dry-run] [--database NAME] FILES…",
    options: MigrationCall.options,
    discussion: """
      Once released, a step has run on databases in the field. 'amend' no longer changes a sealed one,
      and an edited file is an error. 'was:' in the schema files, which the history knows by now, is
      removed from them.

      example: stratac seal Schemas/League.yaml
      """,
    run: { arguments, console throws(Problem) in
      guard let call = try MigrationCall(arguments, console) else { return .wrongInput }
      guard call.isRecorded else {
        throw call.hasNoHistory
      }
      let recorded = try call.reporting { diagnostics throws(Problem) in
        checkHistory(call.history, against: call.schema, &diagnostics)
      }
      guard recorded != nil else { return .wrongInput }
      var lock = call.history.lock
      let names = lock.steps.filter { !$0.isSealed }.map(\.name)
      let (edits, left) = OldNames(of: call.schema, in: call.input.files).removed()
      for index in lock.steps.indices {
        lock.steps[index].isSealed = true
        lock.steps[index].planned = []
        if left.isEmpty { lock.steps[index].swaps = [] }
      }
      if !call.isDry {
        // First the schema: names that the lock no longer knows to have changed places would do so again.
        for file in edits { try WholeFile(path: file.path).write(file.text) }
        if lock != call.history.lock { try call.folder.write(lock) }
      }
      for name in names { console.write("sealed \(name)\n") }
      for file in edits { console.write("removed 'was:' from \(file.path)\n") }
      var remarks = left.map { range in
        let message = "'was:' stands where it cannot be removed safely; remove it by hand"
        return Remark(
          code: .oldNameLeft,
          message: message,
          range: range,
          isWarning: true,
          text: "\(range.file):\(range.start.line): \(message)"
        )
      }
      if names.isEmpty, edits.isEmpty, left.isEmpty {
        remarks = [Remark(code: .nothingToSeal, message: "\(call.database): nothing to seal")]
      }
      call.input.format.show(remarks, on: console)
      return .good
    }
  )
}
