import StrataSQLite
import StrataSchema

/// A statement of a trigger that runs by itself, with parameters in the place of the row that it is
/// fired for.
struct TriggerProbe {
  let probe: Probe
  /// The condition after WHEN.
  let condition: SQLiteStatement?
  /// What the parameters stand for.
  let columns: [InferredType]
  /// The place of the statement.
  let sql: SourceRange
}

extension Prover {
  /// The statements of the triggers that write; none of a trigger with an error, and none that only
  /// can run in a trigger.
  func triggerProbes(_ samples: SampleRows) -> [TriggerProbe] {
    guard unproved.isEmpty else { return [] }
    return schema.triggers.flatMap { trigger -> [TriggerProbe] in
      let tokens = SQLTokenizer.tokens(of: trigger.sql.text)
      guard let parts = TriggerParts(tokens), let relation = catalog[parts.table.folded] else {
        return []
      }
      return parts.statements.compactMap { statement in
        probe(statement, in: trigger, parts, on: relation)
      }
    }
  }

  private func probe(
    _ statement: [SQLToken],
    in trigger: TriggerModel,
    _ parts: TriggerParts,
    on relation: Catalog.Relation
  ) -> TriggerProbe? {
    guard SQLReader.write(statement) != nil else { return nil }
    var row = TriggerRow(relation: relation)
    guard let sql = row.text(of: statement, in: trigger.sql) else { return nil }
    var condition: SQLiteStatement?
    if let when = parts.head.firstIndex(where: { $0.isWord("when") }) {
      guard let text = row.text(of: Array(parts.head[(when + 1)...]), in: trigger.sql),
        let prepared = try? database.prepare("SELECT (" + text + ")")
      else { return nil }
      condition = prepared
    }
    guard let prepared = try? database.prepareWriting(sql) else { return nil }
    let probe = Probe(
      statement: prepared,
      subject: "trigger '\(trigger.name.value)'",
      tables: [],
      columns: [],
      isWriting: true
    )
    return TriggerProbe(
      probe: probe,
      condition: condition,
      columns: row.columns,
      sql: trigger.sql.part(statement)?.range ?? trigger.sql.range
    )
  }

  /// Runs the statements of triggers over rows of several values.
  func tryTriggers(
    _ triggers: [TriggerProbe],
    _ inserts: [Int: SQLiteStatement],
    _ samples: SampleRows
  ) throws {
    guard !triggers.isEmpty else { return }
    for attempt in SampleRows.attempts {
      try space(inserts, samples, attempt: attempt).with { space in
        for trigger in triggers where trigger.probe.refusal == nil {
          let values = trigger.columns.map { column in
            samples.value(of: column.type ?? .any, column.storage, attempt: attempt)
          }
          guard fires(trigger, values) else { continue }
          let count = trigger.probe.statement.parameterCount
          try space.trying {
            _ = trigger.probe.run([StatementArguments(values: Array(values.prefix(count)))])
          }
        }
      }
    }
  }

  private func fires(_ trigger: TriggerProbe, _ values: [DatabaseValue]) -> Bool {
    guard let condition = trigger.condition else { return true }
    defer { condition.reset() }
    do {
      let count = condition.parameterCount
      try condition.bind(StatementArguments(values: Array(values.prefix(count))))
      return try condition.step() && Bool.fromDatabaseValue(condition.value(0)) == true
    } catch {
      return false
    }
  }
}

/// The row of NEW and OLD as parameters.
private struct TriggerRow {
  let relation: Catalog.Relation
  private(set) var columns: [InferredType] = []
  private var numbers: [String: Int] = [:]

  init(relation: Catalog.Relation) { self.relation = relation }

  /// The SQL with a parameter in the place of each column of NEW and OLD; nil where one has no type.
  mutating func text(of tokens: [SQLToken], in fragment: SQLFragment) -> String? {
    guard let first = tokens.first, let last = tokens.last else { return nil }
    let bytes = Array(fragment.text.utf8)
    var copied = first.range.lowerBound
    var sql = ""
    var index = 0
    while index < tokens.count {
      defer { index += 1 }
      guard ["new", "old"].contains(tokens[index].folded), index + 2 < tokens.count,
        tokens[index + 1].isSymbol("."), tokens[index + 2].name != nil
      else { continue }
      guard let number = number(of: tokens[index + 2].folded) else { return nil }
      sql += String(decoding: bytes[copied..<tokens[index].range.lowerBound], as: UTF8.self)
      sql += "?\(number)"
      copied = tokens[index + 2].range.upperBound
      index += 2
    }
    return sql + String(decoding: bytes[copied..<last.range.upperBound], as: UTF8.self)
  }

  private mutating func number(of column: String) -> Int? {
    if let number = numbers[column] { return number }
    var type = relation.columns.first { $0.name == column }?.type
    if type == nil, ["rowid", "oid", "_rowid_"].contains(column) { type = relation.rowID }
    guard let type, type.type != nil else { return nil }
    columns.append(type)
    numbers[column] = columns.count
    return columns.count
  }
}
