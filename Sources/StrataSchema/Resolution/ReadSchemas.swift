/// Reads all schema files of one call of the tool; files that name the same database are one schema.
///
/// Whatever the order of `files`, the result is the same. Nothing is thrown: what is wrong with the
/// files is appended to `diagnostics`, all of it at once.
///
/// - Returns: The schemas sorted by the name of their database; nil if any file has an error.
package func readSchemas(
  _ files: [SchemaFile],
  _ diagnostics: inout Diagnostics
) -> [SchemaModel]? {
  var found = Diagnostics()
  var schemas: [String: [SchemaSyntax]] = [:]
  // Where a file could not be read, a name that nobody declares may well be declared there.
  var isComplete = true
  for file in files.sorted(by: { ($0.baseName, $0.path) < ($1.baseName, $1.path) }) {
    let source = SourceText(file)
    guard let node = readYAML(source, &found) else {
      isComplete = false
      continue
    }
    var reader = SyntaxReader(source)
    let schema = reader.schema(node, baseName: file.baseName)
    found.append(contentsOf: reader.diagnostics)
    if let schema, let database = schema.database {
      schemas[database.value, default: []].append(schema)
      if schema.hasUnreadTypes { isComplete = false }
    } else {
      isComplete = false
    }
  }
  var names = TypeNames()
  var models: [SchemaModel] = []
  for (_, files) in schemas.sorted(by: { $0.key < $1.key }) {
    var resolver = SchemaResolver(files, isComplete: isComplete, names: names)
    if let model = resolver.resolve() { models.append(model) }
    names = resolver.names
    found.append(contentsOf: resolver.diagnostics)
  }
  diagnostics.append(contentsOf: found)
  return found.hasErrors ? nil : models
}
