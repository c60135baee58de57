extension AppText {
  static let testsAppDatabase = AppText(
    path: "Tests/%Tests%/AppDatabase.swift",
    text: #"""
      import %Kit%
      import Strata

      /// An empty database of the app, in memory.
      func emptyDatabase() throws -> any Strata.DatabaseWriter {
        try %Database%.openAppInMemory()
      }

      """#
  )
}
