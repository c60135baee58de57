/// Reads all schema files of one call of the tool; files that name the same database are one schema.
///
/// Whatever the order of `files`, the result is the same. Nothing is thrown: what is wrong with the
/// files is appended to `diagnostics`, all of it at once, and a schema says of which of its parts
/// that is (`faults`).
///
/// - Returns: The schemas sorted by the name of their database.
package func readSchemas(
  _ files: [SchemaFile],
  _ diagnostics: inout Diagnostics
) -> [SchemaModel] {
  var schemas: [String: [ReadFile]] = [:]
  // Where a file could not be read, a name that nobody declares may well be declared there.
  var isOpen = false
  for file in files.sorted(by: { ($0.baseName, $0.path) < ($1.baseName, $1.path) }) {
    let source = SourceText(file)
    var found = Diagnostics()
    defer { diagnostics.append(contentsOf: found) }
    guard let node = readYAML(source, &found) else {
      isOpen = true
      continue
    }
    var reader = SyntaxReader(source)
    let schema = reader.schema(node, baseName: file.baseName)
    found.append(contentsOf: reader.diagnostics)
    var faults = SchemaFaults()
    faults.add(found, in: node)
    if let schema, let database = schema.database {
      schemas[database.value, default: []].append(
        ReadFile(node: node, syntax: schema, faults: faults)
      )
      if faults.isOpen { isOpen = true }
    } else {
      isOpen = true
    }
  }
  var names = TypeNames()
  var models: [SchemaModel] = []
  for (_, files) in schemas.sorted(by: { $0.key < $1.key }) {
    var resolver = SchemaResolver(files.map(\.syntax), names: names)
    for file in files { resolver.faults.formUnion(file.faults) }
    resolver.faults.isOpen = isOpen
    let model = resolver.resolve()
    names = resolver.names
    for file in files { resolver.faults.add(resolver.diagnostics, in: file.node) }
    diagnostics.append(contentsOf: resolver.diagnostics)
    guard var model else { continue }
    model.faults = resolver.faults
    models.append(model)
  }
  return models
}

/// A file as the author wrote it, with what could not be read of it.
private struct ReadFile {
  var node: YAMLNode
  var syntax: SchemaSyntax
  var faults: SchemaFaults
}
