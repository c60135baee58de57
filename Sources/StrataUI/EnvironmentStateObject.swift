#if canImport(SwiftUI)
public import Combine
public import SwiftUI

/// An object that is made from the environment of a view, and lives as long as the view.
///
/// It is a `@StateObject` whose initialiser may take what the environment holds, such as the database:
///
/// ```swift
/// struct PlayerList: View {
///   @EnvironmentStateObject private var model: PlayerListModel
///
///   init() {
///     _model = EnvironmentStateObject { env in
///       PlayerListModel(databaseContext: env.databaseContext)
///     }
///   }
///
///   var body: some View {
///     List(model.players) { player in Text(player.name) }
///   }
/// }
/// ```
///
/// The object is made before the view is evaluated for the first time; later changes of the
/// environment do not concern it. `$model` makes bindings to its properties.
@MainActor @propertyWrapper
public struct EnvironmentStateObject<ObjectType: ObservableObject>: DynamicProperty {
  @Environment(\.self) private var environment
  @StateObject private var holder = ObjectHolder<ObjectType>()
  private let makeObject: (EnvironmentValues) -> ObjectType

  /// An object that a closure makes.
  ///
  /// - Parameter makeObject: makes the object, from the environment of the view.
  public init(_ makeObject: @escaping (EnvironmentValues) -> ObjectType) {
    self.makeObject = makeObject
  }

  /// The object; another one each time where the view is not on the screen yet.
  public var wrappedValue: ObjectType { holder.object ?? makeObject(environment) }

  /// Bindings to the properties of the object.
  public var projectedValue: Wrapper { Wrapper(object: wrappedValue) }

  /// Makes the object; SwiftUI calls it.
  public nonisolated func update() {
    MainActor.assumeIsolated {
      if holder.object == nil { holder.hold(makeObject(environment)) }
    }
  }

  /// What `$` gives of an object: bindings to its properties.
  @MainActor @dynamicMemberLookup public struct Wrapper {
    fileprivate let object: ObjectType

    /// A binding to a property of the object.
    public subscript<Member>(
      dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Member>
    ) -> Binding<Member> {
      ObservedObject(wrappedValue: object).projectedValue[dynamicMember: keyPath]
    }
  }
}

/// Keeps the object, and tells of its changes.
private final class ObjectHolder<ObjectType: ObservableObject>: ObservableObject {
  let objectWillChange = PassthroughSubject<Void, Never>()
  private(set) var object: ObjectType?
  private var cancellable: AnyCancellable?

  func hold(_ object: ObjectType) {
    self.object = object
    cancellable = object.objectWillChange.map { _ in }.subscribe(objectWillChange)
  }
}
#endif
