/// What a save or a deletion does where the document is not the one that the model has read.
public enum ConcurrencyControl: Sendable {
  /// The model replaces what others have saved, or deleted, meanwhile.
  case lastWriteWins
  /// Nothing is written, and the method says so.
  case failOnConflict
}
