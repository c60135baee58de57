import Testing

@testable import StrataGenerator

@Suite struct SwiftDocumentationTests {
  @Test(
    arguments: [
      (nil, ["A row."]),
      ("  \n\n", ["A row."]),
      ("A club", ["A club."]),
      ("A club.", ["A club."]),
      ("A club. It plays.", ["A club.", "", "It plays."]),
      (
        "A club\nof the league. It plays.\nWell.",
        ["A club", "of the league.", "", "It plays.", "Well."]
      ),
      ("A club:\n- one", ["A club.", "", "- one"]),
      ("A club.\n\nMore.  \n", ["A club.", "", "More."]),
      ("- one\n- two", ["A row.", "", "- one", "- two"]),
      ("a */ \u{2028}b\r\nc\u{202E}", ["a */", "b", "c."]),
    ] as [(String?, [String])]
  )
  func `a comment stays a comment, and begins with a sentence`(text: String?, lines: [String]) {
    #expect(SwiftDocumentation(text, else: "A row.").lines == lines)
  }
}
