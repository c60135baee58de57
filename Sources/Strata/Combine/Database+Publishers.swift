#if canImport(Combine)
public import Combine
public import Dispatch

extension DatabaseReader {
  /// The value of one read as a Combine publisher.
  ///
  /// Each subscriber has a read of its own, which begins with the first demand. One that is cancelled
  /// while the read waits for its turn does without it.
  ///
  ///     let count = pool.readPublisher { db in try Player.fetchCount(db) }
  ///
  /// - Parameters:
  ///   - scheduler: where the value is published.
  ///   - value: what reads.
  /// - Returns: a publisher of one value, or of the error.
  public func readPublisher<Output: Sendable>(
    receiveOn scheduler: some Scheduler = DispatchQueue.main,
    value: @escaping @Sendable (Database) throws -> Output
  ) -> DatabasePublishers.Read<Output> {
    let access = DatabasePublishers.Access<Output>(
      start: { isWanted, completion in
        self.asyncRead { db in
          if isWanted() { completion(db.flatMap { db in Result { try value(db) } }) }
        }
      },
      schedule: { scheduler.schedule($0) }
    )
    return DatabasePublishers.Read(access: access)
  }
}

extension DatabaseWriter {
  /// The value of one write as a Combine publisher.
  ///
  /// Each subscriber writes once, in a transaction that begins with the first demand. A write that
  /// was demanded is done also where its subscriber is cancelled.
  ///
  ///     let insertion = pool.writePublisher { db in try Player(name: "Ann").insert(db) }
  ///
  /// - Parameters:
  ///   - scheduler: where the value is published, after the commit.
  ///   - updates: what writes.
  /// - Returns: a publisher of one value, or of the error that has rolled the transaction back.
  public func writePublisher<Output: Sendable>(
    receiveOn scheduler: some Scheduler = DispatchQueue.main,
    updates: @escaping @Sendable (Database) throws -> Output
  ) -> DatabasePublishers.Write<Output> {
    let access = DatabasePublishers.Access<Output>(
      start: { _, completion in
        self.asyncWrite(updates) { _, result in completion(result) }
      },
      schedule: { scheduler.schedule($0) }
    )
    return DatabasePublishers.Write(access: access)
  }

  /// The value of a read after a write, as a Combine publisher.
  ///
  /// The read sees what the write has committed and nothing later, and runs beside the writes that
  /// follow.
  ///
  /// - Parameters:
  ///   - scheduler: where the value is published.
  ///   - updates: what writes.
  ///   - value: what reads; it is given what `updates` gives.
  /// - Returns: a publisher of one value, or of the first error.
  public func writePublisher<T: Sendable, Output: Sendable>(
    receiveOn scheduler: some Scheduler = DispatchQueue.main,
    updates: @escaping @Sendable (Database) throws -> T,
    thenRead value: @escaping @Sendable (Database, T) throws -> Output
  ) -> DatabasePublishers.Write<Output> {
    let access = DatabasePublishers.Access<Output>(
      start: { _, completion in
        self.asyncWrite(updates) { [unowned self] _, result in
          switch result {
          case .failure(let error): completion(.failure(error))
          case .success(let written):
            self.spawnConcurrentRead { db in
              completion(db.flatMap { db in Result { try value(db, written) } })
            }
          }
        }
      },
      schedule: { scheduler.schedule($0) }
    )
    return DatabasePublishers.Write(access: access)
  }
}

extension DatabaseMigrator {
  /// A migration as a Combine publisher.
  ///
  /// - Parameters:
  ///   - writer: the database.
  ///   - scheduler: where the end is published.
  /// - Returns: a publisher of one empty value, or of the error of a step.
  public func migratePublisher(
    _ writer: any DatabaseWriter,
    receiveOn scheduler: some Scheduler = DispatchQueue.main
  ) -> DatabasePublishers.Migrate {
    let access = DatabasePublishers.Access<Void>(
      start: { _, completion in
        self.asyncMigrate(writer) { result in completion(result.map { _ in }) }
      },
      schedule: { scheduler.schedule($0) }
    )
    return DatabasePublishers.Migrate(access: access)
  }
}

extension SharedValueObservation {
  /// The values as a Combine publisher, whose subscribers share the observation.
  ///
  /// - Returns: the publisher; its values come as ``start(onError:onChange:)`` gives them.
  public func publisher() -> DatabasePublishers.Value<Element> {
    DatabasePublishers.Value(scheduler: scheduler) { onError, onChange in
      self.start(
        onError: { if !self.recoversFromErrors { onError($0) } },
        onChange: onChange
      )
    }
  }
}
#endif
