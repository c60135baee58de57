import StrataSchema

// Parameters whose type is declared, beside the values that they meet.
extension ParameterResolution {
  /// How a declared parameter goes with what it meets.
  enum DeclaredMatch {
    /// Its values are stored like that; nil where nothing that it meets says how.
    case matched(ColumnStorage?)
    case refused
  }

  /// Compares a declared type, or that of the elements of a declared list, with what the parameter
  /// meets.
  func storage(
    of parameter: ParameterModel,
    as type: InferredType,
    _ diagnostics: inout Diagnostics
  ) -> DeclaredMatch {
    let name = parameter.name.value
    var storage: ColumnStorage?
    for met in meetings[name] ?? [] {
      guard type.compares(with: met.meeting) else {
        diagnostics.error(
          "parameter-type",
          "':\(name)' is \(parameter.type.type.swiftSpelling)" + met.meeting.refusal,
          at: met.range,
          notes: [.init("the parameter is declared here", at: parameter.type.range)]
        )
        return .refused
      }
      guard let needed = type.storage(meeting: met.meeting.type) else { continue }
      if let storage, storage != needed {
        reportStorages(name, storage, needed, at: met.range, &diagnostics)
        return .refused
      }
      storage = needed
    }
    return .matched(storage)
  }
}

extension TypeInference.Meeting {
  /// Why a parameter of another type cannot stand here, after "is Int".
  fileprivate var refusal: String {
    switch kind {
    case .assignment: ", which cannot be stored in a column that is \(type.spelling)"
    case .number: " and stands in arithmetic, which needs a number"
    case .limit: " and meets a limit that is \(type.spelling); they never compare"
    case _ where type.form == .other && type.type == .string:
      " and meets a text of a date in another form; they never compare; declare it as String"
    case .comparison, .identity, .pattern, .text, .alternative, .list:
      " and meets a value that is \(type.spelling); they never compare"
    }
  }
}
