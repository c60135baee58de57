import Foundation
import StrataSQLite
import StrataSchema

/// Makes values of types, also inside of JSON.
struct FixtureTypeValues {
  let schema: SchemaModel
  let texts: FixtureTexts
  let row: Int

  func value(
    of type: ValueType,
    _ storage: ColumnStorage,
    named name: String,
    _ random: inout FixtureRandom
  ) -> DatabaseValue {
    switch type {
    case .bool: return Int64(random.chance(65) ? 1 : 0).databaseValue
    case .int, .int64, .int32: return integer(named: name, &random).databaseValue
    case .double: return number(named: name, &random).databaseValue
    case .decimal:
      let value = number(named: name, &random)
      return storage == .text ? Self.twoDigits(value).databaseValue : value.databaseValue
    case .string: return texts.text(for: name, &random).databaseValue
    case .url:
      return
        "https://example.com/\(random.pick(["a", "news", "shop", "team"], or: "a"))/\(random.number(1...9999))"
        .databaseValue
    case .data:
      return Data((0..<16).map { _ in UInt8(random.number(0...255)) }).databaseValue
    case .uuid: return uuid(storage, &random)
    case .date: return date(named: name, storage, &random)
    case .any: return texts.text(for: name, &random).databaseValue
    case .enumeration(let name):
      let cases = schema.enums.first { $0.name == name }?.cases.map(\.rawValue) ?? []
      let raw = random.pick(cases, or: "")
      return storage == .integer ? (Int64(raw) ?? 0).databaseValue : raw.databaseValue
    case .id(_, let rawValue): return value(of: rawValue, storage, named: name, &random)
    case .app(_, let stored): return value(of: stored, storage, named: name, &random)
    case .structure, .array, .dictionary:
      return json(type, named: name, depth: 0, &random).databaseValue
    }
  }

  private func integer(named name: String, _ random: inout FixtureRandom) -> Int64 {
    let words = Set(SwiftNaming.words(of: name).map { $0.lowercased() })
    let range: ClosedRange<Int> =
      if words.contains("year") {
        1980...2024
      } else if words.contains("age") {
        18...80
      } else if !words.isDisjoint(with: ["rating", "stars", "priority", "level"]) {
        1...5
      } else if !words.isDisjoint(with: ["percent", "percentage", "progress"]) {
        0...100
      } else if !words.isDisjoint(with: ["milliseconds", "duration", "length", "bytes", "size"]) {
        1000...500_000
      } else if !words.isDisjoint(with: ["position", "rank", "order", "sort", "index", "sequence"])
      {
        row + 1...row + 1
      } else if !words.isDisjoint(with: ["quantity", "count", "amount", "stock", "number"]) {
        1...20
      } else {
        0...100
      }
    return Int64(random.number(range))
  }

  private func number(named name: String, _ random: inout FixtureRandom) -> Double {
    let words = Set(SwiftNaming.words(of: name).map { $0.lowercased() })
    let range: ClosedRange<Int> =
      if !words.isDisjoint(with: ["latitude", "lat"]) {
        -5500...6500
      } else if !words.isDisjoint(with: ["longitude", "lon", "lng"]) {
        -12000...14500
      } else if !words.isDisjoint(with: ["rating", "stars"]) {
        10...50
      } else if !words.isDisjoint(with: ["rate", "ratio", "share", "discount", "probability"]) {
        0...100
      } else {
        100...19_999
      }
    let value = Double(random.number(range))
    return words.contains("rating") || words.contains("stars") ? value / 10 : value / 100
  }

  private static func twoDigits(_ value: Double) -> String {
    let cents = Int((value * 100).rounded())
    let rest = abs(cents) % 100
    return "\(cents < 0 ? "-" : "")\(abs(cents) / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  private func uuid(_ storage: ColumnStorage, _ random: inout FixtureRandom) -> DatabaseValue {
    var bytes = (0..<16).map { _ in UInt8(random.number(0...255)) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    guard storage == .text else { return Data(bytes).databaseValue }
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
    let groups = [digits[0..<4], digits[4..<6], digits[6..<8], digits[8..<10], digits[10..<16]]
    return groups.map { $0.joined() }.joined(separator: "-").databaseValue
  }

  private func date(
    named name: String,
    _ storage: ColumnStorage,
    _ random: inout FixtureRandom
  ) -> DatabaseValue {
    let words = Set(SwiftNaming.words(of: name).map { $0.lowercased() })
    let day = 86_400
    // Whole minutes from 2020-01-01 on; birthdays are whole days from 1950-01-01 on.
    let isBirth = !words.isDisjoint(with: [
      "birth", "born", "birthday", "birthdate", "dob", "founded",
    ])
    let days: ClosedRange<Int> =
      if isBirth {
        0...20_000
      } else if !words.isDisjoint(with: [
        "updated", "modified", "changed", "ended", "end", "finished",
      ]) {
        1500...1826
      } else if !words.isDisjoint(with: ["due", "expires", "deadline", "until", "expiry"]) {
        1827...2500
      } else {
        0...1499
      }
    let minutes = isBirth ? 0 : random.number(0...1439)
    let start = isBirth ? -631_152_000 : 1_577_836_800
    let seconds = Double(start + random.number(days) * day + minutes * 60)
    switch storage {
    case .unixSeconds: return seconds.databaseValue
    case .unixMilliseconds: return Int64(seconds * 1000).databaseValue
    case .julian: return (seconds / 86_400 + 2_440_587.5).databaseValue
    default: return Date(timeIntervalSince1970: seconds).databaseValue
    }
  }

  // MARK: JSON

  private func json(
    _ type: ValueType,
    named name: String,
    depth: Int,
    _ random: inout FixtureRandom
  ) -> String {
    switch type {
    case .array(let element, _):
      let count = depth > 2 ? 0 : random.number(0...3)
      let items = (0..<count).map { _ in json(element, named: name, depth: depth + 1, &random) }
      return "[" + items.joined(separator: ",") + "]"
    case .dictionary(let element, _):
      let keys = depth > 2 ? [] : Array(["first", "second", "third"].prefix(random.number(0...3)))
      let items = keys.map {
        JSONText.quoted($0) + ":" + json(element, named: name, depth: depth + 1, &random)
      }
      return "{" + items.joined(separator: ",") + "}"
    case .structure(let key):
      let properties = schema.structs.first { $0.name == key }?.properties ?? []
      let items = properties.compactMap { property -> String? in
        if property.isOptional, depth > 2 || random.chance(20) { return nil }
        return JSONText.quoted(property.name) + ":"
          + json(property.type, named: property.name, depth: depth + 1, &random)
      }
      return "{" + items.joined(separator: ",") + "}"
    default: return scalar(type, named: name, &random)
    }
  }

  /// A value as `Codable` spells it in the runtime's JSON.
  private func scalar(
    _ type: ValueType,
    named name: String,
    _ random: inout FixtureRandom
  ) -> String {
    let storage: ColumnStorage =
      switch type {
      case .uuid: .text
      case .decimal: .real
      case .date: .unixMilliseconds
      case .enumeration(let name):
        schema.enums.first { $0.name == name }?.rawType == .int ? .integer : .text
      default: type.plainStorage
      }
    switch type {
    case .bool: return random.chance(65) ? "true" : "false"
    case .data: return JSONText.quoted("AAECAw==")
    default: break
    }
    let value = value(of: type, storage, named: name, &random)
    return switch value.storage {
    case .int64(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text): JSONText.quoted(text)
    default: "null"
    }
  }
}
