#!/usr/bin/env python3
"""Exports and imports made-up rows of every table, and exports them again: the files have to be the same.

usage: roundtrip.py PROGRAM ROWS.sqlite    the program of an app, and rows of `scaffold fixtures` for it
"""
import filecmp, json, os, re, sqlite3, subprocess, sys, tempfile

program, rows = map(os.path.realpath, sys.argv[1:])
folder = tempfile.TemporaryDirectory()
os.chdir(folder.name)


def run(*words):
    return subprocess.run([program, *words], capture_output=True, text=True)


def quoted(name):
    return '"%s"' % name.replace('"', '""')


def drop_triggers(db):
    """Takes away triggers, which would do again what they have done, and gives their SQL."""
    triggers = db.execute("SELECT name, sql FROM main.sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        db.execute(f"DROP TRIGGER {quoted(name)}")
    return [sql for _, sql in triggers]


def copy_rows(database):
    """Copies the rows into a database that the program has made."""
    db = sqlite3.connect(database)
    db.execute("ATTACH ? AS made_up", [rows])
    triggers = drop_triggers(db)
    kinds = {row[1]: row[2] for row in db.execute("PRAGMA main.table_list")}
    for table, kind in kinds.items():
        if kind != "table" or table.startswith("sqlite_"):
            continue
        if not db.execute("SELECT 1 FROM made_up.sqlite_master WHERE name = ?", [table]).fetchone():
            continue
        columns = db.execute(f"PRAGMA main.table_xinfo({quoted(table)})")
        stored = ", ".join(quoted(column[1]) for column in columns if column[6] == 0)
        db.execute(f"INSERT INTO main.{quoted(table)} ({stored}) SELECT {stored} FROM made_up.{quoted(table)}")
    for sql in triggers:
        db.execute(sql)
    db.commit()


tables = [table["table"] for table in json.loads(run("tables", "--json").stdout)]
tables = [table for table in tables if "(read only)" not in run("help", table).stdout.split("\n")[0]]
open("none.jsonl", "w").close()
if run("import", tables[0], "none.jsonl", "--database", "made.sqlite").returncode:
    sys.exit("no database is made")
try:
    copy_rows("made.sqlite")
except sqlite3.OperationalError as error:
    # Python does not know the functions and collations of the app.
    if not re.search("(no such|unknown) (function|collation)", str(error)):
        raise
    print(f"no round trip: {error}")
    sys.exit()

for form in ["csv", "json", "jsonl"]:
    for table in tables:
        done = run("export", table, f"{table}.{form}", "--database", "made.sqlite")
        if done.returncode:
            sys.exit(f"{table} is not exported as {form}: {done.stderr}")
    copied = f"{form}.sqlite"
    run("import", tables[0], "none.jsonl", "--database", copied)
    db = sqlite3.connect(copied)
    drop_triggers(db)
    db.commit()
    db.close()
    files = [word for table in tables for word in (table, f"{table}.{form}")]
    done = run("import", *files, "--database", copied)
    if done.returncode:
        sys.exit(f"not imported from {form}: {done.stderr}")
    for table in tables:
        done = run("export", table, f"again.{form}", "--database", copied)
        if not filecmp.cmp(f"{table}.{form}", f"again.{form}", shallow=False):
            sys.exit(f"{table} is another after a round trip as {form}")
