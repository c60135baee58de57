/// An order of a request that has a name, so that it can be chosen.
package struct OrderModel: Hashable, Sendable {
  /// The key in the schema, which is the name of the case in Swift.
  package var name: Located<String>
  package var terms: [SQLFragment]

  package init(name: Located<String>, terms: [SQLFragment]) {
    self.name = name
    self.terms = terms
  }
}

/// What the plan of a request's SQL has to be like (https://sqlite.org/eqp.html).
package struct PlanModel: Hashable, Sendable {
  /// The index that it has to use: the key of one of the table, or a name in SQL.
  package var index: Located<String>?
  /// The keys of tables and views of which it may not look at every row.
  package var unscanned: [Located<String>]

  package init(index: Located<String>?, unscanned: [Located<String>]) {
    self.index = index
    self.unscanned = unscanned
  }
}
