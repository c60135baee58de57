import StrataSchema
import Testing

@testable import StrataPlanner

@Suite struct ScriptTests {
  @Test func `a script is cut at the semicolons that end statements`() {
    let script = SQLScript(
      """
      -- Step 0001-create of X, written by stratac.
      -- allow column-dropped player.alias: nobody: reads it
      -- allow type-narrowed player.age:
      CREATE TABLE t (a DEFAULT ';'); /* ; */
      CREATE TRIGGER r AFTER INSERT ON t BEGIN
        UPDATE t SET a = CASE a WHEN 1 THEN 2 END;
        SELECT 1; -- one; two
      END;;
      -- about the last
      SELECT "x;y"
      """
    )
    #expect(script.statements.count == 3)
    #expect(script.statements.first == "CREATE TABLE t (a DEFAULT ';')")
    #expect(script.statements[1].hasSuffix("END"))
    #expect(script.statements.last == #"SELECT "x;y""#)
    #expect(script.lines == [4, 5, 10])
    #expect(script.reason(for: "column-dropped player.alias") == "nobody: reads it")
    #expect(script.reason(for: "column-dropped player") == nil)
    #expect(script.comments.last == ["-- about the last"])
    #expect(!script.isCut)
    #expect(SQLScript("CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT 1;").isCut)
    #expect(SQLScript("").statements == [])
    #expect(SQLScript("-- nothing").statements == [])
  }

  @Test func `comments, white space and line ends do not count, but in texts`() {
    let text = "CREATE TABLE t (a DEFAULT 'x');\n-- why\nINSERT INTO t VALUES ('a\nb');\n"
    let hash = SQLScript(text).hash
    let windows = String(lines: Array(text.replacing("\n", with: "\r\n").utf8))
    #expect(SQLScript(windows).hash == hash)
    #expect(SQLScript("create  table t(a default 'x') ; INSERT INTO t VALUES('a\nb')").hash == hash)
    #expect(SQLScript(text.replacing("'x'", with: "'X'")).hash != hash)
    #expect(SQLScript(text.replacing("a\nb", with: "a b")).hash != hash)
    #expect(SQLScript(text.replacing(";\n-- why", with: "")).hash != hash)
  }

  @Test func `a lock is read as it was written`() throws {
    var lock = MigrationLock()
    var step = MigrationLock.Step(name: "0001-create", hash: "1")
    step.replaces = ["v 1", "v2"]
    step.hazards = ["column-dropped a.b"]
    step.planned = ["2", "3"]
    step.addedFacts = ["case X 'a: b'": "y", #"column "a b".c"#: "Int integer"]
    step.isBaseline = true
    lock.steps = [step, MigrationLock.Step(name: "0002-x", hash: "4")]
    lock.steps[1].isSealed = true
    lock.steps[1].swaps = ["a.b was c", #""x\r\ny".b was "\\n""#]
    lock.steps[1].addedFacts = ["case X 'a\n  sealed'": "y", "case X '\r\n'": "z"]
    lock.steps[1].hazards = [#"check-added a.b!='\n'"#]
    lock.steps[1].removedFacts = ["type Y"]
    lock.updateChain()
    let text = lock.text
    #expect(try MigrationLock(text) == lock)
    #expect(try MigrationLock(text).text == text)
    #expect(lock.firstBrokenStep == nil)
    var other = lock
    other.steps[0].addedFacts["type Z"] = "text"
    #expect(other.firstBrokenStep == 0)
    other.updateChain()
    #expect(other.steps[1].chain != lock.steps[1].chain)
    for bad in ["", "x\n", text + "what\n", text + "  hash\n", text + "  + a b\n"] {
      #expect(throws: MigrationLock.BadLine.self) { try MigrationLock(bad) }
    }
  }
}
