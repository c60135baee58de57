import StrataPlanner
import StrataSchema

/// Writes the rows of a request or a statement that no record has.
struct RowWriter {
  var types: SwiftTypes
  var access: SwiftCode
  var row: ProvedRow
  /// The type whose rows they are.
  var owner: String
  var records: RecordColumns

  /// The struct, then how it is read.
  var declarations: [SwiftDeclaration] {
    let properties = row.parts.map(property)
    var members = properties.map { $0.declaration(access) }
    if access != "" { members.append(SwiftProperty.initializer(access, properties)) }
    members += SwiftProperty.hashing(access, properties, types)
    var conformances = [types.standard("Hashable"), types.standard("Sendable")]
    if row.isCodable { conformances.append(types.standard("Codable")) }
    // As in a record of a table.
    conformances.append(RuntimeNames.requestRow)
    return [
      SwiftDeclaration(
        .conforming("\(access)struct \(name: row.typeName)", conformances),
        documentation: SwiftDocumentation(nil, else: "A row of `\(owner)`."),
        members: members
      ),
      SwiftDeclaration(
        "extension \(name: row.typeName)",
        members: [SwiftProperty.reader(access, zip(properties, row.parts.map(reading)))]
          + row.parts.compactMap(scattered)
      ),
    ]
  }

  private func property(_ part: ProvedRow.Part) -> SwiftProperty {
    switch part {
    case .column(let column, _):
      SwiftProperty(
        name: column.name,
        type: types.type(column.type, isOptional: column.isOptional),
        isOptional: column.isOptional,
        isConstant: true
      )
    case .record(let part):
      SwiftProperty(
        name: part.name,
        type: types.reference(part.record) + (part.isOptional ? "?" : ""),
        isOptional: part.isOptional,
        isConstant: true
      )
    }
  }

  private func reading(_ part: ProvedRow.Part) -> SwiftCode {
    switch part {
    case .column(let column, let index): return column.access.reading(index)
    case .record(let part):
      let record = reading(part)
      guard part.isOptional else { return record }
      let absence: [SwiftCode] = part.absence.map { "row.isNull(\($0))" }
      return .joined(absence, " && ") + " ? nil : " + record
    }
  }

  /// A record reads its own columns where they stand in its order.
  private func reading(_ part: ProvedRecordPart) -> SwiftCode {
    guard !part.isScattered else { return "try Self.\(name: part.name)(reading: row)" }
    let start = part.indexes.first ?? 0
    return "try " + types.reference(part.record) + "(reading: row.columns(from: \(start)))"
  }

  /// The function that reads a record whose columns stand in another order, as virtual ones do.
  private func scattered(_ part: ProvedRow.Part) -> SwiftDeclaration? {
    guard case .record(let part) = part, part.isScattered else { return nil }
    let type = types.reference(part.record)
    let arguments: [SwiftCode] = zip(records[part.record], part.indexes).map { column, index in
      "\(label: column.name):" + .softBreak + column.access.reading(index)
    }
    return SwiftDeclaration(
      "private static func \(name: part.name)(reading row: \(RuntimeNames.rowReader)) throws -> \(type)",
      statements: [type + "\(arguments: arguments)"]
    )
  }
}

/// The columns of the records of a schema, by the keys of their tables and views.
struct RecordColumns {
  private var columns: [String: [(name: String, access: ValueAccess)]] = [:]

  init(_ proof: Proof) {
    for table in proof.schema.recordTables {
      columns[table.name] = table.columns.map { ($0.name, $0.access) }
    }
    for view in proof.views {
      columns[view.model.name] = view.columns.map { ($0.name, $0.access) }
    }
  }

  subscript(record: String) -> [(name: String, access: ValueAccess)] { columns[record] ?? [] }
}

extension ProvedRecordPart {
  /// Whether the columns stand in another order than the record's.
  fileprivate var isScattered: Bool {
    let start = indexes.first ?? 0
    return indexes != Array(start..<start + indexes.count)
  }
}

extension SwiftCode {
  fileprivate static func joined(_ parts: [SwiftCode], _ separator: String) -> SwiftCode {
    var result = SwiftCode()
    for (index, part) in parts.enumerated() {
      if index > 0 { result.append(SwiftCode(verbatim: separator)) }
      result.append(part)
    }
    return result
  }
}
