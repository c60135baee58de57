import StrataPlanner
import StrataSchema

/// Writes the type of a search; what it does is in the runtime.
struct SearchWriter {
  var types: SwiftTypes
  var access: SwiftCode
  var search: SearchModel
  var table: TableModel
  /// Whether it is the first search of its table.
  var isFirst: Bool

  var declarations: [SwiftDeclaration] {
    let type = SwiftDeclaration(
      .conforming("\(access)enum \(name: search.name)", [RuntimeNames.generatedSearch]),
      documentation: SwiftDocumentation(
        search.doc,
        else: "The full-text search `\(search.sqlName)` over the table `\(table.sqlName)`."
      ),
      members: [
        SwiftDeclaration("\(access)typealias Record =" + .softBreak + types.reference(table.name)),
        definition,
      ]
    )
    guard isFirst else { return [type] }
    let record = SwiftDeclaration(
      .conforming("extension \(name: table.name)", [RuntimeNames.searchedRecord]),
      members: [
        SwiftDeclaration("\(access)typealias Search =" + .softBreak + types.reference(search.name))
      ]
    )
    return [type, record]
  }

  private var definition: SwiftDeclaration {
    let columns = search.columns.map { table.column(named: $0.name)?.sqlName ?? $0.name }
    var arguments: [SwiftCode] = [
      "name: \(literal: search.sqlName)",
      "of: Record.\(RuntimeNames.table)",
      "columns: " + .names(columns),
    ]
    if search.columns.contains(where: { $0.weight != nil }) {
      let weights = search.columns.map { SwiftCode(verbatim: $0.weight ?? "1.0") }
      arguments.append("weights: " + .list("[", weights, "]", .fill))
    }
    return SwiftDeclaration(
      "\(access)static let \(RuntimeNames.search): \(RuntimeNames.searchDefinition) = .init\(arguments: arguments)"
    )
  }
}
