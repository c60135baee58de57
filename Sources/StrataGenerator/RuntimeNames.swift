/// Every symbol of the runtime that generated code mentions, named once.
enum RuntimeNames {
  static let module = "Strata"
}
