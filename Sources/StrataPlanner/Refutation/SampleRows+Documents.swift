import StrataSQLite
import StrataSchema

extension SampleRows {
  /// A row with a document, whose fields are missing where they may be and nothing else is wanted.
  func document(
    of collection: CollectionModel,
    in table: TableModel,
    _ kind: Kind
  ) -> [DatabaseValue] {
    let fields = collection.model.properties.filter { property in
      kind != .sparse || !property.isOptional && property.defaultValue == nil
    }
    let body = fields.map { property in
      let value = collection.blobs.contains(property.name) ? Self.blob : json(property.type)
      return "\"\(property.name)\":\(value)"
    }
    return SampleRows.columns(of: table).map { column in
      if column.name == "body" {
        return .init(storage: .string("{\(body.joined(separator: ","))}"))
      }
      return column.isOptional ? .null : value(of: column.type, column.storage)
    }
  }

  private static let blob = #"{"@type":"blob","digest":"sha256-0","length":0}"#

  /// A value as documents hold it.
  private func json(_ type: ValueType) -> String {
    switch type {
    case .bool: "true"
    case .int, .int64, .int32, .decimal: "1"
    case .double: "1.0"
    case .date: #""2001-02-03T04:05:06.007Z""#
    case .data: #""YQ==""#
    case .structure, .dictionary: "{}"
    case .array: "[]"
    case .enumeration(let name): rawValues[name]?.first.map(Self.scalar) ?? "1"
    case .id(_, let rawValue), .app(_, let rawValue): json(rawValue)
    case .string, .uuid, .url, .any: text(of: type)
    }
  }

  private func text(of type: ValueType) -> String {
    if case .string(let text) = value(of: type, .text).storage {
      JSONText.quoted(text)
    } else {
      "1"
    }
  }

  /// A raw value, which is a number where it reads as one.
  private static func scalar(_ raw: String) -> String {
    Int64(raw) == nil ? JSONText.quoted(raw) : raw
  }
}
