extension String {
  /// The name as SQLite compares it: the letters A to Z in lower case, and all others as they are.
  var sqlLowercased: String {
    // A loop over the bytes where they are: each statement that is compiled comes here a dozen times.
    let isFolded = utf8.withContiguousStorageIfAvailable { bytes in
      for byte in bytes where byte >= 0x41 && byte <= 0x5a { return false }
      return true
    }
    if isFolded == true { return self }
    let bytes = utf8.map { $0 >= 0x41 && $0 <= 0x5a ? $0 | 0x20 : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
