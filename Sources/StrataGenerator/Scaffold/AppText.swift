/// A file that is the same for every schema, but for the names of modules and of the app:
/// `%Kit%`, `%Tables%`, `%Command%`, `%UI%`, `%Tests%`, `%Database%`, `%app%`.
struct AppText: Sendable {
  var path: String
  var text: String

  /// All fixed files.
  static let all: [AppText] = tables + command + views + tests

  /// Tables as people see them: fields, values, and what is done with rows.
  static let tables: [AppText] = [
    .tablesCell, .tablesFieldValue, .tablesFieldValueTypes, .tablesFieldValueJSON, .tablesField,
    .tablesComparison, .tablesTable, .tablesAnyTable, .tablesRefusal,
  ]

  /// The program.
  static let command: [AppText] = [
    .commandArguments, .commandProgram, .commandVerb, .commandVerbReading, .commandVerbWriting,
    .commandVerbFiles, .commandImport, .commandByteSource, .commandFileFormat, .commandOutput,
    .commandCSV, .commandJSON, .commandJSONReader, .commandTextTable, .commandTerminal,
    .commandCommand,
  ]

  /// Lists and forms for SwiftUI.
  static let views: [AppText] = [.uiTableList, .uiRowDetail, .uiRowsRequest]

  static let tests: [AppText] = [
    .testsAppDatabase, .testsTablesTests, .testsCommandTests, .testsTextTests,
  ]

  /// What the module of `tables` declares, so that a type of the schema with such a name is written
  /// with its module there.
  static let tableNames: Set<String> = [
    "AnyTable", "Cell", "Comparison", "Field", "FieldContent", "FieldDescription", "FieldValue",
    "JSONFieldValue", "MissingParent", "Refusal", "RowQuery", "Table", "Tables", "Unreadable",
  ]

  /// What the module of `command` declares.
  static let commandNames: Set<String> = [
    "Arguments", "ByteSource", "CSV", "Call", "Failure", "FileFormat", "FileRow", "Import", "JSON",
    "JSONReader", "Misuse", "Option", "Output", "Program", "Progress", "RowSource", "Terminal",
    "TextTable", "Verb",
  ]
}
