import Testing

@testable import Strata

@Suite struct InflectionTests {
  @Test(arguments: [
    ("player", "players"), ("city", "cities"), ("boy", "boys"), ("box", "boxes"),
    ("class", "classes"), ("match", "matches"), ("person", "people"),
    ("salesPerson", "salesPeople"),
    ("news", "news"), ("status", "statuses"), ("child", "children"),
  ])
  func `a name has a singular and a plural`(singular: String, plural: String) {
    #expect(Inflection.plural(singular) == plural)
    #expect(Inflection.singular(singular) == singular)
    if singular != "status" {
      #expect(Inflection.singular(plural) == singular)
      #expect(Inflection.plural(plural) == plural)
    }
  }
}
