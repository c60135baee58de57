/// What a replicator does.
public struct ReplicatorConfiguration: Sendable {
  /// Which way documents go.
  public enum ReplicatorType: Sendable {
    /// Both ways.
    case pushAndPull
    /// To the other database.
    case push
    /// From the other database.
    case pull
  }

  /// Says whether a document goes to the other side, or is taken from it.
  public typealias Filter = @Sendable (Document) -> Bool

  /// Decides between two documents; see ``DocumentConflict``.
  ///
  /// It runs outside of transactions, and may read and write. It is called again where the document has
  /// changed meanwhile; the conflict stays, with an error, where it changes the document itself each time.
  public typealias ConflictResolver = @Sendable (DocumentConflict) throws -> ConflictResolution

  /// What is done with one collection.
  public struct CollectionConfiguration: Sendable {
    /// The ids of the documents that are replicated, compared as texts are, so that an id stands for all
    /// that look the same; nil for all.
    public var documentIDs: Set<String>?
    /// Whether a document, which may be a deleted one, goes to the other database.
    public var pushFilter: Filter?
    /// Whether a document, which may be a deleted one, is taken from the other database.
    public var pullFilter: Filter?
    /// Decides where both sides have changed a document.
    public var conflictResolver: ConflictResolver

    /// All documents, and the default conflict resolver.
    ///
    /// By default a deletion wins, and else the later change.
    public init(
      documentIDs: Set<String>? = nil,
      pushFilter: Filter? = nil,
      pullFilter: Filter? = nil,
      conflictResolver: @escaping ConflictResolver = DocumentConflict.defaultResolver
    ) {
      self.documentIDs = documentIDs
      self.pushFilter = pushFilter
      self.pullFilter = pullFilter
      self.conflictResolver = conflictResolver
    }
  }

  /// The other side.
  public var endpoint: any ReplicationEndpoint
  /// Which way documents go.
  public var replicatorType: ReplicatorType
  /// Whether the replicator waits for further changes.
  public var isContinuous: Bool
  /// How many documents are exchanged in one transaction, at least 1.
  public var batchSize = 200
  /// The pause before the first new attempt of a continuous replicator after an error; each further one
  /// waits twice as long, up to `maximumRetryInterval`.
  public var retryInterval = Duration.seconds(1)
  /// The longest pause between two attempts.
  public var maximumRetryInterval = Duration.seconds(300)

  private(set) var collections: [(DocumentCollection, CollectionConfiguration)] = []

  /// No collections yet.
  ///
  /// - Parameters:
  ///   - endpoint: the other side.
  ///   - type: which way documents go.
  ///   - isContinuous: whether the replicator waits for further changes.
  public init(
    endpoint: any ReplicationEndpoint,
    type: ReplicatorType = .pushAndPull,
    isContinuous: Bool = false
  ) {
    self.endpoint = endpoint
    self.replicatorType = type
    self.isContinuous = isContinuous
  }

  /// Adds a collection, or says anew what is done with it.
  public mutating func addCollection(
    _ collection: DocumentCollection,
    _ configuration: CollectionConfiguration = CollectionConfiguration()
  ) {
    collections.removeAll { $0.0 == collection }
    collections.append((collection, configuration))
  }
}

extension ReplicatorConfiguration.CollectionConfiguration {
  /// What names the choice of documents, so that another choice begins anew.
  var choice: String {
    guard let documentIDs else { return "" }
    var hash = SHA256()
    for id in documentIDs.sorted() {
      hash.update(id.utf8)
      hash.update(CollectionOfOne(UInt8(0)))
    }
    return "/" + hash.finish().prefix(16)
  }

  func pushes(_ document: Document) -> Bool {
    (documentIDs?.contains(document.id) ?? true) && (pushFilter?(document) ?? true)
  }

  func pulls(_ document: Document) -> Bool {
    (documentIDs?.contains(document.id) ?? true) && (pullFilter?(document) ?? true)
  }
}
