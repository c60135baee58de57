package import StrataSchema

/// What the SQL of a schema cannot hold, and what reading old rows depends on: the Swift types of
/// columns and how they are stored, raw values of enums, properties of values.
package struct SchemaFacts: Hashable, Sendable {
  /// Words such as `column player.score` with words such as `Int integer`.
  package var values: [String: String] = [:]

  package init() {}

  package init(_ schema: SchemaModel) {
    for table in schema.tables {
      for column in table.columns {
        values[Self.column(table.sqlName, column.sqlName)] =
          "\(Self.spelling(column.type)) \(column.storage.rawValue)"
      }
    }
    for model in schema.enums {
      for item in model.cases {
        values["case \(model.name) \(Self.raw(item.rawValue, model.rawType))"] = item.name
      }
    }
    for model in schema.jsonModels {
      for property in model.properties {
        let isOptional = property.isOptional || property.defaultValue != nil
        values["value \(model.name).\(property.name)"] =
          Self.spelling(property.type) + (isOptional ? "?" : "")
      }
    }
    for type in schema.appTypes { values["type \(type.name)"] = type.storage.rawValue }
  }

  static func column(_ table: String, _ column: String) -> String {
    key("column \(word(table)).\(word(column))")
  }

  /// A key as it is looked up: the case of names in SQL does not count.
  static func key(_ key: String) -> String {
    key.hasPrefix("column ") ? SQLTokenizer.fold(key) : key
  }

  /// The raw value of a case as SQL spells it.
  static func raw(_ value: String, _ type: EnumModel.RawType) -> String {
    if type == .int { return value }
    if value.isNormal { return Literal.sqlText(value) }
    // Swift would take it for the same as another text.
    let digits = value.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return "CAST(x'\(digits)' AS TEXT)"
  }

  /// A name that says where it ends.
  static func word(_ name: String) -> String {
    let isPlain = !name.isEmpty && name.utf8.allSatisfy(SQLTokenizer.isWordByte)
    return isPlain ? name : SQLText.quote(name)
  }

  private static func spelling(_ type: ValueType) -> String {
    switch type {
    case .bool: "Bool"
    case .int, .int64: "Int"
    case .int32: "Int32"
    case .double: "Double"
    case .string: "String"
    case .data: "Data"
    case .date: "Date"
    case .uuid: "UUID"
    case .decimal: "Decimal"
    case .url: "URL"
    case .any: "Any"
    case .enumeration(let name), .structure(let name), .app(let name, _): name
    // What an identity is called in Swift says nothing about what is stored.
    case .id(_, let rawValue): spelling(rawValue)
    case .array(let element, let isOptional): "[\(spelling(element))\(isOptional ? "?" : "")]"
    case .dictionary(let element, let isOptional):
      "[String:\(spelling(element))\(isOptional ? "?" : "")]"
    }
  }

  /// The Swift type and the storage of a column.
  func type(of column: String, in table: String) -> (swift: String, storage: String)? {
    let words = values[Self.column(table, column)]?.split(separator: " ").map(String.init)
    guard let words, words.count == 2 else { return nil }
    return (words[0], words[1])
  }

  /// The keys that both have with another value, or that only one has; the name in Swift of a case is
  /// of no concern to rows.
  func keys(differingFrom other: SchemaFacts) -> [String] {
    Set(values.keys).union(other.values.keys).filter { key in
      let (left, right) = (values[key], other.values[key])
      if left != nil, right != nil, key.hasPrefix("case ") { return false }
      return left != right
    }.sorted()
  }
}
