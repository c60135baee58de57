/// Why a verb could not do its work, apart from what is wrong inside a schema.
struct Problem: Error {
  var code: ToolCode
  var message: String
  /// What the message is about, one by one.
  var notes: [String] = []
  var status: ExitStatus
  var showsUsage = false

  /// The words of the call are wrong.
  static func call(_ message: String) -> Problem {
    Problem(code: .wrongCall, message: message, status: .wrongCall, showsUsage: true)
  }

  /// What the call names is wrong.
  static func input(_ code: ToolCode, _ message: String, notes: [String] = []) -> Problem {
    Problem(code: code, message: message, notes: notes, status: .wrongInput)
  }

  /// What the call wants to be made cannot be made.
  static func output(_ message: String, _ code: ToolCode = .unwritableFile) -> Problem {
    Problem(code: code, message: message, status: .wrongCall)
  }

  /// The form for people, without what stands at the start of the line.
  var text: String { message + "\n" + notes.map { "  \($0)\n" }.joined() }
}

/// The stable words for what the tool says itself, beside the codes of what is wrong in a schema.
///
/// The article Diagnostics has an entry for each.
enum ToolCode: String {
  case wrongCall = "wrong-call"
  case unreadableFile = "unreadable-file"
  case unwritableFile = "unwritable-file"
  case missingProgram = "missing-program"
  case sqliteFailed = "sqlite-failed"

  // MARK: Histories

  case historyExists = "history-exists"
  case historyFolder = "history-folder"
  case noHistory = "no-history"
  case nothingToRecord = "nothing-to-record"
  case nothingToSeal = "nothing-to-seal"
  case plannedChange = "planned-change"
  case plannedHazard = "planned-hazard"
  case unacknowledgedHazard = "unacknowledged-hazard"
  case stepFailed = "step-failed"
  case stepSealed = "step-sealed"
  case stepWritesRows = "step-writes-rows"
  case addedStatement = "added-statement"
  case lineEndInText = "line-end-in-text"
  case oldNameLeft = "old-name-left"

  // MARK: Databases

  case databaseDiffers = "database-differs"
  case emptyDatabase = "empty-database"
  case noSchema = "no-schema"
  case pullDifference = "pull-difference"
  case pullNote = "pull-note"

  // MARK: Scaffolds

  case duplicateFile = "duplicate-file"
  case editedFile = "edited-file"
  case fewerRows = "fewer-rows"
  case notPublic = "not-public"
  case severalDatabases = "several-databases"
}
