import StrataSQLite

extension SQLiteConnection {
  /// Adds a tokenizer in the place of one that only the app has: it parts texts at spaces.
  func addTokenizerStandIn(_ name: String) throws {
    try addTokenizer(name) { text in
      let words = text.utf8.split { $0 == 0x20 }
      return words.map { word in
        let start = text.utf8.distance(from: text.startIndex, to: word.startIndex)
        return SQLiteToken(
          text: String(decoding: word, as: UTF8.self),
          range: start..<start + word.count
        )
      }
    }
  }
}
