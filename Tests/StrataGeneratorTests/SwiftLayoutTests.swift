import Testing

@testable import StrataGenerator

@Suite struct SwiftLayoutTests {
  private let call: SwiftCode = "let a: A = .init\(arguments: ["name: \(literal: "x")", "b: 1"])"

  @Test func `what fits stays on its line`() {
    #expect(SwiftLayout.lines(call, width: 100) == [#"let a: A = .init(name: "x", b: 1)"#])
  }

  @Test func `what does not fit has one argument a line`() {
    #expect(
      SwiftLayout.lines(call, width: 20) == [
        "let a: A = .init(", #"  name: "x","#, "  b: 1", ")",
      ]
    )
  }

  @Test func `names in an array fill their lines`() {
    let array = SwiftCode.array(ofLiterals: ["one", "two", "three"])
    #expect(SwiftLayout.lines(array, width: 18) == ["[", #"  "one", "two","#, #"  "three","#, "]"])
  }

  @Test func `members of several lines are set apart`() {
    let type = SwiftDeclaration(
      "struct A",
      documentation: SwiftDocumentation("A type", else: ""),
      members: [
        SwiftDeclaration("var a: Int"),
        SwiftDeclaration("var b: Int"),
        SwiftDeclaration("init(\(name: "self"): Int)", statements: ["a = 1"]),
        SwiftDeclaration("func c()", statements: []),
      ]
    )
    var lines: [String] = []
    SwiftDeclaration.print([type], into: &lines, depth: 0)
    #expect(
      lines == [
        "/// A type.", "struct A {", "  var a: Int", "  var b: Int", "", "  init(`self`: Int) {",
        "    a = 1", "  }", "", "  func c() {}", "}",
      ]
    )
  }
}
