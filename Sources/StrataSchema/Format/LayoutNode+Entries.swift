/// An entry of a collection: a value after its key, or after a dash.
struct LayoutEntry {
  var key: LayoutNode?
  var value: LayoutNode

  private var first: LayoutNode { key ?? value }
  var start: Int { first.bytes.lowerBound }
  var line: Int { first.line }
  var column: Int { first.column }

  /// What stands before the value.
  func head(_ printer: LayoutPrinter) -> String {
    guard let key, case .scalar(let text, let style) = key.content else { return "-" }
    return printer.source.text(of: key, text, style) + ":"
  }
}

extension LayoutNode {
  /// The entries of a collection; nil for text.
  var entries: [LayoutEntry]? {
    switch content {
    case .scalar: nil
    case .sequence(let items, _): items.map { LayoutEntry(key: nil, value: $0) }
    case .mapping(let pairs, _, _): pairs.map { LayoutEntry(key: $0.key, value: $0.value) }
    }
  }

  var isFlow: Bool {
    switch content {
    case .scalar: false
    case .sequence(_, let isFlow), .mapping(_, let isFlow, _): isFlow
    }
  }

  var isSequence: Bool {
    if case .sequence = content { true } else { false }
  }

  var isEmptyCollection: Bool { entries?.isEmpty ?? false }
}
