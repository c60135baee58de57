import Testing

@testable import stratac

@Suite struct CallTests {
  @Test(arguments: [["--help"], ["-h"], ["help"]])
  func `help lists the verbs`(words: [String]) {
    let call = Call(words)
    #expect(call.status == .good)
    for verb in Stratac.verbs { #expect(call.output.contains("  \(verb.name) ")) }
    #expect(call.messages == "")
  }

  @Test func `help about a verb is that of the verb`() {
    #expect(Call("help", "check").output == Call("check", "--help").output)
    #expect(Call("help", "scaffold", "app").output == Call("scaffold", "app", "--help").output)
    for words in [["scaffold", "--help"], ["help", "scaffold"]] {
      let call = Call(words)
      #expect(call.status == .good)
      for verb in ["app", "fixtures"] {
        #expect(call.output.contains("usage: stratac scaffold \(verb)"))
      }
    }
  }

  @Test func `a value that looks like an option stands behind an equals sign`() throws {
    let arguments = try Arguments(["--module=--x"], options: Verb.check.options)
    #expect(arguments["module"] == "--x")
  }

  @Test(arguments: Stratac.verbs.map(\.words))
  func `every verb has help and a version`(verb: [String]) {
    let help = Call(verb + ["--help"])
    #expect(help.status == .good)
    #expect(help.output.contains("usage: stratac \(verb.joined(separator: " "))"))
    #expect(help.output.contains("--diagnostics"))
    let version = Call(verb + ["--version"])
    #expect(version.status == .good)
    #expect(version.output == "stratac \(Stratac.version)\n")
  }

  @Test func `the version is printed without a verb`() {
    #expect(Call("--version").output == "stratac \(Stratac.version)\n")
  }

  @Test(arguments: [
    ([], "usage: stratac"),
    (["generat"], "unknown verb 'generat'; did you mean 'generate'? The verbs are generate, "),
    (["frob"], "unknown verb 'frob'; the verbs are generate, "),
    (["generate", "a.yaml"], "say where to write: --output FOLDER"),
    (["generate", "--output"], "option '--output' needs a value: FOLDER"),
    (["generate", "--output=", "a.yaml"], "option '--output' needs a value: FOLDER"),
    (["generate", "--output", "x", "--output", "y", "a"], "option '--output' is given twice"),
    (["generate", "--output", "x"], "name the schema files"),
    (["check", "--module", "--diagnostics", "text"], "option '--module' needs a value: NAME"),
    (["docs", "--output", "-", "a.yaml"], "'--output' names a file, not '-'"),
    (["generate", "--output=-", "a.yaml"], "'--output' names a folder, not '-'"),
    (["gen"], "unknown verb 'gen'; did you mean 'generate'?"),
    (["schema"], "unknown verb 'schema'; did you mean 'json-schema'?"),
    (["docs", "--out", "x", "a.yaml"], "unknown option '--out'; did you mean '--output'?"),
    (["help", "chekc"], "unknown verb 'chekc'; did you mean 'check'?"),
    (["scaffold"], "say what to scaffold: 'stratac scaffold app' or 'fixtures'"),
    (["check", "--colour", "a.yaml"], "unknown option '--colour'"),
    (["check", "-x", "a.yaml"], "unknown option '-x'"),
    (["check", "--diagnostic", "json"], "unknown option '--diagnostic'; did you mean '--diagnos"),
    (["check", "--diagnostics", "xml", "a.yaml"], "'--diagnostics' is text or json, not 'xml'"),
    (["check"], "name the schema files"),
    (["check", "/"], "'/' is a folder"),
  ])
  func `a wrong call says what is wrong and ends with 2`(words: [String], message: String) {
    let call = Call(words)
    #expect(call.status == .wrongCall)
    #expect(call.messages.contains(message))
    #expect(call.output == "")
  }

  @Test func `a missing file is an error of the input`() {
    let call = Call("check", "/nowhere/League.yaml")
    #expect(call.status == .wrongInput)
    #expect(call.messages == "error: there is no file '/nowhere/League.yaml'\n")
  }

  @Test(arguments: [["check"], ["ddl"], ["generate", "--output", "/tmp/none"]])
  func `what is wrong with a call is JSON where JSON was asked for`(words: [String]) {
    let call = Call(words + ["--diagnostics", "json", "/nowhere/League.yaml"])
    #expect(call.status == .wrongInput)
    #expect(
      call.messages == """
        {"severity": "error", "code": "unreadable-file", \
        "message": "there is no file '/nowhere/League.yaml'", "notes": [], "fixes": []}

        """
    )
    let missing = Call(words + ["--diagnostics", "json"])
    #expect(missing.status == .wrongCall)
    #expect(missing.messages.hasPrefix(#"{"severity": "error", "code": "wrong-call", "#))
  }

  @Test(arguments: [
    ["check", "--colour", "a.yaml", "--diagnostics", "json"],
    ["check", "--diagnostics=json", "--colour"],
    ["check", "--diagnostics", "json", "--diagnostics", "json"],
    ["chekc", "--diagnostics", "json"],
    ["ddl", "a.yaml", "--module=x", "--diagnostics=json"],
  ])
  func `a wrong option is JSON too where JSON was asked for`(words: [String]) {
    let call = Call(words)
    #expect(call.status == .wrongCall)
    #expect(call.messages.hasPrefix(#"{"severity": "error", "code": "wrong-call", "#))
    #expect(call.messages.hasSuffix("}\n"))
    #expect(call.messages.split(separator: "\n").count == 1)
  }

  @Test func `words after two hyphens ask for nothing`() {
    #expect(Call("check", "-x", "--", "--diagnostics", "json").messages.hasPrefix("error: "))
  }

  @Test func `help says where messages go`() {
    #expect(Call("--help").output.contains("messages to standard error"))
    for verb in Stratac.verbs {
      #expect(Call(verb.words + ["--help"]).output.contains("standard error"))
    }
  }

  @Test func `words after two hyphens are files`() {
    #expect(Call("check", "--", "--help").messages == "error: there is no file '--help'\n")
  }
}
