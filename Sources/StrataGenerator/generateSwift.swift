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
      case "StrataMigrations.swift": file.addMigrations(proof, types)
      default: break
      }
    }
    return GeneratedFile(name: name, text: file.text)
  }
}

extension SwiftFile {
  fileprivate mutating func addDatabase(_ proof: Proof, _ types: SwiftTypes) {
    let writer = DatabaseWriter(types: types, access: proof.access, proof: proof)
    add([writer.declaration], of: proof)
  }

  fileprivate mutating func addMigrations(_ proof: Proof, _ types: SwiftTypes) {
    let writer = HistoryWriter(types: types, access: proof.access, proof: proof)
    add(writer.declarations, of: proof)
  }

  fileprivate mutating func addTypes(_ proof: Proof, _ types: SwiftTypes) {
    let schema = proof.schema
    let isCodable = schema.isCodable || schema.tables.contains(where: \.isCodable)
    let writer = EnumWriter(types: types, access: proof.access, isCodable: isCodable)
    let aliases = AliasWriter(types: types)
    let codableNames = proof.namesInCodableRows
    let added = schema.enums.flatMap { model in
      var model = model
      model.isCodable = model.isCodable || codableNames.contains(model.name)
      return [writer.declaration(model)]
        + [aliases.declaration(model.name, proof.access)].compactMap(\.self)
    }
    add(added, of: proof)
    addStructs(proof, types)
  }

  private mutating func addStructs(_ proof: Proof, _ types: SwiftTypes) {
    let schema = proof.schema
    let writer = StructWriter(types: types, access: proof.access)
    let aliases = AliasWriter(types: types)
    let structs = schema.structs.flatMap { model in
      writer.declarations(model)
        + [aliases.declaration(model.name, proof.access)].compactMap(\.self)
    }
    let used = schema.structs.flatMap { $0.properties.map(\.type) }
    add(structs, of: proof, using: types.modules(of: used))
    let codableNames = proof.namesInCodableRows
    let appTypes = schema.appTypes.flatMap { model in
      var model = model
      model.isCodable = model.isCodable || codableNames.contains(model.name)
      return [AppTypeWriter(types: types).declaration(model)]
        + [aliases.declaration(model.name, proof.access)].compactMap(\.self)
    }
    add(appTypes, of: proof)
    for module in Set(schema.appTypes.compactMap(\.module)) {
      // Only an alias shows the type to others.
      let isShown = schema.appTypes.contains {
        $0.module == module && types.aliases[$0.name] != nil
      }
      use(module, isPublic: isShown && schema.access == .public)
    }
  }

  fileprivate mutating func addRecords(_ proof: Proof, _ types: SwiftTypes) {
    let schema = proof.schema
    let access = proof.access
    let aliases = AliasWriter(types: types)
    var added: [SwiftDeclaration] = []
    for table in schema.recordTables {
      added += RecordWriter(types: types, access: access, table: table).declarations
      if let alias = aliases.declaration(table.name, access) { added.append(alias) }
    }
    added += AssociationWriter(types: types, access: access).declarations(schema.recordTables)
    for view in proof.views {
      added +=
        ViewWriter(
          types: types,
          access: access,
          view: view,
          generatesStandardRequests: schema.generatesStandardRequests,
          isCodable: schema.isCodable && !view.columns.contains { $0.type == .any }
        ).declarations
      if let alias = aliases.declaration(view.model.name, access) { added.append(alias) }
    }
    added += searches(of: schema, types, access)
    let collections = CollectionWriter(types: types, access: access)
    added += schema.collections.flatMap { collection in
      collections.declarations(collection)
        + [aliases.declaration(collection.name, access)].compactMap(\.self)
    }
    let used =
      schema.tables.flatMap { table in
        table.columns.map { column in
          guard case .id(table.name, let rawValue) = column.type else { return column.type }
          return rawValue
        }
      }
      + proof.views.flatMap { $0.columns.map(\.type) }
      + schema.collections.flatMap { $0.model.properties.map(\.type) }
    var modules = types.modules(of: used)
    if !schema.collections.isEmpty { modules.insert(RuntimeNames.documentsModule) }
    add(added, of: proof, using: modules)
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
    let used = proof.requests.flatMap { request in
      let types = request.parameters.map(\.type) + (request.row?.types ?? [])
      guard case .value(let column) = request.result else { return types }
      return types + [column.type]
    }
    add(added, of: proof, using: types.modules(of: used))
  }

  fileprivate mutating func addStatements(_ proof: Proof, _ types: SwiftTypes) {
    let records = RecordColumns(proof)
    let added = proof.statements.flatMap { statement in
      [
        StatementWriter(types: types, access: proof.access, statement: statement).declaration
      ] + rows(statement.row, of: statement.typeName, proof, types, records)
    }
    let used = proof.statements.flatMap { statement in
      let types = statement.parameters.map(\.type) + (statement.row?.types ?? [])
      guard case .lastID(let key) = statement.result else { return types }
      return types + [key.type]
    }
    add(added, of: proof, using: types.modules(of: used))
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
    using modules: Set<String> = []
  ) {
    guard !added.isEmpty else { return }
    declarations += added
    let isPublic = proof.schema.access == .public
    use(RuntimeNames.module, isPublic: isPublic)
    for module in modules { use(module, isPublic: isPublic) }
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
  /// The types of the columns.
  fileprivate var types: [ValueType] {
    parts.compactMap { part in
      if case .column(let column, _) = part { column.type } else { nil }
    }
  }
}

extension Proof {
  /// The enums and the types of the app in rows that are `Codable`.
  fileprivate var namesInCodableRows: Set<String> {
    let rows = (requests.compactMap(\.row) + statements.compactMap(\.row)).filter(\.isCodable)
    var names: Set<String> = []
    for type in rows.flatMap(\.types) {
      switch type {
      case .enumeration(let name), .app(let name, _): names.insert(name)
      default: break
      }
    }
    return names
  }

  /// What stands before each declaration.
  fileprivate var access: SwiftCode {
    switch schema.access {
    case .internal: ""
    case .public: "public "
    }
  }
}
