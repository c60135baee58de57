#!/bin/bash
# How long the generated code of a schema takes to compile, against plain structs of the same fields.
#
# usage: measure.sh [--scratch-path DIR] [--configuration debug|release] [--access internal|public]
#                   [--tables "50 200"] [--runs N] [--instructions]
#
# Builds the package, generates schemas of 10 columns and two requests a table, and prints for each
# mode the best of N runs in ms of processor time a table: plain structs without and with Hashable,
# generated code, and its ratios to both; and the lines a table, with and without the SQL that creates
# it. With --instructions it counts the compiler's instructions under valgrind instead, in millions a
# table: fifty times slower, and free of what else the machine does; a few tables are enough.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
package=$(cd "$here/../.." && pwd)
scratch=$package/.build
configuration=debug
access=internal
tables="50 200"
runs=3
unit=ms
while [ $# -gt 0 ]; do
  case $1 in
    --scratch-path) scratch=$2 ;;
    --configuration) configuration=$2 ;;
    --access) access=$2 ;;
    --tables) tables=$2 ;;
    --runs) runs=$2 ;;
    --instructions) unit="M instructions"; set -- "$1" "$@" ;;
    *) sed -n '2,/^set/p' "$0" | sed '$d' >&2; exit 2 ;;
  esac
  shift 2
done

cd "$package"
swift build --quiet --scratch-path "$scratch" -c "$configuration" --product stratac
swift build --quiet --scratch-path "$scratch" -c "$configuration" --target Strata
bin=$(swift build --scratch-path "$scratch" -c "$configuration" --show-bin-path)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

flags=(-swift-version 6 -parse-as-library -I "$bin/Modules"
  -Xcc "-fmodule-map-file=$package/Sources/CSQLite/module.modulemap"
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature MemberImportVisibility -warnings-as-errors)

# best FILES… : the best processor time in ms of compiling the files with $mode, or its instructions in
# millions
best() {
  if [ "$unit" != ms ]; then
    instructions "$@"
    return
  fi
  local best=999999999 time
  local TIMEFORMAT='%U %S'
  for _ in $(seq "$runs"); do
    # shellcheck disable=SC2086
    { time (cd "$work/out" && swiftc $mode "${flags[@]}" -module-name Measured -c "$@" 2>&3); } \
      3>&2 2> "$work/time"
    time=$(awk '{ print int(($1 + $2) * 1000) }' "$work/time")
    [ "$time" -lt "$best" ] && best=$time
  done
  echo "$best"
}

# instructions FILES… : the instructions in millions of the compiler's jobs on the files with $mode
instructions() {
  (
    cd "$work/out"
    # shellcheck disable=SC2086
    swiftc $mode "${flags[@]}" -module-name Measured -c "$@" -### 2> "$work/jobs" > "$work/plan"
    # The driver prints one job a line, its words quoted as a shell reads them.
    grep -h -- "-frontend" "$work/plan" "$work/jobs" | while read -r job; do
      eval "valgrind --tool=callgrind --callgrind-out-file=/dev/null $job" 2>&1 |
        awk '/Collected/ { print $NF }'
    done | awk '{ sum += $1 } END { print int(sum / 1000000) }'
  )
}

# plain CONFORMANCES : structs with the fields of the measured tables, and the same access
plain() {
  local public=""
  [ "$access" = public ] && public="public "
  local fields=("id: Int" "name: String" "nickname: String?" "score: Int" "rating: Double?"
    "joined: Date" "departed: Date?" "active: Bool" "teamID: Int?" "photo: Data?")
  echo "${public}import Foundation"
  for t in $(seq 0 $((n - 1))); do
    echo "${public}struct Table$t: $1 {"
    printf "  ${public}var %s\n" "${fields[@]}"
    if [ -n "$public" ]; then
      echo "  public init("
      printf '    %s,\n' "${fields[@]}"
      echo "  ) {"
      for field in "${fields[@]}"; do echo "    self.${field%%:*} = ${field%%:*}"; done
      echo "  }"
    fi
    echo "}"
  done
}

mkdir "$work/out"
for n in $tables; do
  "$here/schema.sh" "$n" 10 $((n * 2)) "$access" > "$work/Measured.yaml"
  rm -rf "$work/generated"
  "$bin/stratac" generate --output "$work/generated" --module Measured "$work/Measured.yaml"
  plain "Identifiable, Sendable" > "$work/Bare.swift"
  plain "Identifiable, Hashable, Sendable" > "$work/Plain.swift"
  all=$(cat "$work"/generated/*.swift | wc -l)
  code=$(cat "$work"/generated/Strata[TRSM]*.swift | wc -l)
  echo "$n tables ($access): $((all / n)) lines a table, $((code / n)) without the creating SQL"
  for mode in "-O -wmo" "-Onone -enable-batch-mode"; do
    bare=$(best "$work/Bare.swift")
    hashable=$(best "$work/Plain.swift")
    generated=$(best "$work"/generated/*.swift)
    awk -v mode="$mode" -v unit="$unit" -v n="$n" -v b="$bare" -v p="$hashable" -v g="$generated" 'BEGIN {
      printf "  %-25s bare %6.1f  hashable %6.1f  generated %6.1f %s a table;", mode, b/n, p/n, g/n, unit
      printf " %.2f x hashable, %.2f x bare\n", g/p, g/b
    }'
  done
done
