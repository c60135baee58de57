import Foundation

/// Names that something else has too.
enum NamePool {
  static let keywords = """
    associatedtype class deinit enum extension fileprivate func import init inout internal let open
    operator private precedencegroup protocol public rethrows static struct subscript typealias var
    break case catch continue default defer do else fallthrough for guard if in repeat return throw
    switch where while Any as await false is nil self Self super throws true try associativity async
    convenience didSet dynamic final get indirect infix lazy left mutating none nonmutating optional
    override package postfix precedence prefix Protocol required right set some Type unowned weak
    willSet any actor nonisolated isolated consuming borrowing copy consume discard each macro sending
    distributed then yield module using unsafe _ __ __shared __owned _const _modify _read
    """.split { $0.isWhitespace }.map(String.init)

  static let standardTypes = """
    Array Dictionary Set Optional Result Never Void Bool Int Int8 Int16 Int32 Int64 UInt UInt8 UInt64
    Float Double String Substring Character Range ClosedRange Sequence Collection Iterator Element
    Index Equatable Hashable Comparable Identifiable Sendable Codable Encodable Decodable Encoder
    Decoder CodingKey CaseIterable RawRepresentable RawValue AllCases Error Task Actor MainActor
    AnyObject AnyHashable AnySequence KeyPath WritableKeyPath ObjectIdentifier Mirror Hasher Swift
    Unmanaged StaticString Duration Clock InstantProtocol AsyncSequence Foundation Data Date UUID URL
    Decimal Locale Calendar TimeZone NSObject NSString NSNumber Bundle FileManager Process Thread Lock
    JSONEncoder JSONDecoder Notification Operation Progress Formatter Measurement Unit ID Value Draft
    Columns Record Row Fetch Observation Presence CodingKeys Database SchemaRequirements CSQLite
    """.split { $0.isWhitespace }.map(String.init)

  static let members = """
    id table columns definition bind read values row container decoder encode rawValue hash hashValue
    description debugDescription databaseValue fromDatabaseValue bindKey databaseTableName footprint
    databaseSelection insert update delete save upsert fetch fetchAll fetchOne fetchCount find filter
    order all none count exists valueWithoutRow defaultValue omittedColumns fetching observing
    observingPresence observation request annotated including joining hasMany belongsTo persistence
    willInsert didInsert aroundSave allCases init self hashInto isEqual migrator prototype schemaHash
    open openInMemory column sqlExpression format name set stored key text type error message to from
    """.split { $0.isWhitespace }.map(String.init)

  static let sqlWords = """
    select Select ORDER group index table from where check rowid oid _rowid_ values current_timestamp
    null NULL primary references unique create drop view trigger without strict main temp sqlite
    limit offset returning window over partition filter conflict abort rollback generated always
    """.split { $0.isWhitespace }.map(String.init)

  /// Letters of all kinds, in normal forms that differ, and what is none.
  static let unicode = [
    "größe", "\u{E9}t\u{E9}", "e\u{301}te\u{301}", "日本", "имя", "Имя", "שם", "اسم", "\u{AA}b", "ſ",
    "ß",
    "ǆ", "\u{FB01}x", "İ", "ı", "\u{212A}", "K", "\u{212B}", "Å", "𝒳", "a\u{310}", "क्ष", "\u{3164}",
    "a\u{FE00}", "a\u{200D}b", "a\u{200B}b", "😀", "a\u{202E}b", "\u{301}a", "a b", "a-b", "1a",
    "a.b",
    "a`b", "a\"b", "a\\b", "a'b", "$a", "a$", "#a", "", " ", "a;b", "a\u{0}b", "\u{FEFF}a", "ΑΒ",
    "αβ",
    "Order Details", "Product Sales for 1997", "x/*", "*/x", "//", "\\(x)", "🇩🇪", "e\u{20DD}", "·a",
    "a·",
  ]

  /// The public types and members of the runtime.
  static let runtime: [String] = {
    let sources = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources")
    let declaration =
      #/public (?:static |final |mutating )*(?:struct|protocol|class|enum|typealias|var|let|func) `?(\w+)/#
    var names: Set<String> = []
    for target in ["Strata", "StrataSQLite"] {
      let files = FileManager.default.enumerator(
        at: sources.appending(path: target),
        includingPropertiesForKeys: nil
      )
      while let file = files?.nextObject() as? URL {
        guard file.pathExtension == "swift",
          let text = try? String(contentsOf: file, encoding: .utf8)
        else { continue }
        for match in text.matches(of: declaration) { names.insert(String(match.1)) }
      }
    }
    return names.sorted()
  }()

  static let all = [keywords, standardTypes, members, sqlWords, unicode, runtime]
}
