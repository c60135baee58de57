import Foundation
import StrataSchema
import Testing

@testable import StrataPlanner

@Suite struct SQLReaderTests {
  @Test(arguments: [
    ("a + b * c", "(+ a (* b c))"),
    ("a - b - c", "(- (- a b) c)"),
    ("NOT a = b", "(not (= a b))"),
    ("a OR b AND NOT c", "(or a (and b (not c)))"),
    ("a = b < c", "(= a (< b c))"),
    ("a || b + c", "(+ (|| a b) c)"),
    ("-a COLLATE NOCASE", "(- a)"),
    ("a IS NOT NULL AND b ISNULL", "(and (not-null? a) (null? b))"),
    ("a IS NOT DISTINCT FROM NULL OR a NOTNULL", "(or (null? a) (not-null? a))"),
    ("a IS NOT DISTINCT FROM b", "(is a b)"),
    ("a NOT BETWEEN 1 AND 2 AND b", "(and (between a 1 2) b)"),
    ("a NOT IN (1, :x)", "(in a 1 :x)"),
    ("a IN (SELECT b FROM t)", "(in-select a)"),
    ("a NOT LIKE '%' ESCAPE '\\' OR b", "(or (like a text text) b)"),
    ("t.a = s.t.b", "(= t.a t.b)"),
    ("\"a b\" = [c] AND `d`", "(and (= a b c) d)"),
    ("CASE a WHEN 1 THEN b ELSE c END", "(case a 1 b c)"),
    ("CASE WHEN a THEN b END + 1", "(+ (case a b) 1)"),
    ("CAST(a AS NUMERIC(10, 2)) * 2", "(* (cast a) 2)"),
    ("count(DISTINCT a) FILTER (WHERE b > 0)", "(count a (< b 0))"),
    ("sum(a) OVER (PARTITION BY b ORDER BY c DESC NULLS LAST ROWS 1 PRECEDING)", "(sum a b c)"),
    ("EXISTS (SELECT 1) AND NOT EXISTS (SELECT 2)", "(and exists exists)"),
    ("(a, b) = (1, 2)", "(= (row a b) (row 1 2))"),
    ("a ->> '$.x' -> 'y'", "(-> (->> a text) text)"),
    ("true AND replace(a, 'x', 'y')", "(and bool (replace a text text))"),
    ("1.5e3 + 0x1E", "(+ real 0x1E)"),
    ("a NOT IN :list AND b", "(and (in-:list a) b)"),
  ])
  func `an expression is read with the right precedence`(sql: String, tree: String) throws {
    let expression = try #require(SQLReader.expression(SQLTokenizer.tokens(of: sql)))
    #expect(SQLReaderTests.describe(expression) == tree)
  }

  @Test(arguments: ["a +", "(a", "a b", "CASE a END x", "a IN", "f(a", "SELECT 1", ""])
  func `what is no expression is not read`(sql: String) {
    #expect(SQLReader.expression(SQLTokenizer.tokens(of: sql)) == nil)
  }

  @Test(arguments: [
    ("SELECT * FROM a, b JOIN c ON a.x = c.x", ["a", "b", "c"]),
    ("WITH x AS (SELECT * FROM a) SELECT * FROM x, B", ["a", "b"]),
    ("SELECT (SELECT 1 FROM a) FROM b WHERE c IN (SELECT d FROM main.e)", ["a", "b", "e"]),
    ("SELECT 1 FROM (a LEFT JOIN b USING (c)) NATURAL JOIN d", ["a", "b", "d"]),
    ("VALUES (1), ((SELECT 2 FROM a))", ["a"]),
    ("SELECT 1 UNION ALL SELECT 2 FROM a ORDER BY (SELECT 3 FROM b) LIMIT 1, 2", ["a", "b"]),
    ("SELECT left.x AS y FROM a AS left LEFT OUTER JOIN b INDEXED BY i ON true", ["a", "b"]),
    ("SELECT sum(x) OVER w FROM a WINDOW w AS (ORDER BY (SELECT 1 FROM b))", ["a", "b"]),
    ("SELECT 1 x FROM a GROUP BY x HAVING count(*) > (SELECT 1 FROM b)", ["a", "b"]),
  ])
  func `a select tells the tables that it reads`(sql: String, tables: [String]) throws {
    let select = try #require(SQLReader.select(SQLTokenizer.tokens(of: sql)))
    #expect(select.tables.sorted() == tables)
  }

