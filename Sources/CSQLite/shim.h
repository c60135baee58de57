// The pre-update hook is declared by sqlite3.h only where this macro is defined.
// Whether the library has it is asked at run time.
#ifndef SQLITE_ENABLE_PREUPDATE_HOOK
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#endif
#include <sqlite3.h>

// sqlite3_db_config is variadic, and Swift imports no variadic function.
static inline int strata_db_config(sqlite3 *db, int option, int value) {
  return sqlite3_db_config(db, option, value, (int *)0);
}
