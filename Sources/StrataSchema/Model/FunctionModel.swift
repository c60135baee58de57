/// A function of SQL that the app registers on its connections.
package struct FunctionModel: Hashable, Sendable {
  /// The name in SQL.
  package var name: Located<String>
  /// How many arguments it takes; nil for any number.
  package var argumentCount: Int?
  /// What it gives; nil where that cannot be said.
  package var returns: DeclaredType?
  /// Whether equal arguments always give equal results.
  package var isDeterministic: Bool
  /// Whether it makes one value of the rows of a group.
  package var isAggregate: Bool

  package init(
    name: Located<String>,
    argumentCount: Int?,
    returns: DeclaredType?,
    isDeterministic: Bool,
    isAggregate: Bool = false
  ) {
    self.name = name
    self.argumentCount = argumentCount
    self.returns = returns
    self.isDeterministic = isDeterministic
    self.isAggregate = isAggregate
  }
}
