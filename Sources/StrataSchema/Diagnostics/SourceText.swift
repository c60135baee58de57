/// The lines of a file.
///
/// A line ends with LF, CRLF or CR, as libyaml counts them.
struct SourceText: Sendable {
  let path: String
  /// The bytes after the byte order mark, if there is one.
  let bytes: ArraySlice<UInt8>
  /// The index in `bytes` where each line starts; never empty.
  let lineStarts: [Int]

  init(_ file: SchemaFile) {
    path = file.path
    let hasMark = file.bytes.starts(with: [0xEF, 0xBB, 0xBF])
    bytes = file.bytes.dropFirst(hasMark ? 3 : 0)
    lineStarts = bytes.withUnsafeBufferPointer { bytes in
      let base = hasMark ? 3 : 0
      var starts = [base]
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        index += 1
        if byte == 0x0A {
          starts.append(base + index)
        } else if byte == 0x0D, index == bytes.count || bytes[index] != 0x0A {
          starts.append(base + index)
        }
      }
      return starts
    }
  }

  /// The bytes of a line, counted from 0, without its end.
  func line(_ line: Int) -> ArraySlice<UInt8> {
    guard lineStarts.indices.contains(line) else { return bytes[bytes.endIndex...] }
    let end = line + 1 < lineStarts.count ? lineStarts[line + 1] : bytes.endIndex
    var slice = bytes[lineStarts[line]..<end]
    while let last = slice.last, last == 0x0A || last == 0x0D { slice.removeLast() }
    return slice
  }

  /// The text of a line, counted from 0, without its end.
  func text(ofLine number: Int) -> String {
    String(decoding: line(number), as: UTF8.self)
  }

  /// Whether a line, counted from 1, is so short that reading it again for every error is no matter.
  func isShort(line number: Int) -> Bool { line(number - 1).count <= 4000 }

  /// The place of a byte.
  func position(ofByte index: Int) -> SourcePosition {
    var low = 0
    var high = lineStarts.count
    while low < high {
      let middle = (low + high) / 2
      if lineStarts[middle] <= index { low = middle + 1 } else { high = middle }
    }
    let line = max(0, low - 1)
    let column = bytes[lineStarts[line]..<index].reduce(1) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    return SourcePosition(line: line + 1, column: column)
  }

  /// The range of `length` characters from a byte on.
  func range(ofByte index: Int, length: Int = 1) -> SourceRange {
    let start = position(ofByte: index)
    let end = SourcePosition(line: start.line, column: start.column + length)
    return SourceRange(file: path, start: start, end: end)
  }
}
