import Foundation
import Strata
import StrataDocuments
import Testing

/// What is said where a document and a model do not fit.
@Suite struct CodingErrorTests {
  private let things: DocumentCollection

  init() throws {
    things = try DocumentStore(DatabaseQueue()).collection("things")
  }

  private func failure<Model: Decodable>(_ body: String, as type: Model.Type) throws
    -> DocumentError?
  {
    try things.write(body)
    return #expect(throws: DocumentError.self) { _ = try things.document(id: "x", as: type) }
  }

  struct Number<Value: Codable>: Codable { var value: Value }

  @Test func `integers that do not fit are errors that name the field`() throws {
    for (text, type) in [("300", "Int8"), ("-1", "UInt8"), ("1.5", "Int8"), ("1e300", "Int8")] {
      let error =
        type == "Int8"
        ? try failure(#"{"value":\#(text)}"#, as: Number<Int8>.self)
        : try failure(#"{"value":\#(text)}"#, as: Number<UInt8>.self)
      #expect(error?.description.contains("'value' of document 'x' of collection 'things'") == true)
      #expect(error?.description.contains("does not fit \(type)") == true, "\(text)")
    }
    let large = try failure(#"{"value":18446744073709551616}"#, as: Number<UInt64>.self)
    #expect(large?.description.contains("does not fit UInt64") == true)
    let double = try failure(#"{"value":1e999}"#, as: Number<Double>.self)
    #expect(double?.description.contains("does not fit Double") == true)
    try things.write(#"{"value":3.0}"#)
    #expect(try things.document(id: "x", as: Number<Int>.self)?.value == 3)
    try things.write(#"{"value":18446744073709551615}"#)
    #expect(try things.document(id: "x", as: Number<UInt64>.self)?.value == .max)
  }

  @Test func `every error names the document and the field`() throws {
    struct Order: Codable {
      struct Line: Codable { var price: Double }
      var lines: [Line]
    }
    let deep = try failure(#"{"lines":[{"price":1},{"price":"much"}]}"#, as: Order.self)
    #expect(
      deep?.reason
        == .undecodable(field: "lines[1].price", problem: "a number was expected and a text found")
    )
    let missing = try failure(#"{"lines":[{}]}"#, as: Order.self)
    #expect(
      missing?.reason
        == .undecodable(field: "lines[0].price", problem: "the document has no such field")
    )
    #expect(missing?.documentID == "x")
    #expect(missing?.collection == "things")
    let null = try failure(#"{"value":null}"#, as: Number<String>.self)
    #expect(null?.description.contains("a text was expected and null found") == true)
    let date = try failure(#"{"value":"yesterday"}"#, as: Number<Date>.self)
    #expect(date?.description.contains("'yesterday' is no date") == true)
    let data = try failure(#"{"value":"%"}"#, as: Number<Data>.self)
    #expect(data?.description.contains("base64") == true)
  }

  @Test(
    arguments: [
      "", "{", "[1]", "{\"a\":}", "{\"a\":1,}", "{\"a\":01}x", "{\"a\":\"\\u12\"}", "nul",
      "{\"a\":-}", "{\"a\":1.}", "{\"a\" 1}", "{1:2}", "{\"a\":\"",
    ]
  )
  func `a damaged document is an error and not a trap`(body: String) throws {
    let error = try failure(body, as: Number<Int>.self)
    #expect(error?.documentID == "x")
    // It can be replaced.
    try things.save(from: Task(id: "x", title: "Whole"))
    #expect(try things.document(id: "x", as: Task.self)?.title == "Whole")
  }

  @Test func `a document that is nested without an end is an error`() throws {
    let body = String(repeating: "[", count: 100_000)
    let error = try failure(body, as: Number<Int>.self)
    #expect(error?.description.contains("nested too deep") == true)
  }

  @Test func `what no document can have is an error that names the field`() throws {
    struct Model: Codable {
      @DocumentID var id: String?
      var values: [Double] = [1, .nan]
    }
    let error = #expect(throws: DocumentError.self) { try things.save(from: Model()) }
    #expect(
      error?.reason
        == .unencodable(field: "values[1]", problem: "JSON has no number nan")
    )
    #expect(try things.count() == 0)
  }
}
