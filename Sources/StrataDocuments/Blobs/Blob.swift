public import Foundation
internal import Strata

/// Bytes of a document that are stored aside, once for all documents that have them.
///
/// ```swift
/// final class Photo: Codable {
///   @DocumentID var id: String?
///   var image: Blob?
/// }
/// ```
///
/// The document has the digest, the length and the type. The bytes are written in the transaction of the
/// save, in chunks, and go with the last document that has them.
public final class Blob: Codable, Sendable {
  enum Source: Sendable {
    case data(Data)
    case file(URL)
    case stored(DocumentStore)
    case staged(StagedFile)
    /// It was read from a text of its own.
    case nowhere
  }

  /// What the bytes are.
  struct Identity: Equatable, Sendable {
    var digest: String
    var length: Int
  }

  /// The media type of the bytes, such as `image/png`.
  public let contentType: String

  let source: Source
  private let known: Lock<Identity?>

  static let typeKey = "@type"
  static let typeName = "blob"
  static let digestKey = "digest"
  private static let chunkSize = 128 * 1024

  /// A blob of some bytes.
  public init(contentType: String, data: Data) {
    self.contentType = contentType
    source = .data(data)
    known = Lock(nil)
  }

  /// A blob of the bytes of a file, which is read, chunk by chunk, when the document is saved.
  public init(contentType: String, contentsOf file: URL) {
    self.contentType = contentType
    source = .file(file)
    known = Lock(nil)
  }

  /// A blob whose bytes are known, at another place.
  init(_ blob: Blob, at source: Source) {
    contentType = blob.contentType
    self.source = source
    known = Lock(blob.known.withLock { $0 })
  }

  init?(_ fields: JSONFields, in store: DocumentStore?) {
    guard fields.isBlob, case .string(let digest) = fields[Self.digestKey],
      case .int(let length) = fields["length"], length >= 0
    else { return nil }
    let contentType =
      if case .string(let type) = fields["content_type"] { type } else {
        "application/octet-stream"
      }
    self.contentType = contentType
    source = store.map { .stored($0) } ?? .nowhere
    known = Lock(Identity(digest: digest, length: Int(length)))
  }

  /// What the document has instead of the bytes.
  func fields() throws -> JSONFields {
    let identity = try prepare()
    let fields = JSONFields()
    fields[Self.typeKey] = .string(Self.typeName)
    fields[Self.digestKey] = .string(identity.digest)
    fields["length"] = .int(Int64(identity.length))
    fields["content_type"] = .string(contentType)
    return fields
  }

  /// The number of bytes; nil as long as a file was not read.
  public var length: Int? {
    if case .data(let data) = source { return data.count }
    return known.withLock { $0?.length }
  }

  /// The digest, such as `sha256-9f86d08…`; nil as long as the document was not saved.
  public var digest: String? { known.withLock { $0?.digest } }

  /// Whether its bytes can be had, and not only in the store itself.
  func isElsewhere(than store: DocumentStore) -> Bool {
    switch source {
    case .data, .file, .staged: true
    case .stored(let other): other !== store
    case .nowhere: false
    }
  }

  /// Finds out what the bytes are.
  @discardableResult
  func prepare() throws -> Identity {
    if let identity = known.withLock({ $0 }) { return identity }
    var hash = SHA256()
    var length = 0
    try readChunks { chunk in
      hash.update(chunk)
      length += chunk.count
    }
    let identity = Identity(digest: "sha256-\(hash.finish())", length: length)
    known.withLock { $0 = identity }
    return identity
  }

  // MARK: - Content

  /// All bytes.
  ///
  /// - Throws: `DocumentError` where they are not in the database, or damaged; or what reading a file
  ///   throws.
  public func content() throws -> Data {
    var data = Data()
    try forEachChunk { data.append($0) }
    return data
  }

  /// Writes the bytes to a file, chunk by chunk.
  ///
  /// - Parameter file: the file, which is made, or replaced once all bytes are there.
  /// - Throws: as `content()`, or what writing a file throws.
  public func write(to file: URL) throws {
    let partial = file.appendingPathExtension("part-\(DocumentName.generate(8))")
    try Data().write(to: partial)
    do {
      let handle = try FileHandle(forWritingTo: partial)
      do {
        try forEachChunk { try handle.write(contentsOf: $0) }
        try handle.close()
      } catch {
        try? handle.close()
        throw error
      }
      // At once, and never in the place of a folder.
      guard rename(partial.path, file.path) == 0 else {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
    } catch {
      try? FileManager.default.removeItem(at: partial)
      throw error
    }
  }

  /// Reads the bytes in chunks of at most 128 KiB, without loading all of them.
  ///
  /// Outside of transactions `body` may read and write any database.
  ///
  /// - Parameter body: gets each chunk, in order.
  /// - Throws: as `content()`, or what `body` throws.
  public func forEachChunk(_ body: (Data) throws -> Void) throws {
    guard let identity = known.withLock({ $0 }) else { return try readChunks(body) }
    var hash = SHA256()
    var length = 0
    try readChunks { chunk in
      hash.update(chunk)
      length += chunk.count
      try body(chunk)
    }
    guard length == identity.length, identity.digest == "sha256-\(hash.finish())" else {
      throw DocumentError(.blobDamaged(digest: identity.digest))
    }
  }

  func readChunks(_ body: (Data) throws -> Void) throws {
    switch source {
    case .data(let data):
      var rest = data[...]
      while !rest.isEmpty {
        try body(Data(rest.prefix(Self.chunkSize)))
        rest = rest.dropFirst(Self.chunkSize)
      }
    case .file(let url):
      let handle = try FileHandle(forReadingFrom: url)
      defer { try? handle.close() }
      while let chunk = try handle.read(upToCount: Self.chunkSize), !chunk.isEmpty {
        try body(chunk)
      }
    case .staged(let file): try file.readChunks(Self.chunkSize, body)
    case .stored(let store):
      let digest = digest ?? ""
      let isFound = try store.readBlob(digest, body)
      if !isFound { throw DocumentError(.blobNotFound(digest: digest)) }
    case .nowhere: throw DocumentError(.blobNotFound(digest: digest ?? ""))
    }
  }

  // MARK: - Codable

  private enum CodingKeys: String, CodingKey {
    case type = "@type"
    case digest
    case length
    case contentType = "content_type"
  }

  /// Reads what stands for a blob outside of documents; the bytes are not known then.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    contentType = try container.decode(String.self, forKey: .contentType)
    source = .nowhere
    known = Lock(
      Identity(
        digest: try container.decode(String.self, forKey: .digest),
        length: try container.decode(Int.self, forKey: .length)
      )
    )
  }

  /// Writes what stands for the blob.
  public func encode(to encoder: any Encoder) throws {
    let identity = try prepare()
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.typeName, forKey: .type)
    try container.encode(identity.digest, forKey: .digest)
    try container.encode(identity.length, forKey: .length)
    try container.encode(contentType, forKey: .contentType)
  }
}
