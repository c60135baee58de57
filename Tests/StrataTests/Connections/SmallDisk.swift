import Foundation
import TestSupport
import Testing

#if os(Linux)
/// A file system of 256 KB, where the tests may mount one.
final class SmallDisk {
  static let isAvailable = (try? SmallDisk()) != nil

  private let directory: TemporaryDirectory

  init?() throws {
    directory = try TemporaryDirectory()
    guard mount("tmpfs", directory.url.path, "tmpfs", 0, "size=256k") == 0 else { return nil }
  }

  deinit { umount2(directory.url.path, Int32(MNT_DETACH)) }

  func path(_ name: String) -> String { directory.path(name) }

  func makeReadOnly() throws {
    let flags = UInt(MS_REMOUNT | MS_RDONLY)
    let result = mount("tmpfs", directory.url.path, "tmpfs", flags, "size=256k")
    try #require(result == 0)
  }
}
#endif
