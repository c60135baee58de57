/// The result codes under the name of the error, for `catch` patterns.
extension DatabaseError {
  /// Matches an error with `SQLITE_OK`.
  public static var SQLITE_OK: ResultCode { .SQLITE_OK }
  /// Matches an error with `SQLITE_ERROR`.
  public static var SQLITE_ERROR: ResultCode { .SQLITE_ERROR }
  /// Matches an error with `SQLITE_INTERNAL`.
  public static var SQLITE_INTERNAL: ResultCode { .SQLITE_INTERNAL }
  /// Matches an error with `SQLITE_PERM`.
  public static var SQLITE_PERM: ResultCode { .SQLITE_PERM }
  /// Matches an error with `SQLITE_ABORT`.
  public static var SQLITE_ABORT: ResultCode { .SQLITE_ABORT }
  /// Matches an error with `SQLITE_BUSY`.
  public static var SQLITE_BUSY: ResultCode { .SQLITE_BUSY }
  /// Matches an error with `SQLITE_LOCKED`.
  public static var SQLITE_LOCKED: ResultCode { .SQLITE_LOCKED }
  /// Matches an error with `SQLITE_NOMEM`.
  public static var SQLITE_NOMEM: ResultCode { .SQLITE_NOMEM }
  /// Matches an error with `SQLITE_READONLY`.
  public static var SQLITE_READONLY: ResultCode { .SQLITE_READONLY }
  /// Matches an error with `SQLITE_INTERRUPT`.
  public static var SQLITE_INTERRUPT: ResultCode { .SQLITE_INTERRUPT }
  /// Matches an error with `SQLITE_IOERR`.
  public static var SQLITE_IOERR: ResultCode { .SQLITE_IOERR }
  /// Matches an error with `SQLITE_CORRUPT`.
  public static var SQLITE_CORRUPT: ResultCode { .SQLITE_CORRUPT }
  /// Matches an error with `SQLITE_NOTFOUND`.
  public static var SQLITE_NOTFOUND: ResultCode { .SQLITE_NOTFOUND }
  /// Matches an error with `SQLITE_FULL`.
  public static var SQLITE_FULL: ResultCode { .SQLITE_FULL }
  /// Matches an error with `SQLITE_CANTOPEN`.
  public static var SQLITE_CANTOPEN: ResultCode { .SQLITE_CANTOPEN }
  /// Matches an error with `SQLITE_PROTOCOL`.
  public static var SQLITE_PROTOCOL: ResultCode { .SQLITE_PROTOCOL }
  /// Matches an error with `SQLITE_EMPTY`.
  public static var SQLITE_EMPTY: ResultCode { .SQLITE_EMPTY }
  /// Matches an error with `SQLITE_SCHEMA`.
  public static var SQLITE_SCHEMA: ResultCode { .SQLITE_SCHEMA }
  /// Matches an error with `SQLITE_TOOBIG`.
  public static var SQLITE_TOOBIG: ResultCode { .SQLITE_TOOBIG }
  /// Matches an error with `SQLITE_CONSTRAINT`.
  public static var SQLITE_CONSTRAINT: ResultCode { .SQLITE_CONSTRAINT }
  /// Matches an error with `SQLITE_MISMATCH`.
  public static var SQLITE_MISMATCH: ResultCode { .SQLITE_MISMATCH }
  /// Matches an error with `SQLITE_MISUSE`.
  public static var SQLITE_MISUSE: ResultCode { .SQLITE_MISUSE }
  /// Matches an error with `SQLITE_NOLFS`.
  public static var SQLITE_NOLFS: ResultCode { .SQLITE_NOLFS }
  /// Matches an error with `SQLITE_AUTH`.
  public static var SQLITE_AUTH: ResultCode { .SQLITE_AUTH }
  /// Matches an error with `SQLITE_FORMAT`.
  public static var SQLITE_FORMAT: ResultCode { .SQLITE_FORMAT }
  /// Matches an error with `SQLITE_RANGE`.
  public static var SQLITE_RANGE: ResultCode { .SQLITE_RANGE }
  /// Matches an error with `SQLITE_NOTADB`.
  public static var SQLITE_NOTADB: ResultCode { .SQLITE_NOTADB }
  /// Matches an error with `SQLITE_NOTICE`.
  public static var SQLITE_NOTICE: ResultCode { .SQLITE_NOTICE }
  /// Matches an error with `SQLITE_WARNING`.
  public static var SQLITE_WARNING: ResultCode { .SQLITE_WARNING }
  /// Matches an error with `SQLITE_ROW`.
  public static var SQLITE_ROW: ResultCode { .SQLITE_ROW }
  /// Matches an error with `SQLITE_DONE`.
  public static var SQLITE_DONE: ResultCode { .SQLITE_DONE }
  /// Matches an error with `SQLITE_ERROR_MISSING_COLLSEQ`.
  public static var SQLITE_ERROR_MISSING_COLLSEQ: ResultCode { .SQLITE_ERROR_MISSING_COLLSEQ }
  /// Matches an error with `SQLITE_ERROR_RETRY`.
  public static var SQLITE_ERROR_RETRY: ResultCode { .SQLITE_ERROR_RETRY }
  /// Matches an error with `SQLITE_ERROR_SNAPSHOT`.
  public static var SQLITE_ERROR_SNAPSHOT: ResultCode { .SQLITE_ERROR_SNAPSHOT }
  /// Matches an error with `SQLITE_IOERR_READ`.
  public static var SQLITE_IOERR_READ: ResultCode { .SQLITE_IOERR_READ }
  /// Matches an error with `SQLITE_IOERR_SHORT_READ`.
  public static var SQLITE_IOERR_SHORT_READ: ResultCode { .SQLITE_IOERR_SHORT_READ }
  /// Matches an error with `SQLITE_IOERR_WRITE`.
  public static var SQLITE_IOERR_WRITE: ResultCode { .SQLITE_IOERR_WRITE }
  /// Matches an error with `SQLITE_IOERR_FSYNC`.
  public static var SQLITE_IOERR_FSYNC: ResultCode { .SQLITE_IOERR_FSYNC }
  /// Matches an error with `SQLITE_IOERR_DIR_FSYNC`.
  public static var SQLITE_IOERR_DIR_FSYNC: ResultCode { .SQLITE_IOERR_DIR_FSYNC }
  /// Matches an error with `SQLITE_IOERR_TRUNCATE`.
  public static var SQLITE_IOERR_TRUNCATE: ResultCode { .SQLITE_IOERR_TRUNCATE }
  /// Matches an error with `SQLITE_IOERR_FSTAT`.
  public static var SQLITE_IOERR_FSTAT: ResultCode { .SQLITE_IOERR_FSTAT }
  /// Matches an error with `SQLITE_IOERR_UNLOCK`.
  public static var SQLITE_IOERR_UNLOCK: ResultCode { .SQLITE_IOERR_UNLOCK }
  /// Matches an error with `SQLITE_IOERR_RDLOCK`.
  public static var SQLITE_IOERR_RDLOCK: ResultCode { .SQLITE_IOERR_RDLOCK }
  /// Matches an error with `SQLITE_IOERR_DELETE`.
  public static var SQLITE_IOERR_DELETE: ResultCode { .SQLITE_IOERR_DELETE }
  /// Matches an error with `SQLITE_IOERR_BLOCKED`.
  public static var SQLITE_IOERR_BLOCKED: ResultCode { .SQLITE_IOERR_BLOCKED }
  /// Matches an error with `SQLITE_IOERR_NOMEM`.
  public static var SQLITE_IOERR_NOMEM: ResultCode { .SQLITE_IOERR_NOMEM }
  /// Matches an error with `SQLITE_IOERR_ACCESS`.
  public static var SQLITE_IOERR_ACCESS: ResultCode { .SQLITE_IOERR_ACCESS }
  /// Matches an error with `SQLITE_IOERR_CHECKRESERVEDLOCK`.
  public static var SQLITE_IOERR_CHECKRESERVEDLOCK: ResultCode { .SQLITE_IOERR_CHECKRESERVEDLOCK }
  /// Matches an error with `SQLITE_IOERR_LOCK`.
  public static var SQLITE_IOERR_LOCK: ResultCode { .SQLITE_IOERR_LOCK }
  /// Matches an error with `SQLITE_IOERR_CLOSE`.
  public static var SQLITE_IOERR_CLOSE: ResultCode { .SQLITE_IOERR_CLOSE }
  /// Matches an error with `SQLITE_IOERR_DIR_CLOSE`.
  public static var SQLITE_IOERR_DIR_CLOSE: ResultCode { .SQLITE_IOERR_DIR_CLOSE }
  /// Matches an error with `SQLITE_IOERR_SHMOPEN`.
  public static var SQLITE_IOERR_SHMOPEN: ResultCode { .SQLITE_IOERR_SHMOPEN }
  /// Matches an error with `SQLITE_IOERR_SHMSIZE`.
  public static var SQLITE_IOERR_SHMSIZE: ResultCode { .SQLITE_IOERR_SHMSIZE }
  /// Matches an error with `SQLITE_IOERR_SHMLOCK`.
  public static var SQLITE_IOERR_SHMLOCK: ResultCode { .SQLITE_IOERR_SHMLOCK }
  /// Matches an error with `SQLITE_IOERR_SHMMAP`.
  public static var SQLITE_IOERR_SHMMAP: ResultCode { .SQLITE_IOERR_SHMMAP }
  /// Matches an error with `SQLITE_IOERR_SEEK`.
  public static var SQLITE_IOERR_SEEK: ResultCode { .SQLITE_IOERR_SEEK }
  /// Matches an error with `SQLITE_IOERR_DELETE_NOENT`.
  public static var SQLITE_IOERR_DELETE_NOENT: ResultCode { .SQLITE_IOERR_DELETE_NOENT }
  /// Matches an error with `SQLITE_IOERR_MMAP`.
  public static var SQLITE_IOERR_MMAP: ResultCode { .SQLITE_IOERR_MMAP }
  /// Matches an error with `SQLITE_IOERR_GETTEMPPATH`.
  public static var SQLITE_IOERR_GETTEMPPATH: ResultCode { .SQLITE_IOERR_GETTEMPPATH }
  /// Matches an error with `SQLITE_IOERR_CONVPATH`.
  public static var SQLITE_IOERR_CONVPATH: ResultCode { .SQLITE_IOERR_CONVPATH }
  /// Matches an error with `SQLITE_IOERR_VNODE`.
  public static var SQLITE_IOERR_VNODE: ResultCode { .SQLITE_IOERR_VNODE }
  /// Matches an error with `SQLITE_IOERR_AUTH`.
  public static var SQLITE_IOERR_AUTH: ResultCode { .SQLITE_IOERR_AUTH }
  /// Matches an error with `SQLITE_IOERR_BEGIN_ATOMIC`.
  public static var SQLITE_IOERR_BEGIN_ATOMIC: ResultCode { .SQLITE_IOERR_BEGIN_ATOMIC }
  /// Matches an error with `SQLITE_IOERR_COMMIT_ATOMIC`.
  public static var SQLITE_IOERR_COMMIT_ATOMIC: ResultCode { .SQLITE_IOERR_COMMIT_ATOMIC }
  /// Matches an error with `SQLITE_IOERR_ROLLBACK_ATOMIC`.
  public static var SQLITE_IOERR_ROLLBACK_ATOMIC: ResultCode { .SQLITE_IOERR_ROLLBACK_ATOMIC }
  /// Matches an error with `SQLITE_IOERR_DATA`.
  public static var SQLITE_IOERR_DATA: ResultCode { .SQLITE_IOERR_DATA }
  /// Matches an error with `SQLITE_IOERR_CORRUPTFS`.
  public static var SQLITE_IOERR_CORRUPTFS: ResultCode { .SQLITE_IOERR_CORRUPTFS }
  /// Matches an error with `SQLITE_LOCKED_SHAREDCACHE`.
  public static var SQLITE_LOCKED_SHAREDCACHE: ResultCode { .SQLITE_LOCKED_SHAREDCACHE }
  /// Matches an error with `SQLITE_LOCKED_VTAB`.
  public static var SQLITE_LOCKED_VTAB: ResultCode { .SQLITE_LOCKED_VTAB }
  /// Matches an error with `SQLITE_BUSY_RECOVERY`.
  public static var SQLITE_BUSY_RECOVERY: ResultCode { .SQLITE_BUSY_RECOVERY }
  /// Matches an error with `SQLITE_BUSY_SNAPSHOT`.
  public static var SQLITE_BUSY_SNAPSHOT: ResultCode { .SQLITE_BUSY_SNAPSHOT }
  /// Matches an error with `SQLITE_BUSY_TIMEOUT`.
  public static var SQLITE_BUSY_TIMEOUT: ResultCode { .SQLITE_BUSY_TIMEOUT }
  /// Matches an error with `SQLITE_CANTOPEN_NOTEMPDIR`.
  public static var SQLITE_CANTOPEN_NOTEMPDIR: ResultCode { .SQLITE_CANTOPEN_NOTEMPDIR }
  /// Matches an error with `SQLITE_CANTOPEN_ISDIR`.
  public static var SQLITE_CANTOPEN_ISDIR: ResultCode { .SQLITE_CANTOPEN_ISDIR }
  /// Matches an error with `SQLITE_CANTOPEN_FULLPATH`.
  public static var SQLITE_CANTOPEN_FULLPATH: ResultCode { .SQLITE_CANTOPEN_FULLPATH }
  /// Matches an error with `SQLITE_CANTOPEN_CONVPATH`.
  public static var SQLITE_CANTOPEN_CONVPATH: ResultCode { .SQLITE_CANTOPEN_CONVPATH }
  /// Matches an error with `SQLITE_CANTOPEN_DIRTYWAL`.
  public static var SQLITE_CANTOPEN_DIRTYWAL: ResultCode { .SQLITE_CANTOPEN_DIRTYWAL }
  /// Matches an error with `SQLITE_CANTOPEN_SYMLINK`.
  public static var SQLITE_CANTOPEN_SYMLINK: ResultCode { .SQLITE_CANTOPEN_SYMLINK }
  /// Matches an error with `SQLITE_CORRUPT_VTAB`.
  public static var SQLITE_CORRUPT_VTAB: ResultCode { .SQLITE_CORRUPT_VTAB }
  /// Matches an error with `SQLITE_CORRUPT_SEQUENCE`.
  public static var SQLITE_CORRUPT_SEQUENCE: ResultCode { .SQLITE_CORRUPT_SEQUENCE }
  /// Matches an error with `SQLITE_CORRUPT_INDEX`.
  public static var SQLITE_CORRUPT_INDEX: ResultCode { .SQLITE_CORRUPT_INDEX }
  /// Matches an error with `SQLITE_READONLY_RECOVERY`.
  public static var SQLITE_READONLY_RECOVERY: ResultCode { .SQLITE_READONLY_RECOVERY }
  /// Matches an error with `SQLITE_READONLY_CANTLOCK`.
  public static var SQLITE_READONLY_CANTLOCK: ResultCode { .SQLITE_READONLY_CANTLOCK }
  /// Matches an error with `SQLITE_READONLY_ROLLBACK`.
  public static var SQLITE_READONLY_ROLLBACK: ResultCode { .SQLITE_READONLY_ROLLBACK }
  /// Matches an error with `SQLITE_READONLY_DBMOVED`.
  public static var SQLITE_READONLY_DBMOVED: ResultCode { .SQLITE_READONLY_DBMOVED }
  /// Matches an error with `SQLITE_READONLY_CANTINIT`.
  public static var SQLITE_READONLY_CANTINIT: ResultCode { .SQLITE_READONLY_CANTINIT }
  /// Matches an error with `SQLITE_READONLY_DIRECTORY`.
  public static var SQLITE_READONLY_DIRECTORY: ResultCode { .SQLITE_READONLY_DIRECTORY }
  /// Matches an error with `SQLITE_ABORT_ROLLBACK`.
  public static var SQLITE_ABORT_ROLLBACK: ResultCode { .SQLITE_ABORT_ROLLBACK }
  /// Matches an error with `SQLITE_CONSTRAINT_CHECK`.
  public static var SQLITE_CONSTRAINT_CHECK: ResultCode { .SQLITE_CONSTRAINT_CHECK }
  /// Matches an error with `SQLITE_CONSTRAINT_COMMITHOOK`.
  public static var SQLITE_CONSTRAINT_COMMITHOOK: ResultCode { .SQLITE_CONSTRAINT_COMMITHOOK }
  /// Matches an error with `SQLITE_CONSTRAINT_FOREIGNKEY`.
  public static var SQLITE_CONSTRAINT_FOREIGNKEY: ResultCode { .SQLITE_CONSTRAINT_FOREIGNKEY }
  /// Matches an error with `SQLITE_CONSTRAINT_FUNCTION`.
  public static var SQLITE_CONSTRAINT_FUNCTION: ResultCode { .SQLITE_CONSTRAINT_FUNCTION }
  /// Matches an error with `SQLITE_CONSTRAINT_NOTNULL`.
  public static var SQLITE_CONSTRAINT_NOTNULL: ResultCode { .SQLITE_CONSTRAINT_NOTNULL }
  /// Matches an error with `SQLITE_CONSTRAINT_PRIMARYKEY`.
  public static var SQLITE_CONSTRAINT_PRIMARYKEY: ResultCode { .SQLITE_CONSTRAINT_PRIMARYKEY }
  /// Matches an error with `SQLITE_CONSTRAINT_TRIGGER`.
  public static var SQLITE_CONSTRAINT_TRIGGER: ResultCode { .SQLITE_CONSTRAINT_TRIGGER }
  /// Matches an error with `SQLITE_CONSTRAINT_UNIQUE`.
  public static var SQLITE_CONSTRAINT_UNIQUE: ResultCode { .SQLITE_CONSTRAINT_UNIQUE }
  /// Matches an error with `SQLITE_CONSTRAINT_VTAB`.
  public static var SQLITE_CONSTRAINT_VTAB: ResultCode { .SQLITE_CONSTRAINT_VTAB }
  /// Matches an error with `SQLITE_CONSTRAINT_ROWID`.
  public static var SQLITE_CONSTRAINT_ROWID: ResultCode { .SQLITE_CONSTRAINT_ROWID }
  /// Matches an error with `SQLITE_CONSTRAINT_PINNED`.
  public static var SQLITE_CONSTRAINT_PINNED: ResultCode { .SQLITE_CONSTRAINT_PINNED }
  /// Matches an error with `SQLITE_CONSTRAINT_DATATYPE`.
  public static var SQLITE_CONSTRAINT_DATATYPE: ResultCode { .SQLITE_CONSTRAINT_DATATYPE }
  /// Matches an error with `SQLITE_NOTICE_RECOVER_WAL`.
  public static var SQLITE_NOTICE_RECOVER_WAL: ResultCode { .SQLITE_NOTICE_RECOVER_WAL }
  /// Matches an error with `SQLITE_NOTICE_RECOVER_ROLLBACK`.
  public static var SQLITE_NOTICE_RECOVER_ROLLBACK: ResultCode { .SQLITE_NOTICE_RECOVER_ROLLBACK }
  /// Matches an error with `SQLITE_WARNING_AUTOINDEX`.
  public static var SQLITE_WARNING_AUTOINDEX: ResultCode { .SQLITE_WARNING_AUTOINDEX }
  /// Matches an error with `SQLITE_AUTH_USER`.
  public static var SQLITE_AUTH_USER: ResultCode { .SQLITE_AUTH_USER }
}
