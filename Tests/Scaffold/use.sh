#!/bin/bash
# Uses the program of a scaffolded app as people do, and as they do by mistake: what it prints, where, and
# with which status.
#
# usage: use.sh PROGRAM    the program of an app over Habits.yaml, called 'habits'
set -euo pipefail
program=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
passed=0
fail() { echo "use: $1: expected '$3', got '$2'"; exit 1; }
is() { [ "$2" = "$3" ] || fail "$1" "$2" "$3"; passed=$((passed + 1)); }
habits() { "$program" "$@"; }
# What a call says on standard error, and its status.
wrong() { local status=0; "$program" "$@" 2>&1 >/dev/null || status=$?; echo "[$status]"; }
# The value of a column as JSON.
value() { sed -n "s/.*\"$1\": \(\"[^\"]*\"\|[^,}]*\).*/\1/p"; }

# Rows in and out.
is "who only looks leaves no file" "$(habits list habit 2>/dev/null) $(ls)" "no rows "
is "a file that was named has to be there" "$(wrong list habit --database nope.sqlite)" \
  "habits: there is no file nope.sqlite
[1]"
is "a row is shown as it is after its triggers" "$(habits add habit name=' swim ' --json | value name)" '"swim"'
habits add habit name=run why='to be fast' mood=bad level=high started=2024-07-01T10:00:00Z goal=-3 >/dev/null
is "an added row is counted by a trigger" \
  "$(habits add entry habitID=1 day=2024-07-01 | tr -s ' ' | paste -sd'|')" \
  "habitID 1|day 2024-07-01|amount 1|remark counted"
is "an edited row is shown as it is by then" "$(habits edit habit 1 why=fun level= --json)" \
  "$(habits show habit 1 --json)"
is "a value is taken away" "$(habits show habit 1 --json | value level)" null
is "no value is a condition" "$(habits list habit --where level= --json | value id)" 1
is "a key can change" "$(habits edit habit 2 id=7 --json | value id)" 7
is "a row of a table without a key is changed" \
  "$(habits add log value=0x10 help=1 >/dev/null && habits edit log help=2 --where help=1 --json)" \
  '{"text": null, "value": {"bytes": "0x10"}, "help": 2, "json": null}'
is "words that begin with a dash follow after two" \
  "$(habits add class id=-x class=c >/dev/null && habits edit class --json -- -x where=-5 | value where)" -5
is "a text of several lines is shown on several" "$(habits add log text=$'a\nb' | head -2)" "text   a
       b"

# What cannot be done.
is "what must be there" "$(wrong add habit)" "habits: habit wants a value for name (text)
[1]"
is "what stands there already" "$(wrong add habit name=swim)" "habits: habit has a row with name 'swim' already
[1]"
is "a key of two columns twice" "$(wrong add entry habitID=1 day=2024-07-01)" \
  "habits: entry has a row with habitID 1 and day '2024-07-01' already
[1]"
is "what it refers to" "$(wrong add entry habitID=9 day=now)" "habits: habitID: habit has no row 9
[1]"
is "what refers to it" "$(wrong delete habit 1)" \
  "habits: entry refers to it in 1 row (habitID); change or delete these first
[1]"
is "a row that is not there" "$(wrong show habit 77)" "habits: habit has no row with id 77
[1]"
is "several rows where one is meant" "$(habits add log help=2 >/dev/null; wrong delete log --where help=2)" \
  "habits: log has several rows with help 2; say more by --where
[1]"
is "no case of an enum" "$(wrong add habit name=x mood=badd)" "habits: mood wants good|so_so|bad|none, not 'badd'
[1]"
is "no day" "$(wrong add habit name=x started=2024-02-30)" \
  "habits: started wants date (2024-07-01 18:30 in UTC, or now), not '2024-02-30'
[1]"
is "no number" "$(wrong add habit name=x goal=nan)" "habits: goal wants number, not 'nan'
[1]"
is "a view" "$(wrong add total id=1)" "habits: total is a view, which only shows rows; see habits --help
[2]"
is "a column that the database computes" "$(wrong add habit name=x label=y)" \
  "habits: habit.label is computed by the database and cannot be set; see habits --help
[2]"
is "no table" "$(wrong list habbit | tail -1)" "[2]"
is "no option" "$(wrong list habit --bogus | tail -1)" "[2]"

