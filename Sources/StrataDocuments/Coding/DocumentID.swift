internal import Strata

/// Marks the property of a model that is the id of its document.
///
/// ```swift
/// final class Task: Codable {
///   @DocumentID var id: String?
///   var title: String
///   var completed: Bool?
/// }
/// ```
///
/// A model without an id is given one when it is saved. It remembers the revision at which its document
/// was read or saved, so that a later save knows whether somebody else was faster. The property is no
/// field of the document. A model that is given another id becomes the model of another document.
///
/// The copies of a struct share the property, as they are models of one document.
@propertyWrapper
public final class DocumentID: Codable, Sendable {
  /// What a model knows of its document.
  enum Knowledge: Equatable, Sendable {
    /// It was made by the program.
    case new
    /// It was read by a query that does not tell its revision.
    case unread
    /// It was read or saved at this revision.
    case revision(Version)
  }

  struct State: Sendable {
    var id: String?
    var knowledge = Knowledge.new
    /// Fields that the model has and that its query did not read; a save leaves them as they are.
    var unreadFields: Set<String> = []
  }

  private let state: Lock<State>

  /// An id that is generated when the model is saved.
  public convenience init() { self.init(State()) }

  /// An id, or nil for one that is generated.
  public convenience init(wrappedValue: String?) { self.init(State(id: wrappedValue)) }

  init(_ initialState: State) { state = Lock(initialState) }

  /// The id of a document that was read; at which revision is nil where that is not known.
  convenience init(_ id: String, at version: Version?) {
    self.init(State(id: id, knowledge: version.map { .revision($0) } ?? .unread))
  }

  /// The id of the document; nil as long as it was not saved.
  public var wrappedValue: String? {
    get { state.withLock { $0.id } }
    set {
      state.withLock { state in
        let isSame =
          if let id = state.id, let newValue {
            // By bytes, as the database compares ids.
            id.utf8.elementsEqual(newValue.utf8)
          } else { state.id == nil && newValue == nil }
        if !isSame { state = State(id: newValue) }
      }
    }
  }

  /// The property itself.
  public var projectedValue: DocumentID { self }

  /// The revision at which the model was read or saved; nil where it was not.
  public var revision: String? {
    if case .revision(let version) = current.knowledge { version.description } else { nil }
  }

  var current: State {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  /// Reads an id that stands inside of another document.
  public convenience init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(String?.self))
  }

  /// Writes an id that stands inside of another document.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension DocumentID: Hashable {
  /// Whether both are ids of the same document.
  public static func == (a: DocumentID, b: DocumentID) -> Bool {
    a === b || a.wrappedValue == b.wrappedValue
  }

  /// Hashes the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
