extension SchemaResolver {
  static func declaredType(of storage: ColumnStorage, isStrict: Bool) -> String {
    switch storage {
    case .integer, .unixMilliseconds: "INTEGER"
    case .real, .unixSeconds, .julian: "REAL"
    case .text, .dateText, .dayText, .secondText: "TEXT"
    case .blob: "BLOB"
    case .any: isStrict ? "ANY" : ""
    }
  }

  mutating func checkDeclaredType(
    _ written: Located<String>,
    _ declared: DeclaredType,
    _ type: String,
    isStrict: Bool
  ) {
    let name = written.value.uppercased()
    if isStrict {
      guard ["INT", "INTEGER", "REAL", "TEXT", "BLOB", "ANY"].contains(name) else {
        diagnostics.error(
          .declaredType,
          "a STRICT table has only the types INT, INTEGER, REAL, TEXT, BLOB and ANY, not"
            + " '\(written.value)'; choose one of them, or write 'strict: false' on the table",
          at: written.range
        )
        return
      }
      let fitting = Self.declaredType(of: declared.storage, isStrict: true)
      let isFitting = name == fitting || name == "ANY" || name == "INT" && fitting == "INTEGER"
      guard !isFitting else { return }
      diagnostics.error(
        .declaredType,
        "'\(type)' is stored as \(fitting), which a STRICT column of type \(name) refuses; write"
          + " \(fitting)",
        at: written.range
      )
      return
    }
    let affinity = Affinity(declaredType: written.value)
    let isConverted: Bool =
      switch (declared.storage, affinity) {
      case (.integer, .text), (.real, .text), (.unixSeconds, .text), (.unixMilliseconds, .text),
        (.julian, .text):
        true
      case (.text, .integer), (.text, .real), (.text, .numeric):
        [.string, .decimal].contains(declared.type.storedType)
          || declared.type.storedType.isEnumeration
      default: false
      }
    guard isConverted else { return }
    let stored = Self.declaredType(of: declared.storage, isStrict: true)
    let remedy =
      declared.type == .decimal ? "write 'stored: real', or a type such as TEXT" : "write \(stored)"
    diagnostics.error(
      .declaredType,
      "'\(type)' is stored as \(stored), which SQLite would convert in a column of type"
        + " '\(written.value)'; \(remedy)",
      at: written.range
    )
  }
}

extension ColumnStorage {
  /// The type that SQL declares for it where the schema says no other.
  package func declaredType(isStrict: Bool) -> String {
    SchemaResolver.declaredType(of: self, isStrict: isStrict)
  }
}

extension ValueType {
  /// The type as which a value is stored.
  package var storedType: ValueType {
    switch self {
    case .id(_, let rawValue): rawValue.storedType
    case .app(_, let stored): stored
    default: self
    }
  }

  var isEnumeration: Bool {
    if case .enumeration = self { true } else { false }
  }
}

/// What SQLite makes of a declared type (https://sqlite.org/datatype3.html#determination_of_column_affinity).
enum Affinity {
  case integer, text, blob, real, numeric

  init(declaredType: String) {
    let type = declaredType.uppercased()
    self =
      if type.contains("INT") {
        .integer
      } else if ["CHAR", "CLOB", "TEXT"].contains(where: { type.contains($0) }) {
        .text
      } else if type.isEmpty || type.contains("BLOB") {
        .blob
      } else if ["REAL", "FLOA", "DOUB"].contains(where: { type.contains($0) }) {
        .real
      } else {
        .numeric
      }
  }
}
