import StrataPlanner
import StrataSchema

/// Writes what a package is made of, and what is said about it: the manifest, the README, and what a
/// server builds.
struct AppManifestWriter {
  var scaffold: AppScaffold

  private var names: AppNames { scaffold.names }

  var files: [AppFile] {
    [
      AppFile("Package.swift", manifest),
      AppFile("README.md", readme),
      AppFile(".gitignore", ".build/\n.swiftpm/\n*.xcodeproj\n*.sqlite*\n.DS_Store\n"),
      AppFile(".github/workflows/ci.yml", workflow),
    ]
  }

  private var dependency: String {
    switch scaffold.strata {
    case .path(let path): ".package(name: \"strata\", path: \(SwiftLiteral.string(path)))"
    case .url(let url): ".package(url: \(SwiftLiteral.string(url)), branch: \"main\")"
    }
  }

  /// What a manifest calls the package of Strata.
  private var identity: String {
    guard case .url(let url) = scaffold.strata else { return "strata" }
    let name = url.split(separator: "/").last.map(String.init) ?? "strata"
    return (name.hasSuffix(".git") ? String(name.dropLast(4)) : name).lowercased()
  }

  private func product(_ name: String) -> String {
    ".product(name: \"\(name)\", package: \(SwiftLiteral.string(identity)))"
  }

  /// The modules that declare types of the schema, beside the kit.
  private var typeModules: [String] {
    Set(scaffold.proof.schema.appTypes.compactMap(\.module)).sorted()
  }

  private var manifest: String {
    let strata = product("Strata")
    let modules = typeModules.map { "\"\($0)\"" }
    let kit = "\"\(names.kit)\""
    let tables = "\"\(names.tables)\""
    let types = typeModules.map { module in
      "    // types that the schema names\n" + target(".target", module, [strata])
    }
    return """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "\(names.app)",
        platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
        products: [
          .executable(name: "\(names.app)", targets: ["\(names.command)"]),
          .library(name: "\(names.views)", targets: ["\(names.views)"]),
        ],
        dependencies: [
          \(dependency)
        ],
        targets: [

      """ + types.joined() + "    // the schema, and the database that is made from it\n"
        + target(".target", names.kit, modules + [strata], isGenerated: true)
        + "    // its tables as people see them\n"
        + target(".target", names.tables, [kit] + modules + [strata])
        + "    // the program\n"
        + target(".executableTarget", names.command, [kit, tables, strata])
        + "    // the views, where SwiftUI is\n"
        + target(".target", names.views, [tables, strata, product("StrataUI")])
        + target(".testTarget", names.tests, ["\"\(names.command)\"", kit, tables, strata])
        + "  ]\n)\n"
  }

  private func target(
    _ kind: String,
    _ name: String,
    _ dependencies: [String],
    isGenerated: Bool = false
  ) -> String {
    let list =
      dependencies.count == 1
      ? dependencies[0] : "\n" + dependencies.map { "        \($0),\n" }.joined() + "      "
    let plugin = ".plugin(name: \"StrataPlugin\", package: \(SwiftLiteral.string(identity)))"
    return "    \(kind)(\n      name: \"\(name)\",\n      dependencies: [\(list)]"
      + (isGenerated ? ",\n      plugins: [\(plugin)]" : "") + "\n    ),\n"
  }

  private var readme: String {
    let app = names.app
    let example = scaffold.proof.schema.tables.first?.name ?? "table"
    let table = Identifier.lowercasingStart(of: example)
    return """
      # \(app)

      A program over the database that `\(AppScaffold.schemaFolder(names))` describes.

          swift run \(app) help                 what it can do
          swift run \(app) help \(table)
          swift run \(app) list \(table)
          swift run \(app) add \(table) COLUMN=VALUE …
          swift run \(app) watch \(table)            its rows, now and whenever they change
          swift run \(app) import \(table) FILE.csv
          swift test

      The database is `\(app).sqlite` in the current folder, or `--database FILE`. Dates are in UTC;
      bytes are written `0x00ff`, or `@FILE` for the content of a file; `COLUMN=` takes a value away.

      | folder | what is in it |
      |---|---|
      | `Sources/\(names.kit)` | the schema, what is generated from it at every build, and how the database is opened |
      | `Sources/\(names.tables)` | `Tables.swift` lists the tables and columns that are shown; the rest reads and writes them |
      | `Sources/\(names.command)` | the program `\(app)` |
      | `Sources/\(names.views)` | lists and forms for SwiftUI: `TableList().databaseContext(.readWrite { database })` |
      | `Tests/\(names.tests)` | |

      All of it is yours. After a change of the schema,

          stratac scaffold app \(app) --output .

      brings up to date what it has written and nobody has edited since, and says what it has left alone.
      `.strata-scaffold` remembers which files these are.

      A database with rows needs a step from the one schema to the other. Before the first change,

          swift package --allow-writing-to-package-directory strata migrate --name create

      records where it begins, and after each change the same command with another name records the step.

      """
  }

  private var workflow: String {
    """
    name: CI
    on: [push, pull_request]
    jobs:
      build:
        runs-on: ubuntu-latest
        container: swift:6.2
        steps:
          - run: apt-get update && apt-get install -y libsqlite3-dev libyaml-dev pkg-config
          - uses: actions/checkout@v4
          - run: swift build --build-tests
          - run: swift test --skip-build

    """
  }
}
