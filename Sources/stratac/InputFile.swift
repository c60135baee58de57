import Foundation

/// A file that is read whole, whatever gives its bytes: also a pipe, as of `<(…)` in a shell.
struct InputFile {
  var path: String

  /// More than that nobody has written, and no memory should be filled with it.
  private static let limit = 256 << 20

  /// - Throws: A problem that says why the file cannot be read.
  func read() throws(Problem) -> Data {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw refusal(String(cString: strerror(errno))) }
      throw .input(.unreadableFile, "there is no file '\(path)'")
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var content = Data()
    do {
      while let part = try handle.read(upToCount: 1 << 20), !part.isEmpty {
        content += part
        guard content.count <= Self.limit else { break }
      }
    } catch {
      throw refusal(OutputFolder.reason(error))
    }
    guard content.count <= Self.limit else { throw refusal("it is larger than 256 MB") }
    return content
  }

  private func refusal(_ reason: String) -> Problem {
    .input(.unreadableFile, "the file '\(path)' cannot be read: \(reason)")
  }
}
