package import StrataPlanner
import StrataSchema

/// An app over a schema, as a package.
///
/// What is the same for every schema are fixed files, which no type of a schema can disturb: they are
/// in modules of their own, and only the table of tables, `Tables.swift`, names the records.
package struct AppScaffold: Sendable {
  package var names: AppNames
  package var proof: Proof
  /// The schema as it stands in the package: files by their paths below `Schemas`.
  package var schemas: [AppFile]
  package var strata: StrataDependency

  package init(
    names: AppNames,
    proof: Proof,
    schemas: [AppFile],
    strata: StrataDependency
  ) {
    self.names = names
    self.proof = proof
    self.schemas = schemas
    self.strata = strata
  }

  /// The files of the package, sorted by their paths.
  package var files: [AppFile] {
    var files = schemas.map { file in
      AppFile(path: "\(Self.schemaFolder(names))/\(file.path)", bytes: file.bytes)
    }
    files += AppManifestWriter(scaffold: self).files
    files += AppKitWriter(names: names, proof: proof).files
    files.append(
      AppFile(
        "Sources/\(names.tables)/Tables.swift",
        AppTablesWriter(names: names, proof: proof).text
      )
    )
    files += AppText.all.map { text in
      AppFile(inserted(into: text.path), inserted(into: text.text))
    }
    return files.sorted { $0.path < $1.path }
  }

  /// A text of a fixed file with the names of the app.
  private func inserted(into text: String) -> String {
    text.replacing("%Kit%", with: names.kit)
      .replacing("%Tables%", with: names.tables)
      .replacing("%Command%", with: names.command)
      .replacing("%UI%", with: names.views)
      .replacing("%Tests%", with: names.tests)
      .replacing("%Database%", with: "\(database)")
      .replacing("%app%", with: names.app)
      .sortingImports
  }

  /// The database as the fixed files name it, which import modules that may have the name, too.
  private var database: String {
    let name = proof.schema.database.value
    let isTaken = AppText.tableNames.contains(name) || AppText.commandNames.contains(name)
    return (isTaken ? names.kit + "." : "") + SwiftName.quoted(name)
  }

  /// Where the schema stands in the package of an app.
  package static func schemaFolder(_ names: AppNames) -> String { "Sources/\(names.kit)/Schemas" }
}

/// Where a package finds Strata.
package enum StrataDependency: Hashable, Sendable {
  /// A folder.
  case path(String)
  /// A repository.
  case url(String)
}

extension String {
  /// The text with each block of imports in the order of the alphabet, whatever the modules are called.
  fileprivate var sortingImports: String {
    var lines = split(separator: "\n", omittingEmptySubsequences: false)
    var start = 0
    while start < lines.count {
      let keyword = ["import ", "@testable import "].first { lines[start].hasPrefix($0) }
      let block = lines[start...].prefix { line in keyword.map(line.hasPrefix) ?? false }
      if !block.isEmpty { lines.replaceSubrange(block.indices, with: block.sorted()) }
      start += max(1, block.count)
    }
    return lines.joined(separator: "\n")
  }
}
