#!/bin/sh
# Prints a schema of TABLES tables with COLUMNS columns (10 or more) and REQUESTS requests in all.
# usage: schema.sh TABLES [COLUMNS [REQUESTS [ACCESS]]]
set -eu
awk -v tables="$1" -v columns="${2:-10}" -v requests="${3:-$(($1 * 2))}" -v access="${4:-internal}" '
BEGIN {
  print "strata: 1"
  print "database: MeasuredDatabase"
  print "generate: {access: " access "}"
  print "tables:"
  split("String Int Double? Bool Date? Data? Int? String?", types, " ")
  for (t = 0; t < tables; t++) {
    print "  Table" t ":"
    print "    columns:"
    print "      id: Int"
    print "      name: String"
    print "      nickname: String?"
    print "      score: {type: Int, default: 0}"
    print "      rating: Double?"
    print "      joined: Date"
    print "      departed: Date?"
    print "      active: Bool"
    print "      teamID: " (t == 0 ? "Int?" : "Table" (t - 1) ".ID?")
    print "      photo: Data?"
    for (c = 10; c < columns; c++) print "      extra" c ": " types[c % 8 + 1]
    n = int((t + 1) * requests / tables) - int(t * requests / tables)
    if (n > 0) print "    requests:"
    for (r = 0; r < n; r++) {
      if (r % 2 == 0) {
        print "      best" r "OfTable" t ":"
        print "        parameters: {team: Int, atLeast: {type: Int, default: 0}}"
        print "        where: teamID = :team AND score >= :atLeast"
        print "        order: [score desc, name]"
        print "        limit: 10"
      } else {
        print "      named" r "InTable" t ":"
        print "        where: name = :name"
        print "        returns: first"
      }
    }
  }
}'
