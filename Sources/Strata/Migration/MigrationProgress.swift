/// How far a migration has come.
public struct MigrationProgress: Hashable, Sendable {
  /// The step that is running.
  public var migration: String
  /// The steps of this run that are done.
  public var completedStepCount: Int
  /// The steps of this run.
  public var stepCount: Int
  /// The statements of the step that are done.
  public var completedStatementCount = 0
  /// The statements of the step; 0 for one written by hand.
  public var statementCount: Int
  /// The rows that the step has written.
  public var changedRowCount = 0

  /// What is done of all, from 0 to 1, where each statement is taken for as long as another of its step.
  public var fractionCompleted: Double {
    guard stepCount > 0 else { return 1 }
    let step = statementCount == 0 ? 0 : Double(completedStatementCount) / Double(statementCount)
    return (Double(completedStepCount) + step) / Double(stepCount)
  }
}
