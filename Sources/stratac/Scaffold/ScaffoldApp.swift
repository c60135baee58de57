import Foundation
import StrataGenerator
import StrataPlanner
import StrataSchema

extension Verb {
  /// `stratac scaffold app`: a package with an app over a schema.
  static let scaffoldApp = Verb(
    name: "scaffold app",
    summary: "Write a package with a program and views over a schema.",
    usage: "stratac scaffold app NAME --schema FILE [--strata PATH|URL] [--output FOLDER] [FILES…]",
    options: [
      Option(name: "schema", value: "FILE", meaning: "the schema; more files of it may follow"),
      Option(
        name: "strata",
        value: "PATH|URL",
        meaning: "where the package finds Strata (where stratac was built)"
      ),
      Option(name: "output", value: "FOLDER", meaning: "the package's folder (NAME)"),
      Option(name: "dry-run", value: nil, meaning: "say what would be written, and write nothing"),
      .diagnostics,
    ],
    discussion: """
      The package builds and passes its tests at once: a kit with the schema and the plugin, a program
      with list, show, add, edit, delete, search, watch, import and export for every table, SwiftUI
      lists and forms, tests, a README and a CI file. It is yours to change.

      Called again, as after a change of the schema, it brings up to date what it wrote itself and
      nobody has edited since, which '.strata-scaffold' in the package remembers, and says what it has
      left alone. Without a schema file it then takes the one in the package.

      example: stratac scaffold app club --schema Schemas/League.yaml
               cd club && swift run club help
      """,
    run: { arguments, console throws(Problem) in
      try ScaffoldCall(arguments).run(console)
    }
  )
}

/// A call of `stratac scaffold app`.
private struct ScaffoldCall {
  private let name: String
  private let schemaFiles: [String]
  private let arguments: Arguments
  private let folder: ScaffoldFolder

  init(_ arguments: Arguments) throws(Problem) {
    guard let name = arguments.files.first, !name.hasSuffix(".yaml"), !name.hasSuffix(".yml") else {
      throw .call("name the app, such as 'stratac scaffold app club --schema League.yaml'")
    }
    self.name = name
    self.arguments = arguments
    let path = arguments["output"] ?? (ScaffoldFolder(path: ".").isThere(name) ? "." : name)
    folder = ScaffoldFolder(path: path)
    var files = arguments["schema"].map { [$0] } ?? []
    files += arguments.files.dropFirst().filter { !files.contains($0) }
    schemaFiles = files
  }

  func run(_ console: Console) throws(Problem) -> ExitStatus {
    try folder.check()
    let record = try folder.record()
    let paths = try schemaFiles.isEmpty ? schemasOfPackage(record) : schemaFiles
    let input = try SchemaInput(paths: paths, arguments)
    var pipeline = Pipeline(progress: console.progress)
    guard let proofs = try input.prove(recorded: true, &pipeline, console) else {
      return .wrongInput
    }
    guard let proof = proofs.first, proofs.count == 1 else {
      let names = proofs.map(\.schema.database.value).joined(separator: " and ")
      throw .input(
        .severalDatabases,
        "an app has one database, and the files are of \(names); scaffold one for each"
      )
    }
    guard let names = AppNames(name, proof) else {
      throw .call(
        AppNames.reserved.contains(name.lowercased())
          ? "'\(name)' is the name of a program of Strata; choose another"
          : "'\(name)' names no app; write up to 64 letters, digits, '-' and '_', beginning with a letter"
      )
    }
    let scaffold = AppScaffold(
      names: names,
      proof: proof,
      schemas: try ScaffoldSchemas(input, proof, inside: folder.schemas(names)).files(),
      strata: try dependency(record)
    )
    let changes = try folder.changes(to: scaffold, record)
    let report = { (change: ScaffoldFolder.Change) in
      if change.action != .keep { console.write("\(change)\n") }
    }
    if arguments["dry-run"] != nil {
      changes.forEach(report)
      return .good
    }
    var writing = ScaffoldWriting(scaffold, into: folder, after: record)
    try writing.run(changes, report: report)
    if changes.allSatisfy({ $0.action == .write }) {
      console.write("\nnow: cd \(folder.path) && swift run \(names.app) help\n")
    }
    return .good
  }

  /// The schema files of a package that was scaffolded before.
  private func schemasOfPackage(_ record: ScaffoldRecord?) throws(Problem) -> [String] {
    guard record != nil else {
      throw .call("name the schema file: --schema Schemas/League.yaml")
    }
    let sources = folder.path + "/Sources"
    let found = FileManager.default.enumerator(atPath: sources)?.compactMap { $0 as? String } ?? []
    let schemas = found.filter { path in
      (path.hasSuffix(".yaml") || path.hasSuffix(".yml"))
        && path.split(separator: "/").dropLast().contains("Schemas")
    }
    guard !schemas.isEmpty else {
      throw .input(.unreadableFile, "'\(sources)' has no schema file any more")
    }
    return schemas.sorted().map { "\(sources)/\($0)" }
  }

  private func dependency(_ record: ScaffoldRecord?) throws(Problem) -> StrataDependency {
    guard let place = arguments["strata"] ?? record?.strata else {
      // …/Sources/stratac/Scaffold/ScaffoldApp.swift
      var package = URL(filePath: #filePath)
      for _ in 0..<4 { package.deleteLastPathComponent() }
      guard FileManager.default.fileExists(atPath: package.appending(path: "Package.swift").path)
      else { throw .call("say where Strata is: --strata PATH, or a URL") }
      return .path(package.path)
    }
    if place.contains("://") || place.hasPrefix("git@") { return .url(place) }
    let path = URL(filePath: place).standardizedFileURL.path
    guard FileManager.default.fileExists(atPath: path + "/Package.swift") else {
      throw .call(
        "'\(place)' is no package: it has no Package.swift; say where Strata is by --strata"
      )
    }
    return .path(path)
  }
}
