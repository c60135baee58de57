extension SchemaResolver {
  mutating func view(_ syntax: ViewSyntax) -> ViewModel? {
    let columns = declaredColumns(syntax.columns)
    if columns.count < syntax.columns.count { faults.views.insert(syntax.name.value) }
    let requests = syntax.requests.map { request($0) }
    guard let sql = syntax.sql else {
      faults.open.insert(syntax.name.value)
      return nil
    }
    return ViewModel(
      name: syntax.name.value,
      range: syntax.name.range,
      sqlName: syntax.sqlViewName,
      doc: syntax.doc,
      sql: sql,
      columns: columns,
      primaryKey: syntax.primaryKey,
      requests: requests
    )
  }

  mutating func request(_ syntax: RequestSyntax) -> RequestModel {
    let parameters = parameters(syntax.parameters)
    let type = resolve(syntax.type)
    if parameters.count < syntax.parameters.count || type == nil && syntax.type != nil {
      faults.requests.insert(syntax.name.range)
    }
    let fallback = defaultValue(
      syntax.defaultValue,
      for: type,
      "'default' of request '\(syntax.name.value)'",
      allowsSQL: false
    )
    var request = RequestModel(
      name: syntax.name,
      doc: syntax.doc,
      parameters: parameters,
      condition: syntax.condition,
      order: syntax.order,
      limit: syntax.limit,
      returns: syntax.returns?.value ?? .many,
      value: syntax.value,
      valueType: type,
      defaultValue: fallback,
      untypedDefault: syntax.type == nil ? syntax.defaultValue : nil,
      variants: syntax.variants
    )
    request.sql = syntax.sql
    request.columns = declaredColumns(syntax.columns)
    if request.columns.count < syntax.columns.count { faults.requests.insert(syntax.name.range) }
    request.row = syntax.row
    request.primaryKey = syntax.primaryKey
    request.isCodable = syntax.isCodable
    request.orders = syntax.orders
    request.defaultOrder = syntax.defaultOrder?.value
    request.pageSize = syntax.pageSize
    request.plan = syntax.plan
    return request
  }

  mutating func statement(_ syntax: StatementSyntax) -> StatementModel? {
    let parameters = parameters(syntax.parameters)
    let columns = declaredColumns(syntax.columns)
    guard let sql = syntax.sql else { return nil }
    if parameters.count < syntax.parameters.count || columns.count < syntax.columns.count {
      faults.requests.insert(syntax.name.range)
    }
    var statement = StatementModel(
      name: syntax.name,
      doc: syntax.doc,
      parameters: parameters,
      sql: sql,
      returns: syntax.returns,
      columns: columns
    )
    statement.isCodable = syntax.isCodable
    return statement
  }

  private mutating func parameters(_ syntax: [TypedNameSyntax]) -> [ParameterModel] {
    syntax.compactMap { parameter in
      guard let type = resolve(parameter.type, stored: nil) else { return nil }
      return ParameterModel(
        name: parameter.name,
        type: type,
        defaultValue: defaultValue(
          parameter.defaultValue,
          for: type,
          "'default' of parameter '\(parameter.name.value)'",
          allowsSQL: false
        )
      )
    }
  }

  private mutating func declaredColumns(_ syntax: [TypedNameSyntax]) -> [DeclaredColumn] {
    syntax.compactMap { column in
      resolve(column.type, stored: column.stored).map {
        DeclaredColumn(name: column.name, type: $0)
      }
    }
  }
}
