import StrataSchema

// Parameters after IN without parentheses, which are lists.
extension ParameterResolution {
  /// The parameter with the type of its elements; nil where an error was reported.
  func resolveList(_ name: String, _ diagnostics: inout Diagnostics) -> ProvedParameter? {
    guard listings[name] == occurrences[name] else {
      diagnostics.error(
        "list-parameter",
        "':\(name)' is a list after IN, and one value elsewhere; use two parameters",
        at: firstPlaces[name]
      )
      return nil
    }
    guard let declared = declared[name] else { return inferList(name, &diagnostics) }
    guard let element = elementType(declared, &diagnostics) else { return nil }
    guard case .matched(let needed) = storage(of: declared, as: element, &diagnostics) else {
      return nil
    }
    var stored = element
    if let needed { stored.storage = needed }
    return list(name, stored)
  }

  /// The type of the elements of a declared list; nil where an error was reported.
  private func elementType(
    _ parameter: ParameterModel,
    _ diagnostics: inout Diagnostics
  ) -> InferredType? {
    let name = parameter.name.value
    guard case .array(let element, isOptional: false) = parameter.type.type,
      !parameter.type.isOptional
    else {
      diagnostics.error(
        "list-parameter",
        "':\(name)' stands after IN without parentheses and is a list of values that are there;"
          + " declare it like '[Int]', or leave its type to be that of what it meets",
        at: parameter.type.range
      )
      return nil
    }
    guard parameter.defaultValue == nil else {
      diagnostics.error(
        "list-parameter",
        "':\(name)' is a list, which has no default; leave the default out",
        at: parameter.name.range
      )
      return nil
    }
    return InferredType(element)
  }

  private func inferList(_ name: String, _ diagnostics: inout Diagnostics) -> ProvedParameter? {
    guard let met = meetings[name], let first = met.first, first.meeting.type.type != nil else {
      diagnostics.error(
        "parameter-type",
        "the type of ':\(name)' cannot be known from what it meets; compare a column with it, or a CAST",
        at: firstPlaces[name]
      )
      return nil
    }
    let type = first.meeting.type
    for other in met where other.meeting.type.type != type.type {
      diagnostics.error(
        "parameter-type",
        "':\(name)' meets values that are \(type.spelling) and \(other.meeting.type.spelling);"
          + " use two parameters",
        at: other.range
      )
      return nil
    }
    for other in met where other.meeting.type.storage != type.storage {
      reportStorages(
        name,
        type.storage,
        other.meeting.type.storage,
        at: other.range,
        &diagnostics
      )
      return nil
    }
    return list(name, Self.date(of: met.map(\.meeting)) ?? type)
  }

  private func list(_ name: String, _ element: InferredType) -> ProvedParameter {
    var parameter = ProvedParameter(
      name: name,
      type: element.type ?? .any,
      isOptional: false,
      storage: element.storage,
      defaultValue: nil
    )
    parameter.isList = true
    return parameter
  }
}
