import Foundation

/// A file that is written whole or not at all.
///
/// What is there is replaced, and keeps its permissions; a link is followed. A device or a pipe, such as
/// `/dev/stdout`, is not replaced but written to.
struct WholeFile {
  var path: String

  func write(_ text: String) throws(Problem) {
    try write(Data(text.utf8))
  }

  /// - Throws: A problem of the call where the file cannot be written.
  func write(_ content: Data) throws(Problem) {
    if isStream {
      let descriptor = open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw refusal() }
      return try write(content, to: descriptor)
    }
    try uninterrupted { () throws(Problem) in
      let file = try prepare(content)
      defer { file.discard() }
      try file.commit()
    }
  }

  /// Content that waits beside its file.
  struct Prepared {
    fileprivate var file: WholeFile
    fileprivate var temporary: String
    fileprivate var final: String

    /// Puts the content into the place of the file.
    func commit() throws(Problem) {
      guard rename(temporary, final) == 0 else { throw file.refusal() }
    }

    /// Removes what has not been put into place.
    func discard() { unlink(temporary) }
  }

  /// Writes the content beside the file.
  func prepare(_ content: Data) throws(Problem) -> Prepared {
    let final = try target()
    let folder = (final as NSString).deletingLastPathComponent
    let name = ".\((final as NSString).lastPathComponent.prefix(40)).\(UUID().uuidString)"
    let temporary = (folder as NSString).appendingPathComponent(name)
    var known = stat()
    let mode = stat(final, &known) == 0 ? known.st_mode & 0o7777 : nil
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw refusal() }
      throw .output("'\(path)' cannot be written: there is no folder '\(folder)'")
    }
    do {
      // An owner may take the right to write from a file, and still replace it.
      if let mode { fchmod(descriptor, mode) }
      try write(content, to: descriptor)
    } catch {
      unlink(temporary)
      throw error
    }
    return Prepared(file: self, temporary: temporary, final: final)
  }

  /// Writes to an open file, and closes it.
  private func write(_ content: Data, to descriptor: Int32) throws(Problem) {
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try handle.write(contentsOf: content)
      try handle.close()
    } catch {
      throw .output("'\(path)' cannot be written: \(OutputFolder.reason(error))")
    }
  }

  /// Whether something is there that takes what is written, and keeps nothing.
  var isStream: Bool {
    var known = stat()
    guard stat(path, &known) == 0 else { return false }
    return ![S_IFREG, S_IFDIR].contains(known.st_mode & S_IFMT)
  }

  /// Where the file is behind links, also behind one that leads to nothing yet.
  private func target() throws(Problem) -> String {
    var place = path
    for _ in 0..<40 {
      guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: place) else {
        return place
      }
      let folder = (place as NSString).deletingLastPathComponent as NSString
      place = link.hasPrefix("/") ? link : folder.appendingPathComponent(link)
    }
    throw .output("'\(path)' cannot be written: \(String(cString: strerror(ELOOP)))")
  }

  private func refusal() -> Problem {
    .output("'\(path)' cannot be written: \(String(cString: strerror(errno)))")
  }
}

/// Runs what must not be left half done: Ctrl-C and the like wait until it is over.
func uninterrupted<Value>(_ body: () throws(Problem) -> Value) throws(Problem) -> Value {
  var signals = sigset_t()
  sigemptyset(&signals)
  for signal in [SIGHUP, SIGINT, SIGTERM] { sigaddset(&signals, signal) }
  var before = sigset_t()
  pthread_sigmask(SIG_BLOCK, &signals, &before)
  defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
  return try body()
}
