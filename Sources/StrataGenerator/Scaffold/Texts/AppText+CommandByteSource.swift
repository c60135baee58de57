extension AppText {
  static let commandByteSource = AppText(
    path: "Sources/%Command%/ByteSource.swift",
    text: #"""
      import Foundation

      /// The bytes of a file or of a stream, which is never in memory as a whole.
      struct ByteSource: Sendable {
        private let handle: FileHandle
        private let name: String
        private var buffer: [UInt8] = []
        private var index = 0
        /// How many bytes came before the buffer.
        private var passed = 0
        /// The size of a file; nil where it cannot be known.
        let size: Int?
        /// The line of the next byte.
        private(set) var line = 1

        /// How many bytes a stream may be ahead of its reader.
        private static let head = 16 << 20

        /// Opens a file, or standard input where the path is `-`.
        init(path: String) throws(Failure) {
          name = path
          if path == "-" {
            handle = .standardInput
            size = nil
          } else {
            var isFolder: ObjCBool = false
            let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            guard isThere else { throw Failure("there is no file \(path)") }
            guard !isFolder.boolValue else { throw Failure("\(path) is a folder") }
            guard let handle = FileHandle(forReadingAtPath: path) else {
              throw Failure("\(path) cannot be read")
            }
            self.handle = handle
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            size =
              attributes?[.type] as? FileAttributeType == .typeRegular
              ? (attributes?[.size] as? NSNumber)?.intValue : nil
          }
          if size == nil { try fillHead() }
          try skipMark()
        }

        /// Bytes without a file, for tests.
        init(_ text: String) {
          handle = .nullDevice
          name = "text"
          buffer = Array(text.utf8)
          size = nil
        }

        /// How much of the file has been read, in percent.
        var percent: Int? {
          guard let size, size > 0 else { return nil }
          return min(100, (passed + index) * 100 / size)
        }

        mutating func peek() throws(Failure) -> UInt8? {
          if index == buffer.count { try refill() }
          return index < buffer.count ? buffer[index] : nil
        }

        mutating func next() throws(Failure) -> UInt8? {
          guard let byte = try peek() else { return nil }
          index += 1
          if byte == UInt8(ascii: "\n") { line += 1 }
          return byte
        }

        private mutating func refill() throws(Failure) {
          passed += buffer.count
          buffer = try read()
          index = 0
        }

        private func read() throws(Failure) -> [UInt8] {
          do { return Array(try handle.read(upToCount: 1 << 16) ?? Data()) } catch {
            throw Failure("\(name) cannot be read: \(error.localizedDescription)")
          }
        }

        /// Reads the start of a stream, so that nobody waits for who types it.
        private mutating func fillHead() throws(Failure) {
          while buffer.count < Self.head {
            let bytes = try read()
            guard !bytes.isEmpty else { return }
            buffer += bytes
          }
        }

        /// Passes the byte order mark of UTF-8; others are of texts that cannot be read.
        private mutating func skipMark() throws(Failure) {
          guard let first = try peek() else { return }
          if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
          if buffer.starts(with: [0xFF, 0xFE]) || buffer.starts(with: [0xFE, 0xFF]) || first == 0 {
            throw Failure("\(name) is no text in UTF-8, but in UTF-16; save it as UTF-8")
          }
        }
      }

      extension String {
        /// The text of bytes in UTF-8.
        init(utf8 bytes: some Sequence<UInt8>, line: Int) throws(Failure) {
          guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure("line \(line): this is no text in UTF-8")
          }
          self = text
        }
      }

      """#
  )
}
