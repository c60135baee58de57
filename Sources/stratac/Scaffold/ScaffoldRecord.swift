import Foundation
import StrataGenerator

/// What `.strata-scaffold` of a package remembers: the files that were written, as they were then.
struct ScaffoldRecord: Codable {
  /// The version of the tool that has written it.
  var stratac: String
  var app: String
  /// Where the package finds Strata.
  var strata: String
  /// The hashes of the files by their paths.
  var files: [String: String]
  /// The hashes of what a call is about to write; nil once it has written all.
  ///
  /// Where a call is killed, the next one knows by them what is not anybody's edit.
  var pending: [String: String]?

  static let fileName = ".strata-scaffold"

  /// A hash by which an edit is noticed; nobody is kept from making one that is not.
  ///
  /// 64-bit FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv), and the length.
  static func hash(_ bytes: some Sequence<UInt8>) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var count = 0
    for byte in bytes {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
      count += 1
    }
    return String(hash, radix: 16) + "-\(count)"
  }

  /// The files that were written, or were about to be.
  var knownFiles: [String] { Set(files.keys).union((pending ?? [:]).keys).sorted() }

  /// Whether a file is as the tool has written it.
  func wrote(_ bytes: some Sequence<UInt8>, as file: String) -> Bool {
    let hash = Self.hash(bytes)
    return hash == files[file] || hash == pending?[file]
  }

  var text: String {
    get throws(Problem) {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      guard let data = try? encoder.encode(self) else {
        throw .output("'\(Self.fileName)' cannot be written as JSON")
      }
      return String(decoding: data, as: UTF8.self) + "\n"
    }
  }
}
