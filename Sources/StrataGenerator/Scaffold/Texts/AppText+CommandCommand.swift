extension AppText {
  static let commandCommand = AppText(
    path: "Sources/%Command%/%Command%.swift",
    text: #"""
      import Foundation
      import %Kit%
      import %Tables%

      /// The program `%app%`.
      @main
      enum %Command% {
        static let program = Program(name: "%app%", tables: Tables.all) { path in
          try %Database%.openApp(at: path)
        }

        static func main() async {
          exit(await program.run(Array(CommandLine.arguments.dropFirst())))
        }
      }

      """#
  )
}
