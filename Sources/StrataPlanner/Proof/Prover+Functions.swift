import StrataSQLite
import StrataSchema

extension Prover {
  /// Registers stand-ins for the functions, collations and tokenizers of the app, so that SQLite knows
  /// them.
  func registerFunctions() throws {
    let samples = SampleRows(schema)
    for function in schema.functions {
      try database.add(
        function,
        gives: function.returns.map { samples.value(of: $0.type, $0.storage) } ?? .null
      )
    }
    for collation in schema.collations { try database.addCollation(collation.value) }
    for tokenizer in schema.tokenizers { try database.addTokenizer(tokenizer.value) }
  }
}
