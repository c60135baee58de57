import StrataSchema

/// Writes what hides the variants that a request does not have.
///
/// Every variant is generic and there for every request; a type alias of the request's own that is not
/// available stands before it.
struct VariantWriter {
  var access: SwiftCode
  var request: RequestModel

  var declarations: [SwiftDeclaration] {
    guard let variants = request.variants else { return [] }
    return RequestModel.Variant.allCases.filter { variant in
      !variants.contains(variant) && (variant != .presence || request.returns == .first)
    }
    .flatMap { hide($0) }
  }

  private func hide(_ variant: RequestModel.Variant) -> [SwiftDeclaration] {
    let names: (name: SwiftCode, type: SwiftCode) =
      switch variant {
      case .fetch: ("Fetch", RuntimeNames.requestFetch)
      case .observe: ("Observation", RuntimeNames.requestObservation)
      case .presence: ("Presence", RuntimeNames.requestPresence)
      }
    return [
      SwiftDeclaration(
        "@available(*, unavailable, message: \"left out of 'variants' in the schema\")"
      ),
      SwiftDeclaration("\(access)typealias \(names.name) = \(names.type)<Self>"),
    ]
  }
}
