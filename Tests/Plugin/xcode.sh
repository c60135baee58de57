#!/bin/bash
# Compiles the plugins with their half for Xcode, whose module stands in for the one that only Xcode has.
# What they do in Xcode is not tried here.
#
# usage: xcode.sh
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
compiler=$(command -v swiftc) || { echo "swiftc is not installed" >&2; exit 1; }
resources=$("$compiler" -print-target-info |
  sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p' | sed 's|\\/|/|g')
api=$resources/pm/PluginAPI
[ -d "$api" ] || { echo "the compiler has no PackagePlugin: $api" >&2; exit 1; }
flags=(-swift-version 6 -package-description-version 6.2.0 -I "$api" -I "$work"
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault)

"$compiler" "${flags[@]}" -emit-module -module-name XcodeProjectPlugin -parse-as-library \
  -o "$work/XcodeProjectPlugin.swiftmodule" \
  "$root"/Tests/AppleStandIns/XcodeProjectPlugin/*.swift
for plugin in StrataPlugin StrataCommand; do
  # The compiler says what it saw, so that a module that is not found is no success.
  "$compiler" "${flags[@]}" -typecheck -warnings-as-errors -parse-as-library -module-name "$plugin" \
    -emit-loaded-module-trace-path "$work/$plugin.trace" "$root"/Plugins/"$plugin"/*.swift
  grep -q XcodeProjectPlugin "$work/$plugin.trace" || {
    echo "$plugin was compiled without XcodeProjectPlugin" >&2
    exit 1
  }
  echo "$plugin compiles for Xcode"
done