  @Test func `deep nesting does not exhaust the stack`() {
    let sql = String(repeating: "(", count: 10_000) + "1" + String(repeating: ")", count: 10_000)
    #expect(SQLReader.expression(SQLTokenizer.tokens(of: sql)) == nil)
  }

  @Test(arguments: [" = b", " < b", " ISNULL", " COLLATE c"])
  func `a long chain of operators does not exhaust the stack`(link: String) {
    let long = "a" + String(repeating: link, count: 10_000)
    #expect(SQLReader.expression(SQLTokenizer.tokens(of: long)) == nil)
    let nested = (0..<50).reduce("a") { sql, _ in
      "(" + sql + ")" + String(repeating: link, count: 100)
    }
    #expect(SQLReader.expression(SQLTokenizer.tokens(of: nested)) == nil)
  }

  /// As long as SQLite takes it, on a stack as small as that of a thread of Apple's.
  @Test(arguments: [" OR b", " AND b", " + b", " || b", " - b * c"])
  func `a chain of operators that bind alike is no deep tree`(link: String) async {
    let sql = "SELECT a" + String(repeating: link, count: 999) + " FROM t"
    let type: ValueType? = await withCheckedContinuation { continuation in
      let thread = Thread {
        var inference = TypeInference(Catalog(Build.league()))
        let select = SQLReader.select(SQLTokenizer.tokens(of: sql))
        continuation.resume(
          returning: select.flatMap { inference.columns(of: $0) }?.first?.type.type
        )
      }
      thread.stackSize = 512 * 1024
      thread.start()
    }
    let isText = link.contains("|")
    let isTruth = link.contains("OR") || link.contains("AND")
    #expect(type == (isText ? .string : isTruth ? .bool : nil))
  }

  @Test func `a long list of short expressions is read`() {
    let sql = "f(" + String(repeating: "a = 1 AND b, ", count: 5000) + "c)"
    #expect(SQLReader.expression(SQLTokenizer.tokens(of: sql)) != nil)
  }

  private static func describe(_ expression: SQLExpression) -> String {
    func list(_ head: String, _ parts: [SQLExpression]) -> String {
      "(" + ([head] + parts.map(describe)).joined(separator: " ") + ")"
    }
    switch expression {
    case .literal(.integer(let digits)): return digits
    case .literal(.text): return "text"
    case .literal(let literal): return "\(literal)"
    case .column(let column): return (column.table.map { $0 + "." } ?? "") + column.name
    case .parameter(let parameter): return ":" + parameter.name
    case .chain(let first, let links):
      return links.reduce(describe(first)) { text, link in
        "(\(link.sign) \(text) \(describe(link.operand)))"
      }
    case .unary(let sign, _), .comparison(let sign, _, _), .match(let sign, _, _, _):
      return list(sign, expression.children)
    case .isNull(_, let isNegated):
      return list(isNegated ? "not-null?" : "null?", expression.children)
    case .between: return list("between", expression.children)
    case .inList: return list("in", expression.children)
    case .inSelect: return list("in-select", expression.children)
    case .inTable: return list("in-table", expression.children)
    case .inParameter(_, let parameter):
      return list("in-:\(parameter.name)", expression.children)
    case .call(let call): return list(call.name, expression.children)
    case .cast: return list("cast", expression.children)
    case .caseOf: return list("case", expression.children)
    case .subquery: return "select"
    case .exists: return "exists"
    case .collate(let operand): return describe(operand)
    case .row: return list("row", expression.children)
    }
  }
}
