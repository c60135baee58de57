import Foundation
import StrataSchema

extension Catalog {
  /// Why a text is no JSON that a value of a type is read from, after the text; nil where it is.
  func fault(of text: String, as type: ValueType) -> String? {
    guard
      let value = try? JSONSerialization.jsonObject(
        with: Data(text.utf8),
        options: .fragmentsAllowed
      )
    else { return "is none" }
    return fault(of: value, as: type, isOptional: false, at: "it")
  }

  private func fault(
    of value: Any,
    as type: ValueType,
    isOptional: Bool,
    at place: String
  ) -> String? {
    if value is NSNull { return isOptional ? nil : "has null where \(place) is there" }
    let isNumber = (value as? NSNumber).map { !$0.isBool } ?? false
    switch type {
    case .array(let element, let isOptional):
      guard let items = value as? [Any] else { return wrong("a list", place) }
      return items.lazy.compactMap {
        fault(of: $0, as: element, isOptional: isOptional, at: "an element")
      }.first
    case .dictionary(let element, let isOptional):
      guard let items = value as? [String: Any] else { return wrong("a mapping", place) }
      return items.sorted { $0.key < $1.key }.lazy.compactMap {
        fault(of: $0.value, as: element, isOptional: isOptional, at: "'\($0.key)'")
      }.first
    case .structure(let name):
      guard let items = value as? [String: Any] else { return wrong("a mapping", place) }
      return properties(of: name).lazy.compactMap { property in
        guard let item = items[property.name] else {
          return property.isOptional || property.defaultValue != nil
            ? nil : "lacks '\(property.name)'"
        }
        return fault(
          of: item,
          as: property.type,
          isOptional: property.isOptional,
          at: "'\(property.name)'"
        )
      }.first
    case .bool: return (value as? NSNumber)?.isBool == true ? nil : wrong("true or false", place)
    case .int, .int64, .int32, .double: return isNumber ? nil : wrong("a number", place)
    case .string, .url: return value is String ? nil : wrong("text", place)
    default: return nil
    }
  }

  private func wrong(_ wanted: String, _ place: String) -> String {
    place == "it" ? "is not \(wanted)" : "has something else where \(place) is \(wanted)"
  }
}

extension NSNumber {
  fileprivate var isBool: Bool { ["c", "B"].contains(String(cString: objCType)) }
}