# Streams.
is "help that is asked for is a result" "$(habits help 2>/dev/null | head -1)" "usage: habits VERB …"
is "help that is not is a message" "$({ habits 2>&1 >/dev/null || true; } | head -1)" "usage: habits VERB …"
is "help names what a row must have" "$(habits help entry | tail -1)" "example: habits add entry habitID=… day=…"
is "a full disk is told" "$({ habits list habit >/dev/full; } 2>&1 || echo "[$?]")" \
  "standard output cannot be written: No space left on device
[1]"
is "who reads no more is no failure" "$(trap '' PIPE; habits list habit --json 2>&1 | head -c 1; true)" "["

# Files.
head=$(printf '\xef\xbb\xbf')
import() { printf "$1" >in.csv; wrong import habit in.csv; }
is "a mark, CRLF and line ends in texts" "$(import "${head}name,level\r\n\"a, \"\"b\"\"\nc\",low\r\nd,\r\n")" \
  "imported 2 rows into habit
[0]"
is "an empty field is no value" "$(habits list habit --where name=d --json | value level)" null
is "semicolons, in any order of columns" "$(import 'level;name\nlow;e\n')" "imported 1 row into habit
[0]"
is "an unknown column" "$(import 'nme\nx\n' | sed -n 's/; it has.*//p')" \
  "habits: in.csv, line 1: habit has no column 'nme'"
is "a column twice" "$(import 'name,NAME\nx,y\n')" \
  "habits: in.csv, line 1: the column 'name' stands there twice; nothing was imported
[1]"
is "a field too many" "$(import 'name\nx,y\n')" \
  "habits: in.csv, line 2: 2 fields where the header has 1; nothing was imported
[1]"
is "a bad row after a good one" "$(import 'name\nx\n\nswim\n')" \
  "habits: in.csv, line 4: habit has a row with name 'swim' already; nothing was imported
[1]"
is "an open quotation mark" "$(import 'name\n"x\n')" \
  "habits: in.csv, line 2: a quotation mark is not closed; nothing was imported
[1]"
is "no UTF-8" "$(import 'name\n\xff\n')" \
  "habits: in.csv, line 2: this is no text in UTF-8; nothing was imported
[1]"
is "UTF-16" "$(import '\xff\xfen\0')" "habits: in.csv is no text in UTF-8, but in UTF-16; save it as UTF-8
[1]"
is "objects, one after the other" \
  "$(printf '{"name":"j1","level":null}\n{"name":"j2", "goal": 2e3}' | habits import habit - --format jsonl 2>&1)" \
  "imported 2 rows into habit"
is "a bad row of an array" "$(echo '[{"name":"j3"},
{"name":"j4","goal":"x"}]' >in.json; wrong import habit in.json)" \
  "habits: in.json, row 2, line 2: goal wants number, not 'x'; nothing was imported
[1]"
is "nothing of it was imported" "$(habits list habit --where name=j3 --json)" "[]"
is "rows that refer to later rows" "$(printf 'id,name,parentID
5540C140-8446-4AC6-80AE-FBD0C062AE0A,a,959FEBB0-38B7-44A9-B7B4-A1007A6F1382
959FEBB0-38B7-44A9-B7B4-A1007A6F1382,"b
c",\n' >in.csv; wrong import person in.csv)" "imported 2 rows into person
[0]"
is "rows that refer to none" "$(printf 'id,name,parentID
new,a,5540C140-8446-4AC6-80AE-FBD0C062AE0A
new,b,00000000-0000-0000-0000-000000000001
new,c,\n' >in.csv; wrong import person in.csv)" \
  "habits: in.csv, line 3: parentID: person has no row '00000000-0000-0000-0000-000000000001'; nothing was imported
[1]"
# Rows that refer to each other.
printf 'id,name,leadID\n1,red,10\n2,blue,20\n' >crew.csv
printf 'id,crewID\n10,1\n20,\n' >mate.csv
is "rows of two tables refer to each other" "$(wrong import crew crew.csv)" \
  "habits: crew.csv, line 2: leadID: mate has no row 10; crew and mate refer to each other, so import both at once: habits import crew crew.csv mate FILE; nothing was imported
[1]"
is "they are imported at once" "$(wrong import crew crew.csv mate mate.csv)" "imported 4 rows into crew, mate
[0]"
is "in any order" "$(habits import mate mate.csv crew crew.csv --database other.sqlite 2>&1)" \
  "imported 4 rows into mate, crew"
