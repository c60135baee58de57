import StrataSQLite
import Testing

@testable import stratac

/// Types of columns by the values that the file has.
@Suite struct PulledValueTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func pull(_ sql: String) throws -> String {
    let connection = try SQLiteConnection(path: folder.path("a.sqlite"))
    try connection.execute(sql)
    try connection.close()
    let call = Call("pull", folder.path("a.sqlite"))
    #expect(call.status == .good, "\(call.messages)")
    return call.output
  }

  @Test func `UUIDs that an app would write in another way are of no type`() throws {
    let lower = try pull(
      """
      CREATE TABLE u (id UUID PRIMARY KEY NOT NULL, n TEXT);
      INSERT INTO u VALUES ('6f9619ff-8b86-d011-b42d-00c04fc964ff', 'x')
      """
    )
    #expect(lower.contains("id: {type: Any"), "\(lower)")
  }

  @Test func `UUIDs in capitals are UUIDs`() throws {
    let upper = try pull(
      """
      CREATE TABLE u (id UUID PRIMARY KEY NOT NULL, n TEXT);
      INSERT INTO u VALUES ('6F9619FF-8B86-D011-B42D-00C04FC964FF', 'x')
      """
    )
    #expect(upper.contains("id: {type: UUID"), "\(upper)")
  }

  @Test func `whole numbers that no fraction holds are no decimals`() throws {
    let text = try pull(
      """
      CREATE TABLE m (id INTEGER PRIMARY KEY, d DECIMAL(20,0), e DECIMAL(10,2));
      INSERT INTO m VALUES (1, 1234567890123456789, 1.25)
      """
    )
    #expect(text.contains("d: {type: Int?"), "\(text)")
    #expect(text.contains("e: {type: Decimal?"), "\(text)")
  }
}
