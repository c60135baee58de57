import StrataPlanner
import StrataSchema

/// Writes what a request has where its order can be chosen, and where it is read page by page.
struct OrderWriter {
  var types: SwiftTypes
  var access: SwiftCode
  var request: ProvedRequest
  /// What the request reads.
  var footprint: SwiftCode

  var conformances: [SwiftCode] {
    (request.orders.isEmpty ? [] : [RuntimeNames.orderedRequest])
      + (request.pages.isEmpty ? [] : [RuntimeNames.pagedRequest])
  }

  /// The type of the orders; nil where there is one only.
  var type: SwiftDeclaration? {
    guard !request.orders.isEmpty else { return nil }
    return SwiftDeclaration(
      .conforming(
        "\(access)enum Ordering",
        [types.standard("Int"), types.standard("CaseIterable"), types.standard("Sendable")]
      ),
      documentation: SwiftDocumentation(nil, else: "The orders of the rows."),
      members: request.orders.map { SwiftDeclaration("case \(name: $0.name)") }
    )
  }

  /// The parameter by which the order is chosen.
  var property: SwiftProperty? {
    guard !request.orders.isEmpty else { return nil }
    return SwiftProperty(
      name: "order",
      type: "Ordering",
      isOptional: false,
      defaultValue: request.model.defaultOrder.map { ".\(name: $0)" },
      doc: "The order of the rows."
    )
  }

  /// The SQL in each order, and of the pages.
  var definitions: [SwiftDeclaration] {
    var definitions: [SwiftDeclaration] = []
    if !request.orders.isEmpty {
      let sql = SwiftCode.list("[", request.orders.map { .sql($0.sql) }, "]", .literal)
      let arguments: [SwiftCode] = [sql, "reads: " + footprint]
      definitions.append(
        SwiftDeclaration(
          "\(access)static let orders: \(RuntimeNames.requestOrders) = .init\(arguments: arguments)"
        )
      )
    }
    if let size = request.model.pageSize?.value, !request.pages.isEmpty {
      let pages: [SwiftCode] = request.pages.map { page in
        .list("(", [.sql(page.first), .sql(page.next), "\(page.keyCount)"], ")", .onePerLine)
      }
      let arguments: [SwiftCode] = [
        "size: \(size)", "parameterCount: \(request.parameters.count)",
        .list("[", pages, "]", .literal), "reads: " + footprint,
      ]
      definitions.append(
        SwiftDeclaration(
          "\(access)static let pages: \(RuntimeNames.requestPages) = .init\(arguments: arguments)"
        )
      )
    }
    return definitions
  }
}