printf 'id,name,leadID\n3,a,30\n4,b,40\n5,c,10\n' >crew.csv
printf 'id,crewID\n50,3\n60,7\n' >mate.csv
is "each row that refers to none is named" "$(wrong import crew crew.csv mate mate.csv)" \
  "habits: crew.csv, line 2: leadID: mate has no row 30
crew.csv, line 3: leadID: mate has no row 40
mate.csv, line 3: crewID: crew has no row 7; nothing was imported
[1]"
is "nothing of them was imported" "$(habits list crew --json | grep -c name)" 2
is "a table and its file" "$(wrong import crew crew.csv mate | tail -1)" "[2]"
printf 'id,otherID\n1,2\n2,1\n3,3\n' | habits import pair - --format csv 2>/dev/null
is "foreign keys that are looked at last" "$(habits list pair --json | grep -c id)" 3
is "what they refer to" "$(printf 'id,otherID\n4,5\n5,6\n' >in.csv; wrong import pair in.csv)" \
  "habits: in.csv, line 3: otherID: pair has no row 6; nothing was imported
[1]"
rm -f other.sqlite*

# Conditions.
ids() { habits list pair --json "$@" | sed -n 's/.*"id": \([0-9]*\).*/\1/p' | paste -sd' '; }
habits add pair id=7 >/dev/null
is "less" "$(ids --where 'id<2')" 1
is "at most" "$(ids --where 'id<=2')" "1 2"
is "more, and less" "$(ids --where 'id>1' --where 'id<7')" "2 3"
is "at least" "$(ids --where 'id>=3')" "3 7"
is "another" "$(ids --where 'otherID!=2') $(ids --where 'otherID<>2')" "2 3 7 2 3 7"
is "any value, and none" "$(ids --where 'otherID!=') $(ids --where otherID=)" "1 2 3 7"
is "no order of no value" "$(wrong list pair --where 'otherID<' | tail -1)" "[2]"
is "a value is a value" "$(habits list habit --where "name>=' OR 1 --" --where "name<x' OR 1" --json | grep -c id || true)" \
  "$(habits list habit --json | grep -c id)"
habits add entry habitID=1 day=2024-08-01 amount=9 >/dev/null
habits add entry habitID=1 day=2024-08-02 amount=10 >/dev/null
is "numbers that are texts" "$(habits list entry --where 'amount>9.5' --json | value amount)" 10
is "days" "$(habits list entry --where 'day>=2024-08-02' --json | value amount)" 10
for day in 2024-08-01 2024-08-02; do habits delete entry 1 $day >/dev/null; done
is "a row that is changed" "$(habits edit pair --where 'id>3' otherID=1 --json)" '{"id": 7, "otherID": 1}'
is "not several" "$(wrong delete pair --where 'id>=3')" "habits: pair has several rows with id >= 3; say more by --where
[1]"

habits add log value='"12"' json='{"a"' >/dev/null
printf 'text,value,json\n"","12","0x"\n,12,"a ""b"""\n,1e400,\n' >in.csv
is "texts that look like others" "$(wrong import log in.csv)" "imported 3 rows into log
[0]"
python3 - <<'PYTHON'
import sqlite3
values = ["0x10", b"\x10", "12", 12, 12.0, 9e999, "inf", "-Infinity", "nan", "", "true", "null", '{"bytes": "0x10"}',
          "1e5", " 1", "0x", b"", -0.0, "a\r\nb", "\t", '"', "'", "\"\u0301", 9007199254740993, 1e300]
db = sqlite3.connect("habits.sqlite")
db.executemany("INSERT INTO log (value) VALUES (?)", [[value] for value in values])
db.commit()
PYTHON
types='import sqlite3, sys
rows = sqlite3.connect(sys.argv[1]).execute("SELECT typeof(value), quote(value) FROM log ORDER BY rowid")
print(list(rows))'
for table in habit entry person log class pair; do
  for format in csv json jsonl; do
    habits export "$table" "a.$format" 2>/dev/null
    rm -f other.sqlite*
    if [ $table = entry ]; then
      habits export habit h.csv 2>/dev/null
      habits import habit h.csv --database other.sqlite 2>/dev/null
    fi
    habits import "$table" "a.$format" --database other.sqlite 2>/dev/null
    habits export "$table" "b.$format" --database other.sqlite 2>/dev/null
    [ $table != log ] || is "what it is, is the same in $format" \
      "$(python3 -c "$types" habits.sqlite)" "$(python3 -c "$types" other.sqlite)"
    is "$table is the same in $format after a round trip" "$(cmp "a.$format" "b.$format")" ""
  done
