extension AppText {
  static let commandOutput = AppText(
    path: "Sources/%Command%/Output.swift",
    text: #"""
      import Foundation

      /// A file that is written whole or not at all, or standard output.
      struct Output: Sendable {
        private let path: String
        /// Where the file grows; nil for what is written where it is.
        private let temporary: URL?
        private let handle: FileHandle
        private let recorder = Terminal.recorder
        private var buffer: [UInt8] = []

        /// Begins a file, or standard output where the path is `-`.
        init(_ path: String) throws(Failure) {
          // Elsewhere a link is followed, and this one may lead to a file.
          self.path = path == "/dev/stdout" ? "-" : path
          guard self.path != "-" else {
            temporary = nil
            handle = .standardOutput
            return
          }
          let file = URL(filePath: path).resolvingSymlinksInPath()
          let type = try? FileManager.default.attributesOfItem(atPath: file.path)[.type]
          guard type == nil || type as? FileAttributeType == .typeRegular else {
            // A pipe or a device is not replaced.
            guard let handle = FileHandle(forWritingAtPath: path) else {
              throw Failure("\(path) cannot be written")
            }
            self.handle = handle
            temporary = nil
            return
          }
          let temporary = file.deletingLastPathComponent()
            .appending(path: ".\(UUID().uuidString).part")
          guard FileManager.default.createFile(atPath: temporary.path, contents: nil),
            let handle = FileHandle(forWritingAtPath: temporary.path)
          else { throw Failure("\(path) cannot be written: no file can be made in its folder") }
          self.handle = handle
          self.temporary = temporary
        }

        mutating func write(_ text: String) throws(Failure) {
          buffer.append(contentsOf: text.utf8)
          if buffer.count > 1 << 16 { try flush() }
        }

        private mutating func flush() throws(Failure) {
          defer { buffer.removeAll(keepingCapacity: true) }
          if path == "-" {
            Terminal.write(buffer, to: recorder)
            return
          }
          do { try handle.write(contentsOf: Data(buffer)) } catch {
            throw Failure("\(path) cannot be written: \(error.localizedDescription)")
          }
        }

        /// Writes what is left, and puts the file into its place.
        mutating func close() throws(Failure) {
          try flush()
          guard let temporary else { return }
          do { try handle.close() } catch {
            throw Failure("\(path) cannot be written: \(error.localizedDescription)")
          }
          let file = URL(filePath: path).resolvingSymlinksInPath()
          guard rename(temporary.path, file.path) == 0 else {
            throw Failure("\(path) cannot be written: \(String(cString: strerror(errno)))")
          }
        }

        /// Removes what a failure has left.
        func removePart() {
          if let temporary { try? FileManager.default.removeItem(at: temporary) }
        }
      }

      """#
  )
}
