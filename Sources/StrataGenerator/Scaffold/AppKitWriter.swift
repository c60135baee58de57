import StrataPlanner
import StrataSchema

/// Writes what an app adds to its schema: how the database is opened, and the types and functions that
/// the schema expects of the app.
struct AppKitWriter {
  var names: AppNames
  var proof: Proof
  private let types: SwiftTypes

  init(names: AppNames, proof: Proof) {
    self.names = names
    self.proof = proof
    types = SwiftTypes([proof])
  }

  var files: [AppFile] {
    var files = [AppFile("Sources/\(names.kit)/Opening.swift", opening)]
    if hasFunctions { files.append(AppFile("Sources/\(names.kit)/Functions.swift", functions)) }
    let types = Dictionary(grouping: proof.schema.appTypes) { $0.module ?? names.kit }
    for (module, models) in types.sorted(by: { $0.key < $1.key }) {
      files.append(AppFile("Sources/\(module)/AppTypes.swift", appTypes(models, module)))
    }
    return files
  }

  private var hasFunctions: Bool {
    !proof.schema.functions.isEmpty || !proof.schema.collations.isEmpty
  }

  /// A name of Strata's or Foundation's, with its module where the schema declares the same name.
  private func name(_ name: String, in module: String = "Strata") -> String {
    types.declares(name) ? "\(module).\(name)" : name
  }

