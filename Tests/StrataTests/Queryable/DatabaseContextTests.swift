import Testing

@testable import Strata

struct DatabaseContextTests {
  @Test func `a context gives what it was made with`() throws {
    let queue = try DatabaseQueue()
    let readOnly = DatabaseContext.readOnly { queue }
    #expect(try readOnly.reader === queue)
    #expect(throws: DatabaseContextError.readOnly) { try readOnly.writer }
    let readWrite = DatabaseContext.readWrite { queue }
    #expect(try readWrite.reader === queue)
    #expect(try readWrite.writer === queue)
    #expect(throws: DatabaseContextError.notConnected) { try DatabaseContext.notConnected.reader }
    #expect(throws: DatabaseContextError.notConnected) { try DatabaseContext.notConnected.writer }
  }

  @Test func `a database that cannot be opened is the error of the context`() {
    struct Failure: Error {}
    let context = DatabaseContext.readWrite { throw Failure() }
    #expect(throws: Failure.self) { try context.reader }
    #expect(throws: Failure.self) { try context.writer }
  }

  @Test func `an error says the remedy`() {
    #expect("\(DatabaseContextError.notConnected)".contains("DatabaseContext.readOnly"))
    #expect("\(DatabaseContextError.readOnly)".contains("DatabaseContext.readWrite"))
  }
}
