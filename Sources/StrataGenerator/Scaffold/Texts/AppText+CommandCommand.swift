extension AppText {
  static let commandCommand = AppText(
    path: "Sources/%Command%/%Command%.swift",
    text: #"""
      import %Kit%

      /// The program `%app%`.
      @main
      enum %Command% {
        static func main() async {
          await Program(name: "%app%") { path in
            guard let path else { return try %Database%.openAppInMemory() }
            return try %Database%.openApp(at: path)
          }
          .main()
        }
      }

      """#
  )
}
