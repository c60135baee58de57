// The values of a statement's parameters.

extension Statement {
  /// The values for the parameters.
  public var arguments: StatementArguments {
    get { setValues ?? StatementArguments() }
    set { setUncheckedArguments(newValue) }
  }

  /// The names of the parameters that have one, and nil for the others.
  public var parameterNames: [String?] { sqlite.parameterNames }

  /// Sets the values for the parameters.
  ///
  /// - Parameter arguments: a value for each parameter, by position or by name.
  /// - Throws: `DatabaseError` where values are missing or left over.
  public func setArguments(_ arguments: StatementArguments) throws {
    checkIdle()
    onlyRow = nil
    setValues = arguments
    do { try sqlite.bind(arguments) } catch {
      sqlite.clearBindings()
      throw error
    }
  }

  /// Sets the values for the parameters; where they do not fit, the next run says so.
  public func setUncheckedArguments(_ arguments: StatementArguments) {
    checkIdle()
    onlyRow = nil
    setValues = arguments
    do { try sqlite.bind(arguments) } catch { sqlite.arena.fail(error) }
  }

  /// Sets the values for a run that gives rows.
  func prepareRun(_ arguments: StatementArguments?) throws {
    if let arguments { try setArguments(arguments) } else { try checkArguments() }
  }

  func checkArguments() throws {
    if let setValues, setValues.isEmpty, sqlite.parameterCount > 0 { try setArguments(setValues) }
  }

  private func checkIdle() {
    precondition(!isRunning, "arguments cannot be set while the statement gives rows: \(sql)")
  }

  /// Binds the values of a record or a request.
  ///
  /// - Parameter isComplete: whether every parameter is bound, so that none of the last run stays.
  /// - Returns: what binds them.
  @inline(__always)
  func beginBinding(isComplete: Bool) -> ValueBinder {
    setValues = nil
    if onlyRow != nil { onlyRow = nil }
    if isComplete { sqlite.rewindBindings() } else { sqlite.clearBindings() }
    return sqlite.binder
  }

  /// The values that are bound, as far as they are known.
  var boundArguments: StatementArguments? { setValues }
}
