extension SchemaFaults {
  /// Notes the parts of a file that errors are about, by the places of both.
  mutating func add(_ diagnostics: Diagnostics, in root: YAMLNode) {
    for diagnostic in diagnostics.all where diagnostic.severity == .error {
      guard let range = diagnostic.range, range.file == root.range.file,
        !diagnostic.leavesModelWhole
      else { continue }
      let path = root.keys(at: range.start, includesLineEnd: !diagnostic.isAboutMapping)
      if path.count == 2, diagnostic.code == DiagnosticCode.notAnIdentifier.rawValue {
        // What has no good name is left out.
        isOpen = true
      }
      add(path, names: !diagnostic.leavesNames(path))
    }
  }

  private static let sections = [
    "database", "strata", "generate", "triggers", "sqlite", "strict", "tables", "views", "enums",
    "values", "types", "search", "requests", "statements", "functions", "collations", "tokenizers",
    "objects", "collections",
  ]
  private static let parts = [
    "columns", "requests", "sql", "doc", "primaryKey", "checks", "constraints", "indexes", "unique",
    "strict",
  ]

  /// Notes the part that `path` leads to, one key after the other; `names` tells whether what it is
  /// called or what type it has may be wrong.
  private mutating func add(_ path: [Located<String>], names: Bool) {
    guard let section = path.first?.value.meant(Self.sections) else {
      isOpen = true
      return
    }
    let name = path.dropFirst().first
    let key = path.dropFirst(2).first?.value.meant(Self.parts)
    switch section {
    case "database", "strata", "generate", "triggers", "functions", "collations", "tokenizers":
      break
    case "objects": isOpen = true
    case "sqlite": hasUnknownVersion = true
    case "strict": hasUnknownStrictness = true
    case "tables":
      guard let name else {
        isOpen = true
        return
      }
      tables.insert(name.value)
      guard names else { break }
      addTable(name.value, key, path.dropFirst(3))
    case "views":
      guard let name else {
        isOpen = true
        return
      }
      guard names else { break }
      addView(name.value, key, path.dropFirst(3))
    case "enums", "values", "types":
      if let name { types.insert(name.value) } else { isOpen = true }
    case "collections":
      guard let name else {
        isOpen = true
        return
      }
      guard names else { break }
      addCollection(name.value, path.dropFirst(2))
    case "search":
      if let name { open.insert(name.value) } else { isOpen = true }
    case "requests", "statements":
      if let name { requests.insert(name.range) }
    default: isOpen = true
    }
  }

  private mutating func addTable(
    _ table: String,
    _ key: String?,
    _ rest: ArraySlice<Located<String>>
  ) {
    switch key {
    case "columns":
      guard let column = rest.first else {
        open.insert(table)
        return
      }
      switch rest.dropFirst().first?.value {
      case "sql": open.insert(table)
      case nil, "type", "stored": columns[table, default: []].insert(column.value)
      default: break
      }
    case "requests":
      if let request = rest.first { requests.insert(request.range) }
    case "primaryKey": keys.insert(table)
    case "strict": strictness.insert(table)
    case nil: open.insert(table)
    // Nobody knows then what its name is.
    case "sql": isOpen = true
    default: break
    }
  }

  private mutating func addCollection(_ name: String, _ rest: ArraySlice<Located<String>>) {
    switch rest.first?.value {
    case "requests":
      guard let request = rest.dropFirst().first else { break }
      requests.insert(request.range)
    case "doc", "indexes": break
    // Nobody knows then what its name is.
    case "sql": isOpen = true
    default:
      // Requests read its row, and other types have its name.
      open.insert(Identifier.rowTypeName(ofCollection: name))
      types.insert(name)
    }
  }

  private mutating func addView(
    _ view: String,
    _ key: String?,
    _ rest: ArraySlice<Located<String>>
  ) {
    switch key {
    case "requests":
      if let request = rest.first { requests.insert(request.range) }
    case "doc", "primaryKey": break
    case "columns": views.insert(view)
    default: open.insert(view)
    }
  }
}

extension String {
  /// The one of `words` that this is meant to be; the text itself where it is like none.
  fileprivate func meant(_ words: [String]) -> String {
    words.contains(self) ? self : nearest(to: self, in: words) ?? self
  }
}

extension Diagnostic {
  private func isOne(of codes: [DiagnosticCode]) -> Bool {
    codes.contains { $0.rawValue == code }
  }

  /// Whether all was read in spite of it.
  fileprivate var leavesModelWhole: Bool {
    // A misspelt key that is like one is read as that.
    isOne(of: [.directive, .languageVersion]) || isOne(of: [.unknownKey]) && !fixIts.isEmpty
  }

  /// Whether SQL has the names and types that it would have without it.
  fileprivate func leavesNames(_ path: [Located<String>]) -> Bool {
    // The first of two columns has the name.
    isOne(of: [.reservedName, .accessorName, .autoincrement, .declaredType, .newtype])
      || isOne(of: [.duplicateSQLName]) && path.count > 3
  }

  /// Whether it is about a mapping that lacks the key which stands at the place.
  fileprivate var isAboutMapping: Bool {
    isOne(of: [.duplicateKey, .emptyKey, .collectionAsKey, .mergeKey])
  }
}

extension YAMLNode {
  /// The keys that lead to a place, from the outermost on.
  ///
  /// `includesLineEnd` tells whether what follows a value on its last line still belongs to it.
  func keys(at position: SourcePosition, includesLineEnd: Bool) -> [Located<String>] {
    var keys: [Located<String>] = []
    var node = self
    while case .mapping(let pairs) = node.content {
      var low = 0
      var high = pairs.count
      while low < high {
        let middle = (low + high) / 2
        if pairs[middle].key.range.start <= position { low = middle + 1 } else { high = middle }
      }
      guard low > 0 else { break }
      let pair = pairs[low - 1]
      let end = max(pair.key.range.end, pair.value.range.end)
      guard position < end || includesLineEnd && position.line == end.line else { break }
      keys.append(pair.key)
      node = pair.value
    }
    return keys
  }
}
