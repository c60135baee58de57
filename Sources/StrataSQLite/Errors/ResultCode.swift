internal import CSQLite

/// A result code of SQLite, primary or extended (https://sqlite.org/rescode.html).
///
/// A primary code matches all of its extended codes in a `switch` or a `catch` pattern:
///
/// ```swift
/// catch ResultCode.SQLITE_CONSTRAINT { … }            // any constraint
/// catch DatabaseError.SQLITE_CONSTRAINT_UNIQUE { … }  // this one
/// ```
public struct ResultCode: RawRepresentable, Hashable, Sendable {
  /// The code as SQLite counts it.
  public let rawValue: Int32

  /// The code with that number.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The kind of failure, without its details.
  public var primaryResultCode: ResultCode { ResultCode(rawValue: rawValue & 0xff) }

  /// Whether this is a code of that kind without further detail.
  public var isPrimary: Bool { self == primaryResultCode }

  /// Whether `code` is this code or one of its extended codes.
  public static func ~= (pattern: ResultCode, code: ResultCode) -> Bool {
    pattern.isPrimary ? pattern == code.primaryResultCode : pattern == code
  }
}

extension ResultCode: CustomStringConvertible {
  /// The number and SQLite's sentence for it.
  public var description: String {
    "\(rawValue) (\(sentence))"
  }

  /// SQLite's sentence for the code.
  var sentence: String { String(cString: sqlite3_errstr(rawValue)) }
}

extension ResultCode {
  /// The primary code `SQLITE_OK`.
  public static let SQLITE_OK = ResultCode(rawValue: 0)
  /// The primary code `SQLITE_ERROR`.
  public static let SQLITE_ERROR = ResultCode(rawValue: 1)
  /// The primary code `SQLITE_INTERNAL`.
  public static let SQLITE_INTERNAL = ResultCode(rawValue: 2)
  /// The primary code `SQLITE_PERM`.
  public static let SQLITE_PERM = ResultCode(rawValue: 3)
  /// The primary code `SQLITE_ABORT`.
  public static let SQLITE_ABORT = ResultCode(rawValue: 4)
  /// The primary code `SQLITE_BUSY`.
  public static let SQLITE_BUSY = ResultCode(rawValue: 5)
  /// The primary code `SQLITE_LOCKED`.
  public static let SQLITE_LOCKED = ResultCode(rawValue: 6)
  /// The primary code `SQLITE_NOMEM`.
  public static let SQLITE_NOMEM = ResultCode(rawValue: 7)
  /// The primary code `SQLITE_READONLY`.
  public static let SQLITE_READONLY = ResultCode(rawValue: 8)
  /// The primary code `SQLITE_INTERRUPT`.
  public static let SQLITE_INTERRUPT = ResultCode(rawValue: 9)
  /// The primary code `SQLITE_IOERR`.
  public static let SQLITE_IOERR = ResultCode(rawValue: 10)
  /// The primary code `SQLITE_CORRUPT`.
  public static let SQLITE_CORRUPT = ResultCode(rawValue: 11)
  /// The primary code `SQLITE_NOTFOUND`.
  public static let SQLITE_NOTFOUND = ResultCode(rawValue: 12)
  /// The primary code `SQLITE_FULL`.
  public static let SQLITE_FULL = ResultCode(rawValue: 13)
  /// The primary code `SQLITE_CANTOPEN`.
  public static let SQLITE_CANTOPEN = ResultCode(rawValue: 14)
  /// The primary code `SQLITE_PROTOCOL`.
  public static let SQLITE_PROTOCOL = ResultCode(rawValue: 15)
  /// The primary code `SQLITE_EMPTY`.
  public static let SQLITE_EMPTY = ResultCode(rawValue: 16)
  /// The primary code `SQLITE_SCHEMA`.
  public static let SQLITE_SCHEMA = ResultCode(rawValue: 17)
  /// The primary code `SQLITE_TOOBIG`.
  public static let SQLITE_TOOBIG = ResultCode(rawValue: 18)
  /// The primary code `SQLITE_CONSTRAINT`.
  public static let SQLITE_CONSTRAINT = ResultCode(rawValue: 19)
  /// The primary code `SQLITE_MISMATCH`.
  public static let SQLITE_MISMATCH = ResultCode(rawValue: 20)
  /// The primary code `SQLITE_MISUSE`.
  public static let SQLITE_MISUSE = ResultCode(rawValue: 21)
  /// The primary code `SQLITE_NOLFS`.
  public static let SQLITE_NOLFS = ResultCode(rawValue: 22)
  /// The primary code `SQLITE_AUTH`.
  public static let SQLITE_AUTH = ResultCode(rawValue: 23)
  /// The primary code `SQLITE_FORMAT`.
  public static let SQLITE_FORMAT = ResultCode(rawValue: 24)
  /// The primary code `SQLITE_RANGE`.
  public static let SQLITE_RANGE = ResultCode(rawValue: 25)
  /// The primary code `SQLITE_NOTADB`.
  public static let SQLITE_NOTADB = ResultCode(rawValue: 26)
  /// The primary code `SQLITE_NOTICE`.
  public static let SQLITE_NOTICE = ResultCode(rawValue: 27)
  /// The primary code `SQLITE_WARNING`.
  public static let SQLITE_WARNING = ResultCode(rawValue: 28)
  /// The primary code `SQLITE_ROW`.
  public static let SQLITE_ROW = ResultCode(rawValue: 100)
  /// The primary code `SQLITE_DONE`.
  public static let SQLITE_DONE = ResultCode(rawValue: 101)
}