done
is "a device is not replaced" "$(habits export habit /dev/stdout | head -1 | cut -c1-7) $(test -c /dev/full && echo yes)" "id,name yes"
mkfifo pipe
cat pipe >piped &
habits export class pipe 2>/dev/null
wait
is "a pipe is written into" "$(cat piped)" "$(habits export class)"
is "a file is whole or as before" "$(echo old >old.csv; wrong export habit old.csv --where id=x | tail -1; cat old.csv; ls -A | grep -c part || true)" "[1]
old
0"

# Others.
python3 - "$program" <<'PYTHON'
import os, signal, sqlite3, subprocess, sys
program = sys.argv[1]
def run(*words): return subprocess.run([program, *words], capture_output=True, text=True)
def same(what, got, expected):
    if got != expected: sys.exit(f"use: {what}: expected {expected!r}, got {got!r}")
count = run("list", "habit", "--json").stdout.count("name")

# An import that is killed leaves nothing.
reader, writer = os.pipe()
importing = subprocess.Popen([program, "import", "habit", "-", "--format", "csv"], stdin=reader)
os.close(reader)
with os.fdopen(writer, "w") as stream:
    stream.write("name,why\n")
    # More than the program reads ahead.
    for index in range(400): stream.write(f"killed {index}," + "x" * 100_000 + "\n")
    stream.flush()
    importing.send_signal(signal.SIGKILL)
    importing.wait()
same("a killed import", run("list", "habit", "--json").stdout.count("name"), count)

# Another process holds the database.
other = sqlite3.connect("habits.sqlite", isolation_level=None)
other.execute("BEGIN IMMEDIATE")
same("readers do not wait", run("list", "habit", "--json").stdout.count("name"), count)
busy = run("add", "habit", "name=busy")
same("a writer waits, and says so",
     (busy.returncode, busy.stderr),
     (1, "habits: another process is writing into the database; try again\n"))
other.execute("ROLLBACK")

# Two writers at once.
writers = [subprocess.Popen([program, "add", "habit", f"name=w{index}"], stdout=subprocess.DEVNULL)
           for index in range(8)]
same("writers wait for each other", [writer.wait() for writer in writers], [0] * 8)

# A watcher sees what others write, and ends when it is told to.
watcher = subprocess.Popen([program, "watch", "total", "--json", "--limit", "1", "--sort", "days:desc"],
                           stdout=subprocess.PIPE, text=True)
same("a watcher shows the rows", watcher.stdout.readline(), '[{"id": 1, "name": "swim", "days": 1}]\n')
same("a row is added", run("add", "entry", "habitID=1", "day=2024-07-02").returncode, 0)
same("a watcher sees it", watcher.stdout.readline(), '[{"id": 1, "name": "swim", "days": 2}]\n')
watcher.send_signal(signal.SIGINT)
same("a watcher is interrupted", watcher.wait(), -signal.SIGINT)

# A watcher that nobody reads ends with the next change.
watcher = subprocess.Popen([program, "watch", "class", "--json"], stdout=subprocess.PIPE, text=True)
watcher.stdout.readline()
watcher.stdout.close()
same("a row is added", run("add", "class", "id=q", "class=q").returncode, 0)
same("a closed pipe ends a watcher", watcher.wait() in (0, -signal.SIGPIPE), True)

# Files that are no database of the app.
with open("text.sqlite", "w") as file: file.write("no database " * 100)
damaged = run("list", "habit", "--database", "text.sqlite")
same("a file of another kind", damaged.returncode, 1)
same("it is said", "it is a file of another kind" in damaged.stderr, True)
sqlite3.connect("foreign.sqlite").execute("CREATE TABLE x (y)")
foreign = run("list", "habit", "--database", "foreign.sqlite")
same("a foreign database", (foreign.returncode, "other tables" in foreign.stderr), (1, True))
PYTHON
passed=$((passed + 15))
echo "use: $passed passed, 0 failed"
