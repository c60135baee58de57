package import StrataPlanner
import StrataSchema

/// The names of an app and of the parts of its package.
package struct AppNames: Hashable, Sendable {
  /// The name of the package and of its program, such as `my-league`.
  package var app: String
  /// What the names of the modules begin with, such as `MyLeague`.
  package var base: String

  /// The schema, and the database that is made from it.
  package var kit: String { base + "Kit" }
  /// The tables as people see them.
  package var tables: String { base + "Tables" }
  /// The program.
  package var command: String { base + "Command" }
  /// The views.
  package var views: String { base + "UI" }
  package var tests: String { base + "AppTests" }

  /// The names of an app over a schema; nil where `name` names no program.
  ///
  /// No module has a name that a type of the schema has, which would hide the module.
  package init?(_ name: String, _ proof: Proof) {
    let isWord = name.utf8.allSatisfy {
      (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0)
        || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
    guard isWord, name.utf8.count <= 64, let first = name.first, first.isLetter,
      !Self.reserved.contains(name.lowercased())
    else { return nil }
    app = name
    base = name.split { $0 == "-" || $0 == "_" }
      .map { Identifier.capitalizingStart(of: String($0)) }
      .joined()
    let types = SwiftTypes([proof])
    let foreign = Set(proof.schema.appTypes.compactMap(\.module))
    while modules.contains(where: {
      types.declares($0) || foreign.contains($0) || Self.taken.contains($0)
    }) { base += "App" }
  }

  /// Modules of Strata's and of Apple's that a name may come to.
  private static let taken: Set<String> = [
    "ARKit", "AppKit", "CallKit", "CloudKit", "ContactsUI", "EventKit", "EventKitUI", "GameKit",
    "GameplayKit", "HealthKit", "HealthKitUI", "HomeKit", "IntentsUI", "MapKit", "MessageUI",
    "MetalKit", "MusicKit", "PDFKit", "PassKit", "PencilKit", "PhotoKit", "PhotosUI",
    "PushKit", "RealityKit", "SceneKit", "SpriteKit", "StoreKit", "StrataCommand", "StrataUI",
    "SwiftUI", "TVUIKit", "UIKit", "WatchKit", "WeatherKit", "WebKit", "WidgetKit",
  ]

  private var modules: [String] { [kit, tables, command, views, tests] }

  /// The names of Strata's own package and programs, which a build would put into the same place.
  package static let reserved: Set<String> = [
    "league", "strata", "strata-benchmarks", "stratac", "todos",
  ]
}
