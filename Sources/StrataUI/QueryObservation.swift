#if canImport(SwiftUI)
public import SwiftUI

/// When the queries of a view observe the database; see `queryObservation(_:)`.
public enum QueryObservation: Sendable {
  /// As long as the view is there.
  case always
  /// From when the view is evaluated first, but not while it is hidden.
  case onRender
  /// From when the view appears until it disappears.
  case onAppear
}

extension View {
  /// Says when the queries of a view, and of all that it contains, observe the database.
  ///
  /// A query that does not observe shows its last value.
  ///
  /// - Parameter queryObservation: when.
  /// - Returns: the view.
  @ViewBuilder public func queryObservation(_ queryObservation: QueryObservation) -> some View {
    switch queryObservation {
    case .always: environment(\.queryObservationEnabled, true)
    case .onRender: ObservationWhileShown(content: self, isShown: true)
    case .onAppear: ObservationWhileShown(content: self, isShown: false)
    }
  }
}

private struct ObservationWhileShown<Content: View>: View {
  let content: Content
  @State var isShown: Bool

  var body: some View {
    content
      .environment(\.queryObservationEnabled, isShown)
      .onAppear { isShown = true }
      .onDisappear { isShown = false }
  }
}

extension EnvironmentValues {
  /// Whether queries observe the database; see `queryObservation(_:)`.
  public var queryObservationEnabled: Bool {
    get { self[QueryObservationKey.self] }
    set { self[QueryObservationKey.self] = newValue }
  }
}

private struct QueryObservationKey: EnvironmentKey {
  static let defaultValue = true
}
#endif
