#!/usr/bin/env bash
# How long a build takes to replay a history: records STEPS steps with the given stratac, each a new
# column, table, index or rename, and times `check` with and without the history.
set -euo pipefail
tool=${1:?usage: replay.sh STRATAC [STEPS]}
steps=${2:-200}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# The schema after a number of steps: every fifth step makes a table, the others change the last one.
schema() {
  echo "strata: 1"
  echo "database: LongDatabase"
  echo "tables:"
  for ((table = 0; table <= $1 / 5; table++)); do
    rest=$(($1 - table * 5))
    echo "  Table$table:"
    printf '    columns: {id: Int, name: String'
    [ "$rest" -ge 1 ] && printf ', note: String?'
    [ "$rest" -ge 2 ] && printf ', size: {type: Int, default: 0}'
    [ "$rest" -ge 4 ] && printf ', kind: {type: Int, default: {sql: 1 + 1}}'
    echo '}'
    [ "$rest" -ge 3 ] && echo '    indexes: {byName: [name]}'
  done
  return 0
}

for ((step = 0; step < steps; step++)); do
  schema "$step" >Long.yaml
  "$tool" migrate --name "step$step" Long.yaml >/dev/null
done
seconds() {
  local start=$EPOCHREALTIME
  "$tool" check "$1" >/dev/null
  awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.2f", b - a }'
}
mkdir prototype && cp Long.yaml prototype/
echo "check of the schema alone: $(seconds prototype/Long.yaml) s"
echo "check with $steps recorded steps: $(seconds Long.yaml) s"
