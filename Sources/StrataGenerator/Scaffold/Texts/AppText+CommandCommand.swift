extension AppText {
  static let commandCommand = AppText(
    path: "Sources/%Command%/%Command%.swift",
    text: #"""
      import %Kit%

      /// The program `%app%`.
      @main
      enum %Command% {
        static func main() async {
          await Program(name: "%app%") { path in try %Database%.openApp(at: path) }.main()
        }
      }

      """#
  )
}
