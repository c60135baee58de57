#!/bin/bash
# How long `stratac generate` itself takes, and how much memory, for 50, 500 and 1,000 tables of 20
# columns with one request a table; with --sql, for so many requests in SQL beside them, a tenth as many
# statements, and 200 tables.
#
# usage: compiler.sh [--scratch-path DIR] [--configuration debug|release] [--tables "50 500 1000"]
#   [--sql "250 500 1000"]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
package=$(cd "$here/../.." && pwd)
scratch=$package/.build
configuration=debug
tables="50 500 1000"
requests="0"
while [ $# -gt 0 ]; do
  case $1 in
    --scratch-path) scratch=$2 ;;
    --configuration) configuration=$2 ;;
    --tables) tables=$2 ;;
    --sql) requests=$2; tables=200 ;;
    *) sed -n '2,/^set/p' "$0" | sed '$d' >&2; exit 2 ;;
  esac
  shift 2
done

cd "$package"
swift build --quiet --scratch-path "$scratch" -c "$configuration" --product stratac
bin=$(swift build --scratch-path "$scratch" -c "$configuration" --show-bin-path)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for n in $tables; do
  for sql in $requests; do
    "$here/schema.sh" "$n" 20 "$n" > "$work/Measured.yaml"
    if [ "$sql" -gt 0 ]; then "$here/sql-requests.sh" "$sql" "$n" >> "$work/Measured.yaml"; fi
    rm -rf "$work/generated"
    bytes=$(wc -c < "$work/Measured.yaml")
    # The shell's own clock, and the peak of memory where GNU time is installed.
    start=$(date +%s%N)
    if [ -x /usr/bin/time ]; then
      /usr/bin/time -f '%M' -o "$work/memory" \
        "$bin/stratac" generate --output "$work/generated" "$work/Measured.yaml"
      memory="$(($(tail -1 "$work/memory") / 1024)) MB"
    else
      "$bin/stratac" generate --output "$work/generated" "$work/Measured.yaml"
      memory="unknown (no /usr/bin/time)"
    fi
    end=$(date +%s%N)
    echo "$n tables, $sql requests in SQL, $bytes bytes: $(((end - start) / 1000000)) ms, peak memory $memory"
  done
done
