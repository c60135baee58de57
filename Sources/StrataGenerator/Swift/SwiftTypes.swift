import StrataPlanner
import StrataSchema

/// How the types of a schema are spelled in the code of one module.
///
/// A schema may declare a `Data` or a `Row`. Types of the standard library and of Foundation are
/// then written with their module; a type of the schema whose name means something else inside a
/// record or a request has a type alias at file scope, and is written by it there.
struct SwiftTypes {
  /// Every name that the schemas of the module declare at file scope.
  private var declared: Set<String> = []
  /// The modules that declare types of the app, by the names of the types.
  private var modules: [String: String] = [:]
  /// Aliases by the names that they stand for.
  private(set) var aliases: [String: String] = [:]

  init(_ proofs: [Proof]) {
    var types: Set<String> = []
    var members = RuntimeNames.scopedTypes
    for proof in proofs {
      declared.insert(proof.schema.database.value)
      for enumeration in proof.schema.enums { types.insert(enumeration.name) }
      for structure in proof.schema.jsonModels {
        types.insert(structure.name)
        for property in structure.properties { members.insert(property.name) }
      }
      for type in proof.schema.appTypes {
        types.insert(type.name)
        if let module = type.module { modules[type.name] = module }
      }
      for table in proof.schema.recordTables {
        types.insert(table.name)
        for column in table.columns {
          members.insert(column.name)
          guard let key = column.foreignKey else { continue }
          members.insert(key.accessor)
          if let inverse = key.inverse { members.insert(inverse.value) }
        }
      }
      for search in proof.schema.searches { types.insert(search.name) }
      for view in proof.views {
        types.insert(view.model.name)
        for column in view.columns { members.insert(column.name) }
      }
      for request in proof.requests {
        declared.insert(request.typeName)
        for parameter in request.parameters { members.insert(parameter.name) }
        declare(request.row, &members)
      }
      for statement in proof.statements {
        declared.insert(statement.typeName)
        for parameter in statement.parameters { members.insert(parameter.name) }
        declare(statement.row, &members)
      }
    }
    declared.formUnion(types)
    for name in types.intersection(members).sorted() {
      var alias = name + "Type"
      while declared.contains(alias) { alias += "_" }
      declared.insert(alias)
      aliases[name] = alias
    }
  }

  private mutating func declare(_ row: ProvedRow?, _ members: inout Set<String>) {
    guard let row else { return }
    declared.insert(row.typeName)
    for part in row.parts {
      switch part {
      case .column(let column, _): members.insert(column.name)
      case .record(let part): members.insert(part.name)
      }
    }
  }

  /// Whether the schemas of the module declare a name at file scope.
  func declares(_ name: String) -> Bool { declared.contains(name) }

  /// A type or protocol of the standard library.
  func standard(_ name: String) -> SwiftCode {
    qualified(name, module: "Swift")
  }

  /// A type of the schema, as it is written inside other types.
  func reference(_ name: String) -> SwiftCode {
    SwiftCode(name: aliases[name] ?? name)
  }

  func type(_ type: ValueType, isOptional: Bool) -> SwiftCode {
    isOptional ? self.type(type) + "?" : self.type(type)
  }

  func type(_ parameter: ProvedParameter) -> SwiftCode {
    let type = type(parameter.type, isOptional: parameter.isOptional)
    return parameter.isList ? "[" + type + "]" : type
  }

  private func type(_ type: ValueType) -> SwiftCode {
    switch type {
    case .bool: standard("Bool")
    case .int: standard("Int")
    case .int64: standard("Int64")
    case .int32: standard("Int32")
    case .double: standard("Double")
    case .string: standard("String")
    case .data: qualified("Data", module: "Foundation")
    case .date: qualified("Date", module: "Foundation")
    case .uuid: qualified("UUID", module: "Foundation")
    case .decimal: qualified("Decimal", module: "Foundation")
    case .url: qualified("URL", module: "Foundation")
    case .any: RuntimeNames.databaseValue
    case .enumeration(let name): reference(name)
    case .id(let table, _): reference(table) + ".ID"
    case .app(let name, _), .structure(let name): reference(name)
    case .array(let element, let isOptional):
      "[" + self.type(element, isOptional: isOptional) + "]"
    case .dictionary(let element, let isOptional):
      "[" + standard("String") + ": " + self.type(element, isOptional: isOptional) + "]"
    }
  }

  /// The modules that declare the types, beside the standard library.
  func modules(of types: [ValueType]) -> Set<String> {
    var result: Set<String> = []
    for type in types {
      switch type {
      case .data, .date, .uuid, .decimal, .url: result.insert("Foundation")
      case .app(let name, _): if let module = modules[name] { result.insert(module) }
      // Only the declaration of a key that is a type of its own says what is in it.
      case .id: break
      default: result.formUnion(modules(of: type.parts))
      }
    }
    return result
  }

  private func qualified(_ name: String, module: String) -> SwiftCode {
    SwiftCode(verbatim: declared.contains(name) ? "\(module).\(name)" : name)
  }
}