  private func file(imports: [String], _ declarations: [SwiftDeclaration]) -> String {
    var lines = imports.map { "import \($0)" } + [""]
    SwiftDeclaration.print(declarations, into: &lines, depth: 0)
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: - Opening

  private var opening: String {
    let configuration = SwiftCode(verbatim: name("Configuration"))
    let string = SwiftCode(verbatim: types.declares("String") ? "Swift.String" : "String")
    let pool = SwiftCode(verbatim: name("DatabasePool"))
    let queue = SwiftCode(verbatim: name("DatabaseQueue"))
    let url = SwiftCode(verbatim: name("URL", in: "Foundation"))
    var statements: [SwiftCode] = [
      "var configuration = " + configuration + "()",
      "// Who observes sees what other processes write, too.",
      "configuration.observesExternalChanges = true",
    ]
    if hasFunctions {
      statements += [
        "configuration.prepareDatabase { db in",
        "  for function in AppFunctions.functions { db.add(function: function) }",
        "  for collation in AppFunctions.collations { db.add(collation: collation) }",
        "}",
      ]
    }
    statements.append("return configuration")
    let members = [
      SwiftDeclaration(
        "public static var appConfiguration: " + configuration,
        documentation: SwiftDocumentation(
          nil,
          else: "How the app uses its database, wherever that is."
        ),
        statements: statements
      ),
      SwiftDeclaration(
        "public static func openApp(at path: " + string + ") throws -> " + pool,
        documentation: SwiftDocumentation(
          nil,
          else: "Opens the database of the app, and makes the file where there is none."
        ),
        statements: [
          "try open(at: " + url + "(filePath: path), configuration: appConfiguration)"
        ]
      ),
      SwiftDeclaration(
        "public static func openAppInMemory() throws -> " + queue,
        documentation: SwiftDocumentation(
          nil,
          else: "Makes a database in memory, for tests and previews."
        ),
        statements: ["try openInMemory(configuration: appConfiguration)"]
      ),
    ]
    return file(
      imports: ["Foundation", "Strata"],
      [SwiftDeclaration("extension \(name: proof.schema.database.value)", members: members)]
    )
  }

  // MARK: - Functions

  private var functions: String {
    let function = name("DatabaseFunction")
    let collation = name("DatabaseCollation")
    let scalars = proof.schema.functions.map { model -> SwiftCode in
      var arguments: [SwiftCode] = ["\(literal: model.name.value)"]
      if let count = model.argumentCount { arguments.append("argumentCount: \(count)") }
      if model.isDeterministic { arguments.append("pure: true") }
      guard !model.isAggregate else {
        arguments.append("aggregate: AppAggregate.self")
        return SwiftCode(verbatim: function) + "\(arguments: arguments)"
      }
      return SwiftCode(verbatim: function) + "\(arguments: arguments) { values in "
        + result(model.returns) + " }"
    }
    let collations = proof.schema.collations.map { model -> SwiftCode in
      SwiftCode(verbatim: collation) + "(\(literal: model.value)) { $0.compare($1) }"
    }
    var declarations = [
      SwiftDeclaration(
        "enum AppFunctions",
        documentation: SwiftDocumentation(
          "What the schema expects of the app. Each function is a beginning: write what it does.",
          else: ""
        ),
        members: [
          SwiftDeclaration(
            "static let functions: [" + SwiftCode(verbatim: function) + "] ="
              + .softBreak + .list("[", scalars, "]", .literal)
          ),
          SwiftDeclaration(
            "static let collations: [" + SwiftCode(verbatim: collation) + "] ="
              + .softBreak + .list("[", collations, "]", .literal)
          ),
        ]
      )
    ]
    if proof.schema.functions.contains(where: \.isAggregate) { declarations.append(aggregate) }
    return file(imports: ["Foundation", "Strata"], declarations)
  }

  /// What a function gives until its author has written it: a value of its type.
  private func result(_ type: DeclaredType?) -> SwiftCode {
    guard let type, !type.isOptional else { return "values.first" }
    let string = SwiftCode(verbatim: types.declares("String") ? "Swift.String" : "String")
    switch type.storage {
    case .integer, .unixSeconds, .unixMilliseconds:
      return "values.first.flatMap { " + SwiftCode(verbatim: int) + ".fromDatabaseValue($0) } ?? 0"
    case .real, .julian: return "values.count > 9 ? 1.0 : 0.0"
    case .blob:
      return "values.isEmpty ? nil : " + SwiftCode(verbatim: name("Data", in: "Foundation")) + "()"
    case .dateText, .dayText, .secondText:
      return "values.first ?? " + SwiftCode(verbatim: name("DatabaseValue")) + ".null"
    case .text where type.type.isJSON: return #"values.isEmpty ? "{}" : "[]""#
    case .text: return "values.first.flatMap { " + string + #".fromDatabaseValue($0) } ?? """#
    case .any: return "values.first"
    }
  }

  private var int: String { types.declares("Int") ? "Swift.Int" : "Int" }

  private var aggregate: SwiftDeclaration {
    let value = SwiftCode(verbatim: name("DatabaseValue"))
    let convertible = SwiftCode(verbatim: name("DatabaseValueConvertible"))
    return SwiftDeclaration(
      "struct AppAggregate: " + SwiftCode(verbatim: name("DatabaseAggregate")),
      documentation: SwiftDocumentation("The last value of a group.", else: ""),
      members: [
        SwiftDeclaration("private var last = " + value + ".null"),
        SwiftDeclaration(
          "mutating func step(_ dbValues: [" + value + "])",
          statements: ["last = dbValues.first ?? last"]
        ),
        SwiftDeclaration(
          "func finalize() -> (any " + convertible + ")?",
          body: .expression("last")
        ),
      ]
    )
  }

  // MARK: - Types

  private func appTypes(_ models: [AppTypeModel], _ module: String) -> String {
    let declarations = models.map { model in
      let stored = types.type(model.stored, isOptional: false)
      return SwiftDeclaration(
        .conforming(
          "public struct \(name: model.name)",
          [
            SwiftCode(verbatim: qualified("RawRepresentable")),
            SwiftCode(verbatim: qualified("Codable")),
            SwiftCode(verbatim: qualified("Hashable")),
            SwiftCode(verbatim: qualified("Sendable")),
            SwiftCode(verbatim: name("DatabaseValueConvertible")),
          ]
        ),
        documentation: SwiftDocumentation(
          nil,
          else: "A type of the app; the schema says as what it is stored."
        ),
        members: [
          SwiftDeclaration(
            "public var rawValue: " + stored,
            documentation: SwiftDocumentation(nil, else: "What is stored.")
          ),
          SwiftDeclaration(
            "public init(rawValue: " + stored + ")",
            documentation: SwiftDocumentation(nil, else: "The value that is stored so."),
            body: .expression("self.rawValue = rawValue")
          ),
        ]
      )
    }
    return file(imports: ["Foundation", "Strata"], declarations)
  }

  private func qualified(_ name: String) -> String {
    types.declares(name) ? "Swift.\(name)" : name
  }
}
