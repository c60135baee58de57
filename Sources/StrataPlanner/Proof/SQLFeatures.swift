import StrataSchema

extension SchemaModel {
  /// The functions of the app, by folded names.
  var ownFunctions: Set<String> { Set(functions.map { SQLTokenizer.fold($0.name.value) }) }
}

/// What newer versions of SQLite have brought (https://sqlite.org/changes.html).
enum SQLFeatures {
  /// The functions that came later than 3.24, by folded name.
  static let functions: [String: SQLiteVersion] = {
    var versions: [String: SQLiteVersion] = [:]
    func add(_ version: SQLiteVersion, _ names: String) {
      for name in names.split(separator: " ") { versions[String(name)] = version }
    }
    add(
      .init(3, 25),
      "row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value "
        + "nth_value"
    )
    add(.init(3, 32), "iif")
    add(.init(3, 34), "substring")
    add(
      .init(3, 35),
      "acos acosh asin asinh atan atan2 atanh ceil ceiling cos cosh degrees exp floor ln log log10 "
        + "log2 mod pi pow power radians sin sinh sqrt tan tanh trunc sign"
    )
    add(
      .init(3, 38),
      "unixepoch format json json_array json_array_length json_extract json_insert json_object "
        + "json_patch json_remove json_replace json_set json_type json_valid json_quote json_each "
        + "json_tree json_group_array json_group_object"
    )
    add(.init(3, 41), "unhex")
    add(.init(3, 42), "json_error_position")
    add(.init(3, 43), "octet_length timediff")
    add(.init(3, 44), "concat concat_ws string_agg")
    add(
      .init(3, 45),
      "jsonb jsonb_array jsonb_extract jsonb_insert jsonb_object jsonb_patch jsonb_remove "
        + "jsonb_replace jsonb_set jsonb_group_array jsonb_group_object"
    )
    add(.init(3, 46), "json_pretty")
    add(.init(3, 48), "if")
    add(.init(3, 50), "unistr unistr_quote")
    return versions
  }()

  /// Reports what in `tokens` the declared version does not know.
  ///
  /// `own` are the functions of the app, by folded names.
  static func check(
    _ tokens: [SQLToken],
    of fragment: SQLFragment,
    against version: SQLiteVersion,
    own: Set<String> = [],
    _ diagnostics: inout Diagnostics
  ) {
    let tokens = tokens.filter { $0.kind != .comment }
    // What a module reads is no SQL.
    if tokens.prefix(2).map(\.folded) == ["create", "virtual"] { return }
    for index in tokens.indices {
      guard let (feature, needed) = feature(at: index, of: tokens), needed > version,
        !own.contains(tokens[index].folded)
      else { continue }
      diagnostics.error(
        "sqlite-version",
        "\(feature) needs SQLite \(needed); the schema declares \(version) (sqlite:)",
        at: fragment.range(ofUTF8: tokens[index].range)
      )
    }
  }

  private static func feature(at index: Int, of tokens: [SQLToken]) -> (String, SQLiteVersion)? {
    let token = tokens[index]
    func isWord(_ word: String, ahead: Int) -> Bool {
      index + ahead < tokens.count && tokens[index + ahead].isWord(word)
    }
    func isSymbol(_ symbol: String, ahead: Int) -> Bool {
      index + ahead < tokens.count && tokens[index + ahead].isSymbol(symbol)
    }
    switch token.kind {
    case .symbol where token.text == "->" || token.text == "->>":
      return ("'\(token.text)'", .init(3, 38))
    case .number where token.text.contains("_"):
      return ("'_' in a number", .init(3, 46))
    case .string: return SQLPlace(index, tokens).modifier
    case .word: break
    default: return nil
    }
    switch token.folded {
    case "right" where isWord("join", ahead: 1) || isWord("outer", ahead: 1):
      return ("RIGHT JOIN", .init(3, 39))
    case "full" where isWord("join", ahead: 1) || isWord("outer", ahead: 1):
      return ("FULL JOIN", .init(3, 39))
    case "distinct" where isWord("from", ahead: 1):
      return ("IS DISTINCT FROM", .init(3, 39))
    case "nulls" where isWord("first", ahead: 1) || isWord("last", ahead: 1):
      return ("NULLS FIRST or LAST", .init(3, 30))
    case "materialized" where isSymbol("(", ahead: 1): return ("MATERIALIZED", .init(3, 35))
    case "filter" where isSymbol("(", ahead: 1) && isWord("where", ahead: 2):
      return ("FILTER", .init(3, 30))
    case "over" where index > 0 && tokens[index - 1].isSymbol(")"):
      return SQLPlace(index, tokens).feature ?? ("a window function", .init(3, 25))
    case "order" where isWord("by", ahead: 1) && isInsideCall(index, of: tokens):
      return ("ORDER BY inside an aggregate", .init(3, 44))
    default:
      if let found = SQLPlace(index, tokens).feature { return found }
      guard isSymbol("(", ahead: 1), let version = functions[token.folded],
        SQLPlace(index, tokens).isCall
      else { return nil }
      return ("\(token.folded)()", version)
    }
  }

  /// Whether ORDER BY at `index` stands between the parentheses of a call.
  private static func isInsideCall(_ index: Int, of tokens: [SQLToken]) -> Bool {
    var depth = 0
    for position in stride(from: index - 1, through: 0, by: -1) {
      if tokens[position].isSymbol(")") { depth += 1 }
      if depth == 0,
        tokens[position].isWord("select") || tokens[position].isWord("by")
          || tokens[position].isWord("over")
      {
        return false
      }
      guard tokens[position].isSymbol("(") else { continue }
      guard depth == 0 else {
        depth -= 1
        continue
      }
      guard position > 0, tokens[position - 1].kind == .word else { return false }
      return !nonCalls.contains(tokens[position - 1].folded)
    }
    return false
  }

  private static let nonCalls: Set<String> = [
    "in", "exists", "and", "or", "not", "from", "join", "select", "where", "on", "when", "then",
    "else", "case", "by", "having", "limit", "as", "over", "union", "all", "values",
  ]
}
