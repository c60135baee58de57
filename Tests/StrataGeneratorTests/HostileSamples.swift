import StrataPlanner
import StrataSchema

/// Names of Swift's, of Foundation's, of the runtime's and of the generator's own making, in every
/// place where a schema may say a name.
func hostile(access: SchemaModel.Access = .internal, tables names: [String]? = nil) -> Proof {
  let columnNames = [
    "id", "row", "values", "self", "init", "Type", "Protocol", "default", "class", "func", "in",
    "is", "nil", "await", "hash", "hashValue", "description", "table", "bind", "columns", "record",
    "insert", "update", "delete", "save", "fetch", "database", "name", "rawValue",
    "any", "value", "some", "where", "String", "Int", "Genre", "subscript", "static", "var", "let",
    "inout",
    "throws", "try", "as", "import", "operator", "encode", "container", "definition", "each",
    "copy",
    "consume", "borrow", "discard", "unsafe", "yield", "then", "async", "get", "set", "didSet",
    "willSet", "left", "right", "prefix", "mutating", "lazy", "weak", "unowned", "open", "package",
    "dynamic", "final", "required", "optional", "convenience", "indirect", "infix", "none", "actor",
    "macro", "nonisolated", "isolated", "sending", "consuming", "borrowing", "new", "_x",
  ]
  let enums = [
    enumeration(
      "Optional",
      ["none", "some", "self", "init", "Type", "default", "hash", "rawValue", "description"]
        .map { ($0, $0) }
    ),
    enumeration(
      "Value",
      [("plain", "it's \"quoted\" \\(x) \\ #\n"), ("tab", "\t\0"), ("hash", "\"#")]
    ),
    enumeration("Genre", raw: .int, [("rock", "-1"), ("pop", "9223372036854775807")]),
  ]
  let shadows = [
    "String", "Int", "Bool", "Double", "Int32", "Int64", "Data", "Date", "UUID", "URL", "Decimal",
    "Error", "Task", "Row", "Database", "Identifiable", "Sendable", "Hashable", "Codable", "Set",
    "Array", "Dictionary", "Result", "Record", "CaseIterable", "Column", "Configuration", "Never",
    "Character", "Sequence", "Collection", "Equatable", "Encodable", "Decodable", "Statement",
    "Request", "Type", "Protocol", "Encoder", "Locale", "Void", "AnyObject", "TableDefinition",
  ]
  let types: [ValueType] = [
    .string, .int, .bool, .double, .int32, .int64, .data, .date, .uuid, .url, .decimal, .any,
    .enumeration("Optional"), .enumeration("Value"), .enumeration("Genre"),
  ]
  var tables = (names ?? shadows).map { name in
    table(
      name,
      doc: "The \(name)*/ \\(x) \"\"\" # \u{2028} `\n\n/* - Parameter x: y",
      [column("id", .int)]
        + types.enumerated().map { index, type in
          column("c\(index)", type, optional: index.isMultiple(of: 2))
        }
        + [column("rowID", .int, references: "Row", inverse: "all\(name)")]
    )
  }
  tables.append(
    table(
      "Everything",
      columnNames.map { name in
        column(
          name,
          .string,
          default: name.utf8.count == 6 ? .sql(sql("upper('x')")) : nil
        )
      } + [column("genreID", .int, references: "Row", as: "Genre", inverse: "everything")]
    )
  )
  tables.append(table("Plain", [column("id", .int), column("omittedColumns", .string)]))
  tables.append(
    table(
      "Key",
      sql: "na\"me\n",
      [
        column("values", .string, sql: "a \"b\" \\(c)"), column("row", .date, storage: .julian),
        column("self", .uuid, storage: .text),
      ],
      primaryKey: ["values", "self", "row"]
    )
  )
  let requests = [
    request(
      "rows",
      on: "Row",
      "SELECT \"id\" FROM \"row\" WHERE x = '\\(y)' AND z = '\"\"\"' AND w = '\"#' \n  AND '\"\"\"\"' = ' \t' \n",
      parameters: columnNames.filter { $0 != "fetch" && $0 != "definition" }
        .map { parameter($0, .string) } + [parameter("kind", .enumeration("Value"))],
      .many
    ),
    request("one", on: "Record", "SELECT \"x\"#", .first),
    request(
      "value",
      on: "Row",
      "SELECT 1",
      .value(proved("v", .enumeration("Value"), optional: true)),
      default: .literal(sql: "''", swift: ".plain")
    ),
  ]
  var result = proof(
    access: access,
    enums: enums,
    tables: tables,
    views: [
      view(
        "Character2",
        [proved("self", .string), proved("row", .int)],
        primaryKey: ["self", "row"]
      )
    ],
    requests: requests,
    creation: ["CREATE TABLE \"a\\(b)\" (\n  c TEXT DEFAULT '\"\"\"'\n) -- \\\n  "],
    files: ["a\nimport Evil.yaml"]
  )
  let name = Located("a\"b` */\n\\(c)", at: nowhere)
  result.schema.functions = [
    FunctionModel(name: name, argumentCount: 2, returns: nil, isDeterministic: false),
    FunctionModel(name: name, argumentCount: nil, returns: nil, isDeterministic: false),
  ]
  result.schema.collations = [name]
  result.schema.searches = ["Search", "Foundation2"].map { search in
    SearchModel(
      name: search,
      range: nowhere,
      sqlName: name.value,
      doc: nil,
      table: "Everything",
      columns: [
        .init(name: "self", range: nowhere, weight: "10.0"),
        .init(name: "init", range: nowhere, weight: nil),
      ],
      tokenizer: nil,
      prefixes: []
    )
  }
  return result
}

/// Names so long that no line holds them.
func long(access: SchemaModel.Access = .internal) -> Proof {
  func name(_ prefix: String, _ length: Int) -> String {
    prefix + String(repeating: "a", count: length - prefix.count)
  }
  let lengths = [20, 30, 40, 45, 50, 60]
  let tables = lengths.map { length in
    table(
      name("T", length),
      lengths.flatMap { other in
        [
          column(name("p", other), .date, optional: true),
          column(
            name("q", other),
            .string,
            default: .literal(sql: "", swift: "\"" + name("v", length) + "\"")
          ),
          column(
            name("r", other),
            .int,
            references: name("T", length),
            inverse: name("s\(other)", other)
          ),
          column(name("g", other), .string, generated: "1"),
        ]
      },
      primaryKey: length < 50 ? [name("p", length)] : [name("p", length), name("q", length)]
    )
  }
  let requests = lengths.map { length in
    request(
      name("r", length),
      on: name("T", length),
      "SELECT 1",
      parameters: lengths.map { parameter(name("p", $0), .string) },
      length.isMultiple(of: 20) ? .many : .value(proved("x", .int, optional: true)),
      default: .literal(sql: "0", swift: "0"),
      reads: lengths.map {
        Footprint.Table(name: name("t", $0), columns: lengths.map { name("c", $0) })
      }
    )
  }
  return proof(access: access, tables: tables, requests: requests)
}
