import Foundation
import Strata

/// What is in a library, and what is done with one.
enum LibraryContent {
  static func fill(_ db: Database) throws {
    for number in 0..<12 {
      let branch = try Branch.Draft(
        name: "Branch \(number)",
        opened: Date(timeIntervalSince1970: Double(number) * 1e6)
      ).insert(db)
      for copy in 0..<4 { _ = try book(copy, branch).insert(db) }
      try Loan(branchID: branch.id, number: number, due: .distantPast).insert(db)
      try Reader(card: "A\(number)", name: "Ann \(number)").insert(db)
      try Ticket(id: UUID(), price: 1.5).insert(db)
      _ = try Visit.Draft(note: "late").insert(db)
      try Translation(id: Translation.ID(rawValue: number), text: "x").insert(db)
    }
  }

  private static func book(_ number: Int, _ branch: Branch) -> Book.Draft {
    Book.Draft(
      id: UUID(),
      title: "Emma \(number) of \(branch.name)",
      weight: 0.5,
      pages: Int32(number),
      cover: Data(repeating: 7, count: number * 700),
      site: URL(string: "https://example.org/\(number)"),
      key: UUID(),
      extra: 7.databaseValue,
      printed: Date(timeIntervalSince1970: 2_000.5),
      sold: Date(timeIntervalSince1970: 86_400),
      branchID: branch.id
    )
  }

  static let readings: [@Sendable (Database) throws -> Void] = [
    { _ = try Branch.fetchAll($0) },
    { _ = try Book.fetchAll($0) },
    { _ = try Loan.fetchAll($0) },
    { _ = try Reader.fetchAll($0) },
    { _ = try Visit.fetchAll($0) },
    { _ = try Ticket.fetchAll($0) },
    { _ = try Translation.fetchAll($0) },
    { _ = try BranchSize.fetchAll($0) },
    { _ = try Branch.including(all: Branch.books).asRequest(of: Row.self).fetchAll($0) },
    { _ = try Book.including(required: Book.branch).asRequest(of: Row.self).fetchAll($0) },
    { _ = try Book.order(Book.Columns.title).fetchAll($0) },
    { _ = try BookTitledRequest(title: "Emma 1 of Branch 3").fetch($0) },
    { _ = try HeaviestRequest().fetch($0) },
    { _ = try LastPrintedRequest().fetch($0) },
    { _ = try DueLoansRequest().fetch($0) },
    { _ = try Branch.find($0, key: 3) },
    { _ = try $0.primaryKey("book") },
    { _ = try Row.fetchAll($0, sql: "SELECT * FROM sqlite_master") },
  ]

  static let writings: [@Sendable (Database) throws -> Void] = [
    { db in
      let branch = try Branch.Draft(name: "New").insert(db)
      let new = try book(9, branch).insert(db)
      try new.upsert(db)
      try new.save(db)
      try new.delete(db)
    },
    { db in
      for var book in try Book.fetchAll(db) {
        book.title += "!"
        try book.update(db)
      }
    },
    { try Loan(branchID: Branch.ID(rawValue: 1), number: 99, due: nil).upsert($0) },
    { _ = try Book.filter(Book.Columns.pages > 1).deleteAll($0) },
    { _ = try Branch.deleteOne($0, key: 2) },
    { _ = try Reader.deleteAll($0) },
  ]
}
