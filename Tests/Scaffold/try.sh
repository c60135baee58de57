#!/bin/bash
# Scaffolds an app over each schema, builds it without a warning, runs its tests and its program, exports
# and imports made-up rows, and compiles its views with the stand-ins for SwiftUI.
#
# usage: try.sh [SCHEMA…]    SCHEMA: a file, or several of one database joined by ','; else all samples
#
# SCAFFOLD_SCRATCH is a folder for what is built, kept; else a temporary folder, removed.
# SCAFFOLD_STANDINS=1 compiles the views, too, in a scratch folder of its own.
set -euo pipefail
strata=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
scratch=${SCAFFOLD_SCRATCH:-$work/build}
samples="Schemas/League/League.yaml Schemas/Chinook/Chinook.yaml
  Tests/LibrarySample/Schemas/Library.yaml Tests/LibrarySample/Schemas/Archive.yaml
  Tests/LibrarySample/Schemas/Values.yaml Tests/NamesSample/Schemas/Names.yaml
  Tests/SearchSample/Schemas/Articles.yaml Tests/SearchSample/Schemas/Scores.yaml
  Tests/RequestsSample/Schemas/Requests.yaml
  Tests/RequestsSample/Schemas/Shop.yaml,Tests/RequestsSample/Schemas/ShopViews.yaml"
stratac=${STRATAC:-swift run --package-path $strata stratac}
failures=0
fail() {
  echo "FAILED: $name: $1"
  grep -E "error|warning|✘|not imported|another after" "$work/log" | sort -u | head -20 || tail -20 "$work/log"
  failures=$((failures + 1))
}

trial() {
  cd "$work" && rm -rf "$app" log rows.sqlite
  $stratac scaffold app "$app" --strata "$strata" "$@" >log 2>&1 || { fail "is not scaffolded"; return; }
  cd "$app"
  swift format lint --strict --configuration "$strata/.swift-format" -r . >../log 2>&1 || fail "is not formatted"
  swift build --build-tests --scratch-path "$scratch" >../log 2>&1 || { fail "does not build"; return; }
  ! grep -q "warning:" ../log || fail "has warnings"
  swift test --skip-build --scratch-path "$scratch" >../log 2>&1 || fail "fails its tests"
  local program="$scratch/debug/$app"
  "$program" tables >../log 2>&1 || fail "shows no tables"
  for table in $("$program" tables --json 2>>../log | sed -n 's/.*"table": "\([^"]*\)".*/\1/p'); do
    "$program" help "$table" >../log 2>&1 || fail "has no help for $table"
    "$program" export "$table" "$table.csv" >../log 2>&1 || fail "does not export $table"
    "$program" export "$table" "$table.json" >../log 2>&1 || fail "does not export $table as JSON"
  done
  $stratac scaffold fixtures --rows 20 --format sqlite --output ../rows.sqlite "$@" >../log 2>&1 ||
    fail "has no rows"
  "$strata/Tests/Scaffold/roundtrip.py" "$program" ../rows.sqlite >../log 2>&1 || fail "does not import what it exports"
  grep "no round trip" ../log || true
  if [ -n "${SCAFFOLD_STANDINS:-}" ]; then
    STRATA_APPLE_STANDINS=1 swift build --scratch-path "$scratch-views" --target "$views" >../log 2>&1 ||
      fail "has views that do not compile"
    ! grep -q "warning:" ../log || fail "has views with warnings"
  fi
}

[ $# -gt 0 ] || set -- $samples
for schema in "$@"; do
  name=$(basename "${schema%%,*}" .yaml)
  app=try-$(echo "$name" | tr '[:upper:]' '[:lower:]')
  views=Try$(echo "${app#try-}" | sed 's/./\u&/')UI
  files=()
  for file in ${schema//,/ }; do
    [ -f "$file" ] || file=$strata/$file
    files+=("$(cd "$(dirname "$file")" && pwd)/$(basename "$file")")
  done
  start=$(date +%s)
  trial "${files[@]}"
  echo "$name: $(($(date +%s) - start)) s"
done
[ $failures = 0 ] || { echo "$failures failures"; exit 1; }
echo "every app is as it should be"
