package import StrataPlanner
import StrataSchema

/// A file that the generator made.
package struct GeneratedFile: Hashable, Sendable {
  package var name: String
  package var text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  /// The names of the files of every target, whatever its schemas use: a build-tool plugin has to
  /// declare its outputs before anything is read.
  package static let swiftFileNames: [String] = [
    "StrataDatabase.swift", "StrataTypes.swift", "StrataRecords.swift", "StrataRequests.swift",
    "StrataStatements.swift", "StrataMigrations.swift",
  ]
}

/// The Swift code of all databases of a target: the same bytes for the same proofs.
package func generateSwift(_ proofs: [Proof]) -> [GeneratedFile] {
  let proofs = proofs.sorted { $0.schema.database.value < $1.schema.database.value }
  let types = SwiftTypes(proofs)
  let sources = Set(proofs.flatMap(\.schema.files)).sorted()

  return GeneratedFile.swiftFileNames.map { name in
    var file = SwiftFile(name: name, sources: sources)
    for proof in proofs {
      switch name {
      case "StrataDatabase.swift": file.addDatabase(proof, types)
      case "StrataTypes.swift": file.addTypes(proof, types)
      case "StrataRecords.swift": file.addRecords(proof, types)
      case "StrataRequests.swift": file.addRequests(proof, types)
      case "StrataStatements.swift": file.addStatements(proof, types)
      default: break
      }
    }
    return GeneratedFile(name: name, text: file.text)
  }
}

extension SwiftFile {
  fileprivate mutating func addDatabase(_ proof: Proof, _ types: SwiftTypes) {
    let writer = DatabaseWriter(types: types, access: proof.access, proof: proof)
    add([writer.declaration], of: proof, usesFoundation: false)
  }

  fileprivate mutating func addTypes(_ proof: Proof, _ types: SwiftTypes) {
    let schema = proof.schema
    let isCodable = schema.isCodable || schema.tables.contains(where: \.isCodable)
    let writer = EnumWriter(types: types, access: proof.access, isCodable: isCodable)
    let aliases = AliasWriter(types: types)
    let added = schema.enums.flatMap { model in
      [writer.declaration(model)]
        + [aliases.declaration(model.name, proof.access)].compactMap(\.self)
    }
    add(added, of: proof, usesFoundation: false)
  }

  fileprivate mutating func addRecords(_ proof: Proof, _ types: SwiftTypes) {
    let schema = proof.schema
    let access = proof.access
    let aliases = AliasWriter(types: types)
    var added: [SwiftDeclaration] = []
    for table in schema.tables {
      added += RecordWriter(types: types, access: access, table: table).declarations
      if let alias = aliases.declaration(table.name, access) { added.append(alias) }
    }
    added += AssociationWriter(types: types, access: access).declarations(schema.tables)
    for view in proof.views {
      added +=
        ViewWriter(
          types: types,
          access: access,
          view: view,
          generatesStandardRequests: schema.generatesStandardRequests
        ).declarations
      if let alias = aliases.declaration(view.model.name, access) { added.append(alias) }
    }
    added += searches(of: schema, types, access)
    let usesFoundation =
      schema.tables.contains { $0.columns.contains(where: \.type.isFoundation) }
      || proof.views.contains { $0.columns.contains(where: \.type.isFoundation) }
    add(added, of: proof, usesFoundation: usesFoundation)
  }

  private func searches(
    of schema: SchemaModel,
    _ types: SwiftTypes,
    _ access: SwiftCode
  ) -> [SwiftDeclaration] {
    let aliases = AliasWriter(types: types)
    return schema.searches.flatMap { search -> [SwiftDeclaration] in
      guard let table = schema.tables.first(where: { $0.name == search.table }) else { return [] }
      let writer = SearchWriter(
        types: types,
        access: access,
        search: search,
        table: table,
        isFirst: schema.searches.first { $0.table == search.table } == search
      )
      return writer.declarations + [aliases.declaration(search.name, access)].compactMap(\.self)
    }
  }

  fileprivate mutating func addRequests(_ proof: Proof, _ types: SwiftTypes) {
    let columnCounts = Dictionary(
      proof.schema.tables.map { ($0.sqlName, $0.columns.count) },
      uniquingKeysWith: { first, _ in first }
    )
    let records = RecordColumns(proof)
    let added = proof.requests.flatMap { request in
      [
        RequestWriter(
          types: types,
          access: proof.access,
          request: request,
          columnCounts: columnCounts
        ).declaration
      ] + rows(request.row, of: request.typeName, proof, types, records)
    }
    let usesFoundation = proof.requests.contains { request in
      if case .value(let column) = request.result, column.type.isFoundation { return true }
      return request.parameters.contains(where: \.type.isFoundation)
        || request.row?.usesFoundation == true
    }
    add(added, of: proof, usesFoundation: usesFoundation)
  }

  fileprivate mutating func addStatements(_ proof: Proof, _ types: SwiftTypes) {
    let records = RecordColumns(proof)
    let added = proof.statements.flatMap { statement in
      [
        StatementWriter(types: types, access: proof.access, statement: statement).declaration
      ] + rows(statement.row, of: statement.typeName, proof, types, records)
    }
    let usesFoundation = proof.statements.contains { statement in
      if case .lastID(let key) = statement.result, key.type.isFoundation { return true }
      return statement.parameters.contains(where: \.type.isFoundation)
        || statement.row?.usesFoundation == true
    }
    add(added, of: proof, usesFoundation: usesFoundation)
  }

  private func rows(
    _ row: ProvedRow?,
    of owner: String,
    _ proof: Proof,
    _ types: SwiftTypes,
    _ records: RecordColumns
  ) -> [SwiftDeclaration] {
    guard let row else { return [] }
    return RowWriter(
      types: types,
      access: proof.access,
      row: row,
      owner: owner,
      records: records
    ).declarations
  }

  private mutating func add(
    _ added: [SwiftDeclaration],
    of proof: Proof,
    usesFoundation: Bool
  ) {
    guard !added.isEmpty else { return }
    declarations += added
    let isPublic = proof.schema.access == .public
    use(RuntimeNames.module, isPublic: isPublic)
    if usesFoundation { use("Foundation", isPublic: isPublic) }
  }

  private mutating func use(_ module: String, isPublic: Bool) {
    if let index = imports.firstIndex(where: { $0.module == module }) {
      imports[index].isPublic = imports[index].isPublic || isPublic
    } else {
      imports.append((module, isPublic))
    }
  }
}

extension ProvedRow {
  /// Whether Foundation declares the type of a property.
  fileprivate var usesFoundation: Bool {
    parts.contains { part in
      if case .column(let column, _) = part { column.type.isFoundation } else { false }
    }
  }
}

extension Proof {
  /// What stands before each declaration.
  fileprivate var access: SwiftCode {
    switch schema.access {
    case .internal: ""
    case .public: "public "
    }
  }
}
