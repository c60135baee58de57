// The pre-update hook is declared by sqlite3.h only where this macro is defined.
// Whether the library has it is asked at run time.
#ifndef SQLITE_ENABLE_PREUPDATE_HOOK
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#endif
#include <sqlite3.h>
