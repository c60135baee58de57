#!/bin/bash
# Builds a small package that depends on this one, and holds the plugin to what it promises: a schema
# that is added, edited, renamed or removed is compiled again; a mistake in one is shown at its place;
# a build leaves the package as it is; a target without a schema is told what to do.
#
# usage: run.sh [FOLDER]    FOLDER: where to build, kept; else a temporary folder, removed
set -euo pipefail
strata=$(cd "$(dirname "$0")/../.." && pwd)
work=${1:-$(mktemp -d)}
[ $# -gt 0 ] || trap 'rm -rf "$work"' EXIT
package=$work/package
scratch=$work/build
rm -rf "$package"
mkdir -p "$package/Sources/Sample/Schemas" "$package/Shared"
cd "$package"

cat > Package.swift <<END
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "sample",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "strata", path: "$strata")],
  targets: [
    .executableTarget(
      name: "Sample",
      dependencies: [.product(name: "Strata", package: "strata")],
      plugins: [.plugin(name: "StrataPlugin", package: "strata")]
    )
  ]
)
END

# schema NAME [COLUMN] : a schema file with one table
schema() {
  printf '%s\n' "strata: 1" "database: SampleDatabase" "tables:" "  $1:" "    columns:" \
    "      id: Int" "      ${2:-name: String}"
}

# program EXPRESSION : a program that prints the expression's value
program() {
  printf '%s\n' "import Strata" "" "print($1)" > Sources/Sample/main.swift
}

# prints TEXT : builds and runs, and expects the output
prints() {
  local output
  output=$(swift run --quiet --scratch-path "$scratch" Sample 2> "$work/messages") ||
    { cat "$work/messages" >&2; fail "the build failed"; }
  [ "$output" = "$1" ] || fail "expected '$1', got '$output'"
}

# refuses TEXT : builds, and expects to fail with a message that holds the text
refuses() {
  if swift build --scratch-path "$scratch" > "$work/messages" 2>&1; then fail "the build passed"; fi
  grep -qF "$1" "$work/messages" || { cat "$work/messages" >&2; fail "no message '$1'"; }
}

fail() { echo "FAILED: $step: $1" >&2; exit 1; }

# begin NAME : starts a step
begin() { step=$1; echo "  $step"; }

# tree : a fingerprint of the package
tree() { find . -type f -exec cksum {} + | sort; find . | sort; }

begin "a schema is compiled, and the package stays as it is"
schema Team > Sources/Sample/Schemas/Team.yaml
program "Team.table.columns"
before=$(tree)
prints '["id", "name"]'
[ "$(tree)" = "$before" ] || fail "the build changed the package"

begin "an edited schema is compiled again"
schema Team "title: String" > Sources/Sample/Schemas/Team.yaml
prints '["id", "title"]'

begin "a schema is added"
schema Player "teamID: Team.ID" > Sources/Sample/Schemas/Player.yaml
program "Player.table.columns"
prints '["id", "teamID"]'

begin "a schema is renamed"
mv Sources/Sample/Schemas/Player.yaml Sources/Sample/Schemas/Players.yml
schema Player "team: Team.ID" > Sources/Sample/Schemas/Players.yml
prints '["id", "team"]'

begin "a mistake is shown at its place"
schema Player "team: Taem.ID" > Sources/Sample/Schemas/Players.yml
refuses "/Sources/Sample/Schemas/Players.yml:7:13: error: "

begin "a schema is removed"
rm Sources/Sample/Schemas/Players.yml
program "Team.table.columns"
prints '["id", "title"]'

begin "the folder is a link"
mv Sources/Sample/Schemas/Team.yaml Shared
rmdir Sources/Sample/Schemas
ln -s ../../Shared Sources/Sample/Schemas
prints '["id", "title"]'
schema Team "motto: String?" > Shared/Team.yaml
prints '["id", "motto"]'

begin "a target without a schema is told what to do"
rm Sources/Sample/Schemas
refuses "target 'Sample' has no schema: put a .yaml file into a folder 'Schemas' of the target"
echo "the plugin keeps its promises"
