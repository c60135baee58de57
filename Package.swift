// swift-tools-version: 6.2
import Foundation
import PackageDescription

// One set of settings for every target. In CI a warning is an error.
let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  + (ProcessInfo.processInfo.environment["STRATA_CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

// Combine and SwiftUI, where Apple's do not exist: the code that needs them is compiled and tested
// with modules of these names. All that asks `canImport` depends on them, and else on nothing.
let hasStandIns = ProcessInfo.processInfo.environment["STRATA_APPLE_STANDINS"] != nil
let combine: [Target.Dependency] = hasStandIns ? ["Combine"] : []
let swiftUI: [Target.Dependency] = hasStandIns ? ["Combine", "SwiftUI"] : []

let package = Package(
  name: "strata",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Strata", targets: ["Strata"]),
    .library(name: "StrataUI", targets: ["StrataUI"]),
    .library(name: "StrataDocuments", targets: ["StrataDocuments"]),
    .plugin(name: "StrataPlugin", targets: ["StrataPlugin"]),
    .plugin(name: "StrataCommand", targets: ["StrataCommand"]),
    .executable(name: "stratac", targets: ["stratac"]),
    .executable(name: "league", targets: ["LeagueExample"]),
    .executable(name: "todos", targets: ["TodoExample"]),
    .executable(name: "strata-benchmarks", targets: ["StrataBenchmarks"]),
  ],
  targets: [
    // rank 0: the C libraries
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),

    // rank 1: the floor under both columns, and the language
    .target(name: "StrataSQLite", dependencies: ["CSQLite"]),
    .target(name: "StrataSchema", dependencies: ["CYAML"]),

    // rank 2: the planner proves a schema on SQLite; the runtime is what an app links
    .target(name: "StrataPlanner", dependencies: ["StrataSchema", "StrataSQLite"]),
    .target(name: "Strata", dependencies: ["StrataSQLite"] + combine),

    // rank 3: the writers; SwiftUI, which programs without screens need not link; documents
    .target(name: "StrataGenerator", dependencies: ["StrataPlanner", "StrataSchema"]),
    .target(name: "StrataUI", dependencies: ["Strata"] + swiftUI),
    .target(name: "StrataDocuments", dependencies: ["Strata", "StrataSQLite"] + combine),

    // rank 4: the command line
    .executableTarget(
      name: "stratac",
      dependencies: ["StrataGenerator", "StrataPlanner", "StrataSchema"]
    ),

    // rank 5: the plugins run stratac
    .plugin(name: "StrataPlugin", capability: .buildTool(), dependencies: ["stratac"]),
    .plugin(
      name: "StrataCommand",
      capability: .command(
        intent: .custom(verb: "strata", description: "Check schemas and record their migrations"),
        permissions: [
          .writeToPackageDirectory(reason: "recorded migrations stand beside the schema files")
        ]
      ),
      dependencies: ["stratac"]
    ),

    // the example, as an app would be
    .executableTarget(
      name: "LeagueExample",
      dependencies: ["Strata"],
      resources: [
        .embedInCode("Schemas/teams.csv"),
        .embedInCode("Schemas/players.csv"),
        .embedInCode("Schemas/memberships.csv"),
      ],
      plugins: ["StrataPlugin"]
    ),

    .executableTarget(name: "TodoExample", dependencies: ["Strata", "StrataDocuments"]),

    // what it costs, against the C API
    .executableTarget(
      name: "StrataBenchmarks",
      dependencies: ["CSQLite", "Strata", "StrataDocuments"],
      plugins: ["StrataPlugin"]
    ),

    // tests
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(name: "StrataSQLiteTests", dependencies: ["StrataSQLite", "TestSupport"]),
    .testTarget(
      name: "StrataTests",
      dependencies: ["Strata", "StrataProcess", "StrataSQLite", "TestSupport"] + combine
    ),
    .executableTarget(name: "StrataProcess", dependencies: ["Strata"], path: "Tests/StrataProcess"),
    .executableTarget(
      name: "StrataFuzz",
      dependencies: [
        "LibraryTypes", "Strata", "StrataGenerator", "StrataPlanner", "StrataSchema", "TestSupport",
      ],
      path: "Tests/StrataFuzz",
      plugins: ["StrataPlugin"]
    ),
    .testTarget(name: "HouseTests", dependencies: ["StrataPlanner", "StrataSchema"]),
    .testTarget(
      name: "StrataSchemaTests",
      dependencies: ["StrataSchema", "TestSupport"],
      exclude: ["Cases"]
    ),
    .testTarget(
      name: "StrataPlannerTests",
      dependencies: ["StrataPlanner", "StrataSchema", "StrataSQLite", "TestSupport"],
      exclude: ["Cases", "Fixtures"]
    ),
    .testTarget(
      name: "StrataGeneratorTests",
      dependencies: ["StrataGenerator", "StrataPlanner", "StrataSchema"],
      exclude: ["Cases"]
    ),
    .testTarget(
      name: "StratacTests",
      dependencies: ["StrataGenerator", "StrataPlanner", "StrataSQLite", "stratac"]
    ),
    .testTarget(
      name: "DocumentsTests",
      dependencies: [
        "CollectionsSample", "DocumentsProcess", "Strata", "StrataDocuments", "TestSupport",
        "TodoExample",
      ] + combine
    ),
    .target(
      name: "CollectionsSample",
      dependencies: ["Strata", "StrataDocuments"],
      path: "Tests/CollectionsSample",
      plugins: ["StrataPlugin"]
    ),
    .executableTarget(
      name: "DocumentsProcess",
      dependencies: ["Strata", "StrataDocuments"],
      path: "Tests/DocumentsProcess"
    ),
    .testTarget(name: "LeagueTests", dependencies: ["LeagueExample", "Strata", "TestSupport"]),
    .target(
      name: "ChinookSample",
      dependencies: ["Strata"],
      path: "Tests/ChinookSample",
      plugins: ["StrataPlugin"]
    ),
    .testTarget(name: "ChinookTests", dependencies: ["ChinookSample", "Strata"]),
    .target(name: "LibraryTypes", dependencies: ["Strata"], path: "Tests/LibraryTypes"),
    .target(
      name: "LibrarySample",
      dependencies: ["LibraryTypes", "Strata"],
      path: "Tests/LibrarySample",
      plugins: ["StrataPlugin"]
    ),
    .target(
      name: "NamesSample",
      dependencies: ["LibraryTypes", "Strata"],
      path: "Tests/NamesSample",
      plugins: ["StrataPlugin"]
    ),
    .target(
      name: "SearchSample",
      dependencies: ["Strata"],
      path: "Tests/SearchSample",
      plugins: ["StrataPlugin"]
    ),
    .testTarget(name: "SearchTests", dependencies: ["SearchSample", "Strata", "TestSupport"]),
    .target(
      name: "RequestsSample",
      dependencies: ["Strata"],
      path: "Tests/RequestsSample",
      plugins: ["StrataPlugin"]
    ),
    .testTarget(name: "RequestsTests", dependencies: ["RequestsSample", "Strata"]),
    .testTarget(
      name: "LibraryTests",
      dependencies: ["LibrarySample", "LibraryTypes", "NamesSample", "Strata"]
    ),
    .testTarget(
      name: "NamesTests",
      dependencies: ["Strata", "StrataGenerator", "StrataPlanner", "StrataSchema", "TestSupport"]
    ),
  ]
)

if hasStandIns {
  package.targets += [
    .target(name: "Combine", path: "Tests/AppleStandIns/Combine"),
    .target(name: "SwiftUI", dependencies: ["Combine"], path: "Tests/AppleStandIns/SwiftUI"),
    .testTarget(
      name: "StrataUITests",
      dependencies: ["LeagueExample", "Strata", "StrataUI"] + swiftUI
    ),
  ]
  // The other tests have nothing to do with them.
  package.targets.removeAll { target in
    target.type == .test
      && !["DocumentsTests", "StrataTests", "StrataUITests"].contains(target.name)
  }
}

for target in package.targets where target.type != .system && target.type != .plugin {
  target.swiftSettings = settings
}
