import LibraryTypes
import NamesSample
import Strata
import Testing

@testable import LibrarySample

/// Types of the app that another module declares.
@Suite struct ModuleTests {
  private let code = Barcode(rawValue: "|| |")

  @Test func `a type of another module is stored, compared and read`() throws {
    try ArchiveDatabase.openInMemory().write { db in
      try Label(id: ISBN(rawValue: "1"), text: "a", barcode: code).insert(db)
      try Label(id: ISBN(rawValue: "2"), text: "b").insert(db)
      let labels = try LabelsWithRequest(barcode: code).fetch(db)
      #expect(labels.map(\.text) == ["a"])
      #expect(labels.first?.barcode == code)
      #expect(try Label.fetchAll(db).map(\.barcode) == [code, nil])
    }
  }

  @Test func `public code shows a type of another module`() throws {
    try NamesSample.NamesDatabase.openInMemory().write { db in
      let bars = Bars(id: Bars.ID(rawValue: code), bars: nil)
      try bars.insert(db)
      #expect(try Bars.find(db, id: Bars.ID(rawValue: code)) == bars)
    }
  }
}
