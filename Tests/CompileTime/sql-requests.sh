#!/bin/sh
# Prints COUNT requests and a tenth as many statements in SQL over the TABLES tables of schema.sh: joins
# into records, aggregates over common table expressions, windows, values.
# usage: sql-requests.sh COUNT TABLES
set -eu
awk -v count="$1" -v tables="$2" '
BEGIN {
  print "requests:"
  for (n = 0; n < count; n++) {
    t = n % tables
    u = (t + tables - 1) % tables
    print "  sql" n ":"
    print "    sql: |"
    if (n % 4 == 0) {
      print "      SELECT a.*, b.*, a.score + :bonus AS total"
      print "      FROM table" t " a LEFT JOIN table" u " b ON b.id = a.teamID"
      print "      WHERE a.name LIKE :name AND (a.rating > :rating OR b.active)"
      print "      ORDER BY a.score DESC LIMIT :count"
      print "    row: {first: a.*, second: b.*}"
    } else if (n % 4 == 1) {
      print "      WITH best AS ("
      print "        SELECT teamID, max(score) AS score, count(*) AS members"
      print "        FROM table" t " WHERE joined >= :since GROUP BY teamID)"
      print "      SELECT b.name, best.score, best.members, coalesce(b.nickname, b.name) AS shown"
      print "      FROM best JOIN table" u " b ON b.id = best.teamID"
    } else if (n % 4 == 2) {
      print "      SELECT id, name, rating, row_number() OVER (PARTITION BY teamID ORDER BY score) AS place,"
      print "        CASE WHEN score > :limit THEN nickname ELSE name END AS label"
      print "      FROM table" t " WHERE EXISTS (SELECT 1 FROM table" u " WHERE table" u ".id = teamID)"
    } else {
      print "      SELECT sum(score) FROM table" t " WHERE teamID IN (SELECT id FROM table" u " WHERE active)"
      print "    returns: value"
      print "    default: 0"
    }
  }
  print "statements:"
  for (n = 0; n < count / 10; n++) {
    print "  write" n ": {sql: \"UPDATE table" n % tables " SET score = score + :points WHERE id = :id RETURNING *\"}"
  }
}'
