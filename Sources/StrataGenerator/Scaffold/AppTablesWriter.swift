import StrataPlanner
import StrataSchema

/// Writes the list of an app's tables: for each its name, its columns and its search.
struct AppTablesWriter {
  var names: AppNames
  var proof: Proof
  private let types: SwiftTypes
  /// The property of `Tables` for each table and view, by their keys.
  private let members: [String: String]

  init(names: AppNames, proof: Proof) {
    self.names = names
    self.proof = proof
    types = SwiftTypes([proof])
    var members: [String: String] = [:]
    var taken: Set<String> = ["all", "self"]
    for key in proof.schema.tables.map(\.name) + proof.views.map(\.model.name) {
      var member = Identifier.lowercasingStart(of: key)
      while !taken.insert(member.lowercased()).inserted { member += "Table" }
      members[key] = member
    }
    self.members = members
  }

  var text: String {
    let modules = Set(proof.schema.appTypes.compactMap(\.module)).union([names.kit])
    var lines = modules.sorted().map { "import \($0)" } + [""]
    SwiftDeclaration.print([list] + conformances, into: &lines, depth: 0)
    return lines.joined(separator: "\n") + "\n"
  }

  private var list: SwiftDeclaration {
    let keys = proof.schema.tables.map(\.name) + proof.views.map(\.model.name)
    let all = keys.map { key in SwiftCode(name: member(key)) }
    return SwiftDeclaration(
      "package enum Tables",
      documentation: SwiftDocumentation(
        nil,
        else: "The tables and views of the app, as people see them."
      ),
      members: [
        SwiftDeclaration(
          "package static var all: [any AnyTable]",
          documentation: SwiftDocumentation(nil, else: "All of them, in the order of the schema."),
          body: .expression(.list("[", all, "]", .fill))
        )
      ] + proof.schema.tables.map(table) + proof.views.map(view)
    )
  }

  private func table(_ table: TableModel) -> SwiftDeclaration {
    declaration(
      table.name,
      table.doc,
      table.columns.map { ($0.name, $0.sqlName, $0.access.columnFormat) },
      search: proof.schema.searches.first { $0.table == table.name }
    )
  }

  private func view(_ view: ProvedView) -> SwiftDeclaration {
    declaration(
      view.model.name,
      view.model.doc,
      view.columns.map { ($0.name, $0.sqlName, $0.access.columnFormat) }
    )
  }

  private func declaration(
    _ key: String,
    _ doc: String?,
    _ columns: [(name: String, sqlName: String, format: String?)],
    search: SearchModel? = nil
  ) -> SwiftDeclaration {
    let record = reference(key)
    let fields = columns.map { name, sqlName, format in
      // After the name of a type these words mean something else, back-ticked or not.
      let isReachable = !["Protocol", "Type"].contains(name)
      var column: SwiftCode = record + ".Columns.\(member: name)"
      if !isReachable {
        var parts: [SwiftCode] = ["\(literal: sqlName)"]
        if let format { parts.append("stored: .\(SwiftCode(verbatim: format))") }
        column = ".init\(arguments: parts)"
      }
      var arguments: [SwiftCode] = [column, "\\.\(member: name)"]
      if name != sqlName { arguments.append("named: \(literal: name)") }
      return "Field\(arguments: arguments)" as SwiftCode
    }
    var arguments: [SwiftCode] = ["\(literal: member(key))"]
    let summary = doc.flatMap { SwiftDocumentation($0, else: "").lines.first }
    if let summary { arguments.append("\(literal: summary)") }
    arguments.append("fields: " + .list("[", fields, "]", .literal))
    if let search {
      arguments.append("search: { try " + reference(search.name) + ".matching($1).fetch($0) }")
    }
    return SwiftDeclaration(
      "static let \(name: member(key)) = Table<" + record + ">\(arguments: arguments)"
    )
  }

  /// That the types of the schema are read and shown; what they are says how.
  private var conformances: [SwiftDeclaration] {
    let keys = proof.schema.tables.compactMap { table -> SwiftCode? in
      guard table.primaryKey.count == 1, let column = table.column(named: table.primaryKey[0]),
        case .id(table.name, _) = column.type
      else { return nil }
      return reference(table.name) + ".ID"
    }
    let values =
      proof.schema.enums.map { reference($0.name) } + keys
      + proof.schema.appTypes.map { reference($0.name) }
    return values.map { SwiftDeclaration("extension " + $0 + ": FieldValue {}") }
      + proof.schema.structs.map { structure in
        SwiftDeclaration("extension " + reference(structure.name) + ": JSONFieldValue {}")
      }
  }

  private func member(_ key: String) -> String { members[key] ?? key }

  /// A type of the schema, with its module where the name means something else here.
  private func reference(_ name: String) -> SwiftCode {
    let isForeign = proof.schema.appTypes.contains { $0.name == name && $0.module != nil }
    let isTaken = AppText.tableNames.contains(name) || members.values.contains(name)
    return isTaken && !isForeign ? "\(name: names.kit).\(member: name)" : SwiftCode(name: name)
  }
}
