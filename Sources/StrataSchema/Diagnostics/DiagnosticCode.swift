/// Every code that reading a schema can report, in the order of the stages.
///
/// The wording of a message may change; its code stays.
package enum DiagnosticCode: String, CaseIterable, Sendable {
  // Text
  case invalidUTF8 = "invalid-utf8"
  case nulCharacter = "nul-character"
  case controlCharacter = "control-character"
  case lineSeparator = "line-separator"

  // YAML
  case yamlSyntax = "yaml-syntax"
  case emptyFile = "empty-file"
  case severalDocuments = "several-documents"
  case directive = "directive"
  case tabIndentation = "tab-indentation"
  case tooDeep = "too-deep"
  case anchor = "anchor"
  case alias = "alias"
  case tag = "tag"
  case mergeKey = "merge-key"
  case duplicateKey = "duplicate-key"
  case emptyKey = "empty-key"
  case collectionAsKey = "collection-as-key"
  case cutText = "cut-text"

  // Syntax
  case languageVersion = "language-version"
  case sqliteVersion = "sqlite-version"
  case missingKey = "missing-key"
  case unknownKey = "unknown-key"
  case idleKey = "idle-key"
  case tooManyColumns = "too-many-columns"
  case emptyValue = "empty-value"
  case wrongShape = "wrong-shape"
  case notABool = "not-a-bool"
  case unknownWord = "unknown-word"
  case notAnIdentifier = "not-an-identifier"
  case notAType = "not-a-type"
  case nullDefault = "null-default"
  case foldedSQL = "folded-sql"
  case multilineSQL = "multiline-sql"
  case sqlName = "sql-name"

  // Names
  case conflictingFiles = "conflicting-files"
  case duplicateName = "duplicate-name"
  case duplicateSQLName = "duplicate-sql-name"
  case reservedName = "reserved-name"
  case accessorName = "accessor-name"

  // Meaning
  case unknownType = "unknown-type"
  case unknownTable = "unknown-table"
  case unknownColumn = "unknown-column"
  case rawValue = "raw-value"
  case foreignKey = "foreign-key"
  case notAForeignKey = "not-a-foreign-key"
  case primaryKey = "primary-key"
  case optionalKey = "optional-key"
  case autoincrement = "autoincrement"
  case newtype = "newtype"
  case withoutRowID = "without-rowid"
  case stored = "stored"
  case declaredType = "declared-type"
  case defaultValue = "default-value"
  case generatedColumn = "generated-column"
  case searchTable = "search-table"
  case searchColumn = "search-column"
  case notCodable = "not-codable"
  case valueCircle = "value-circle"
}