extension ResultCode {
  /// The extended code `SQLITE_ERROR_MISSING_COLLSEQ`.
  public static let SQLITE_ERROR_MISSING_COLLSEQ = ResultCode(rawValue: 257)
  /// The extended code `SQLITE_ERROR_RETRY`.
  public static let SQLITE_ERROR_RETRY = ResultCode(rawValue: 513)
  /// The extended code `SQLITE_ERROR_SNAPSHOT`.
  public static let SQLITE_ERROR_SNAPSHOT = ResultCode(rawValue: 769)
  /// The extended code `SQLITE_IOERR_READ`.
  public static let SQLITE_IOERR_READ = ResultCode(rawValue: 266)
  /// The extended code `SQLITE_IOERR_SHORT_READ`.
  public static let SQLITE_IOERR_SHORT_READ = ResultCode(rawValue: 522)
  /// The extended code `SQLITE_IOERR_WRITE`.
  public static let SQLITE_IOERR_WRITE = ResultCode(rawValue: 778)
  /// The extended code `SQLITE_IOERR_FSYNC`.
  public static let SQLITE_IOERR_FSYNC = ResultCode(rawValue: 1034)
  /// The extended code `SQLITE_IOERR_DIR_FSYNC`.
  public static let SQLITE_IOERR_DIR_FSYNC = ResultCode(rawValue: 1290)
  /// The extended code `SQLITE_IOERR_TRUNCATE`.
  public static let SQLITE_IOERR_TRUNCATE = ResultCode(rawValue: 1546)
  /// The extended code `SQLITE_IOERR_FSTAT`.
  public static let SQLITE_IOERR_FSTAT = ResultCode(rawValue: 1802)
  /// The extended code `SQLITE_IOERR_UNLOCK`.
  public static let SQLITE_IOERR_UNLOCK = ResultCode(rawValue: 2058)
  /// The extended code `SQLITE_IOERR_RDLOCK`.
  public static let SQLITE_IOERR_RDLOCK = ResultCode(rawValue: 2314)
  /// The extended code `SQLITE_IOERR_DELETE`.
  public static let SQLITE_IOERR_DELETE = ResultCode(rawValue: 2570)
  /// The extended code `SQLITE_IOERR_BLOCKED`.
  public static let SQLITE_IOERR_BLOCKED = ResultCode(rawValue: 2826)
  /// The extended code `SQLITE_IOERR_NOMEM`.
  public static let SQLITE_IOERR_NOMEM = ResultCode(rawValue: 3082)
  /// The extended code `SQLITE_IOERR_ACCESS`.
  public static let SQLITE_IOERR_ACCESS = ResultCode(rawValue: 3338)
  /// The extended code `SQLITE_IOERR_CHECKRESERVEDLOCK`.
  public static let SQLITE_IOERR_CHECKRESERVEDLOCK = ResultCode(rawValue: 3594)
  /// The extended code `SQLITE_IOERR_LOCK`.
  public static let SQLITE_IOERR_LOCK = ResultCode(rawValue: 3850)
  /// The extended code `SQLITE_IOERR_CLOSE`.
  public static let SQLITE_IOERR_CLOSE = ResultCode(rawValue: 4106)
  /// The extended code `SQLITE_IOERR_DIR_CLOSE`.
  public static let SQLITE_IOERR_DIR_CLOSE = ResultCode(rawValue: 4362)
  /// The extended code `SQLITE_IOERR_SHMOPEN`.
  public static let SQLITE_IOERR_SHMOPEN = ResultCode(rawValue: 4618)
  /// The extended code `SQLITE_IOERR_SHMSIZE`.
  public static let SQLITE_IOERR_SHMSIZE = ResultCode(rawValue: 4874)
  /// The extended code `SQLITE_IOERR_SHMLOCK`.
  public static let SQLITE_IOERR_SHMLOCK = ResultCode(rawValue: 5130)
  /// The extended code `SQLITE_IOERR_SHMMAP`.
  public static let SQLITE_IOERR_SHMMAP = ResultCode(rawValue: 5386)
  /// The extended code `SQLITE_IOERR_SEEK`.
  public static let SQLITE_IOERR_SEEK = ResultCode(rawValue: 5642)
  /// The extended code `SQLITE_IOERR_DELETE_NOENT`.
  public static let SQLITE_IOERR_DELETE_NOENT = ResultCode(rawValue: 5898)
  /// The extended code `SQLITE_IOERR_MMAP`.
  public static let SQLITE_IOERR_MMAP = ResultCode(rawValue: 6154)
  /// The extended code `SQLITE_IOERR_GETTEMPPATH`.
  public static let SQLITE_IOERR_GETTEMPPATH = ResultCode(rawValue: 6410)
  /// The extended code `SQLITE_IOERR_CONVPATH`.
  public static let SQLITE_IOERR_CONVPATH = ResultCode(rawValue: 6666)
  /// The extended code `SQLITE_IOERR_VNODE`.
  public static let SQLITE_IOERR_VNODE = ResultCode(rawValue: 6922)
  /// The extended code `SQLITE_IOERR_AUTH`.
  public static let SQLITE_IOERR_AUTH = ResultCode(rawValue: 7178)
  /// The extended code `SQLITE_IOERR_BEGIN_ATOMIC`.
  public static let SQLITE_IOERR_BEGIN_ATOMIC = ResultCode(rawValue: 7434)
  /// The extended code `SQLITE_IOERR_COMMIT_ATOMIC`.
  public static let SQLITE_IOERR_COMMIT_ATOMIC = ResultCode(rawValue: 7690)
  /// The extended code `SQLITE_IOERR_ROLLBACK_ATOMIC`.
  public static let SQLITE_IOERR_ROLLBACK_ATOMIC = ResultCode(rawValue: 7946)
  /// The extended code `SQLITE_IOERR_DATA`.
  public static let SQLITE_IOERR_DATA = ResultCode(rawValue: 8202)
  /// The extended code `SQLITE_IOERR_CORRUPTFS`.
  public static let SQLITE_IOERR_CORRUPTFS = ResultCode(rawValue: 8458)
  /// The extended code `SQLITE_LOCKED_SHAREDCACHE`.
  public static let SQLITE_LOCKED_SHAREDCACHE = ResultCode(rawValue: 262)
  /// The extended code `SQLITE_LOCKED_VTAB`.
  public static let SQLITE_LOCKED_VTAB = ResultCode(rawValue: 518)
  /// The extended code `SQLITE_BUSY_RECOVERY`.
  public static let SQLITE_BUSY_RECOVERY = ResultCode(rawValue: 261)
  /// The extended code `SQLITE_BUSY_SNAPSHOT`.
  public static let SQLITE_BUSY_SNAPSHOT = ResultCode(rawValue: 517)
  /// The extended code `SQLITE_BUSY_TIMEOUT`.
  public static let SQLITE_BUSY_TIMEOUT = ResultCode(rawValue: 773)
  /// The extended code `SQLITE_CANTOPEN_NOTEMPDIR`.
  public static let SQLITE_CANTOPEN_NOTEMPDIR = ResultCode(rawValue: 270)
  /// The extended code `SQLITE_CANTOPEN_ISDIR`.
  public static let SQLITE_CANTOPEN_ISDIR = ResultCode(rawValue: 526)
  /// The extended code `SQLITE_CANTOPEN_FULLPATH`.
  public static let SQLITE_CANTOPEN_FULLPATH = ResultCode(rawValue: 782)
  /// The extended code `SQLITE_CANTOPEN_CONVPATH`.
  public static let SQLITE_CANTOPEN_CONVPATH = ResultCode(rawValue: 1038)
  /// The extended code `SQLITE_CANTOPEN_DIRTYWAL`.
  public static let SQLITE_CANTOPEN_DIRTYWAL = ResultCode(rawValue: 1294)
  /// The extended code `SQLITE_CANTOPEN_SYMLINK`.
  public static let SQLITE_CANTOPEN_SYMLINK = ResultCode(rawValue: 1550)
  /// The extended code `SQLITE_CORRUPT_VTAB`.
  public static let SQLITE_CORRUPT_VTAB = ResultCode(rawValue: 267)
  /// The extended code `SQLITE_CORRUPT_SEQUENCE`.
  public static let SQLITE_CORRUPT_SEQUENCE = ResultCode(rawValue: 523)
  /// The extended code `SQLITE_CORRUPT_INDEX`.
  public static let SQLITE_CORRUPT_INDEX = ResultCode(rawValue: 779)
  /// The extended code `SQLITE_READONLY_RECOVERY`.
  public static let SQLITE_READONLY_RECOVERY = ResultCode(rawValue: 264)
  /// The extended code `SQLITE_READONLY_CANTLOCK`.
  public static let SQLITE_READONLY_CANTLOCK = ResultCode(rawValue: 520)
  /// The extended code `SQLITE_READONLY_ROLLBACK`.
  public static let SQLITE_READONLY_ROLLBACK = ResultCode(rawValue: 776)
  /// The extended code `SQLITE_READONLY_DBMOVED`.
  public static let SQLITE_READONLY_DBMOVED = ResultCode(rawValue: 1032)
  /// The extended code `SQLITE_READONLY_CANTINIT`.
  public static let SQLITE_READONLY_CANTINIT = ResultCode(rawValue: 1288)
  /// The extended code `SQLITE_READONLY_DIRECTORY`.
  public static let SQLITE_READONLY_DIRECTORY = ResultCode(rawValue: 1544)
  /// The extended code `SQLITE_ABORT_ROLLBACK`.
  public static let SQLITE_ABORT_ROLLBACK = ResultCode(rawValue: 516)
  /// The extended code `SQLITE_CONSTRAINT_CHECK`.
  public static let SQLITE_CONSTRAINT_CHECK = ResultCode(rawValue: 275)
  /// The extended code `SQLITE_CONSTRAINT_COMMITHOOK`.
  public static let SQLITE_CONSTRAINT_COMMITHOOK = ResultCode(rawValue: 531)
  /// The extended code `SQLITE_CONSTRAINT_FOREIGNKEY`.
  public static let SQLITE_CONSTRAINT_FOREIGNKEY = ResultCode(rawValue: 787)
  /// The extended code `SQLITE_CONSTRAINT_FUNCTION`.
  public static let SQLITE_CONSTRAINT_FUNCTION = ResultCode(rawValue: 1043)
  /// The extended code `SQLITE_CONSTRAINT_NOTNULL`.
  public static let SQLITE_CONSTRAINT_NOTNULL = ResultCode(rawValue: 1299)
  /// The extended code `SQLITE_CONSTRAINT_PRIMARYKEY`.
  public static let SQLITE_CONSTRAINT_PRIMARYKEY = ResultCode(rawValue: 1555)
  /// The extended code `SQLITE_CONSTRAINT_TRIGGER`.
  public static let SQLITE_CONSTRAINT_TRIGGER = ResultCode(rawValue: 1811)
  /// The extended code `SQLITE_CONSTRAINT_UNIQUE`.
  public static let SQLITE_CONSTRAINT_UNIQUE = ResultCode(rawValue: 2067)
  /// The extended code `SQLITE_CONSTRAINT_VTAB`.
  public static let SQLITE_CONSTRAINT_VTAB = ResultCode(rawValue: 2323)
  /// The extended code `SQLITE_CONSTRAINT_ROWID`.
  public static let SQLITE_CONSTRAINT_ROWID = ResultCode(rawValue: 2579)
  /// The extended code `SQLITE_CONSTRAINT_PINNED`.
  public static let SQLITE_CONSTRAINT_PINNED = ResultCode(rawValue: 2835)
  /// The extended code `SQLITE_CONSTRAINT_DATATYPE`.
  public static let SQLITE_CONSTRAINT_DATATYPE = ResultCode(rawValue: 3091)
  /// The extended code `SQLITE_NOTICE_RECOVER_WAL`.
  public static let SQLITE_NOTICE_RECOVER_WAL = ResultCode(rawValue: 283)
  /// The extended code `SQLITE_NOTICE_RECOVER_ROLLBACK`.
  public static let SQLITE_NOTICE_RECOVER_ROLLBACK = ResultCode(rawValue: 539)
  /// The extended code `SQLITE_WARNING_AUTOINDEX`.
  public static let SQLITE_WARNING_AUTOINDEX = ResultCode(rawValue: 284)
  /// The extended code `SQLITE_AUTH_USER`.
  public static let SQLITE_AUTH_USER = ResultCode(rawValue: 279)
}
