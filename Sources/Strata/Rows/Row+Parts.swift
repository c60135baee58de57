// The rows beside a row are made once for all rows of a statement, as far as nobody keeps them.

extension Row {
  /// A part that its row keeps for the next row of the statement.
  struct KeptPart {
    let layout: ObjectIdentifier
    var row: Row
    /// Whether somebody reads it now.
    var isUsed = false
  }

  /// Runs `body` with the row beside this one.
  ///
  /// Whoever keeps the part gets it for good; it is then not used again.
  func withPart<Value>(_ layout: RowScopeLayout, _ body: (Row) throws -> Value) rethrows -> Value {
    // A part keeps no parts of its own: it may be read beside its whole's next part.
    guard whole == nil, let index = keptPart(layout) else {
      return try body(Row(part: layout, of: self))
    }
    keptParts[index].isUsed = true
    defer { giveBack(index, layout) }
    return try use(index, body)
  }

  private func keptPart(_ layout: RowScopeLayout) -> Int? {
    for index in keptParts.indices where keptParts[index].layout == ObjectIdentifier(layout) {
      return keptParts[index].isUsed ? nil : index
    }
    keptParts.append(
      KeptPart(
        layout: ObjectIdentifier(layout),
        row: Row(part: layout, of: self, isKept: true)
      )
    )
    return keptParts.count - 1
  }

  /// A function of its own, after which no reference to the part is left here.
  @inline(never)
  private func use<Value>(_ index: Int, _ body: (Row) throws -> Value) rethrows -> Value {
    try body(keptParts[index].row)
  }

  private func giveBack(_ index: Int, _ layout: RowScopeLayout) {
    if !isKnownUniquelyReferenced(&keptParts[index].row) {
      keptParts[index].row.holdWhole()
      keptParts[index].row = Row(part: layout, of: self, isKept: true)
    }
    keptParts[index].isUsed = false
  }
}
