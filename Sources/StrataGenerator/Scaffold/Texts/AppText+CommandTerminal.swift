extension AppText {
  static let commandTerminal = AppText(
    path: "Sources/%Command%/Terminal.swift",
    text: #"""
      import Foundation

      /// Standard output, standard error, and what is known of the terminal behind them.
      enum Terminal {
        enum Style: String {
          case bold = "1"
          case dim = "2"
        }

        /// The width of the terminal that shows the output; nil where a file or a pipe takes it.
        static var width: Int? {
          guard isatty(STDOUT_FILENO) == 1 else { return nil }
          if let columns = ProcessInfo.processInfo.environment["COLUMNS"].flatMap(Int.init), columns > 0 {
            return columns
          }
          var size = winsize()
          guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
          return Int(size.ws_col)
        }

        /// Whether the output may be coloured (https://no-color.org).
        private static let hasStyles: Bool = {
          let environment = ProcessInfo.processInfo.environment
          return isatty(STDOUT_FILENO) == 1 && environment["TERM"] != "dumb"
            && environment["NO_COLOR", default: ""].isEmpty
        }()

        static func style(_ text: String, _ style: Style) -> String {
          hasStyles ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
        }

        /// Writes a result.
        static func print(_ text: String, terminator: String = "\n") {
          write(text + terminator, to: .standardOutput)
        }

        /// Writes a message.
        static func note(_ text: String, terminator: String = "\n") {
          write(text + terminator, to: .standardError)
        }

        private static func write(_ text: String, to stream: FileHandle) {
          guard let recorder else {
            // Nobody reads the rest of a closed pipe, and there is no one to tell.
            try? stream.write(contentsOf: Data(text.utf8))
            return
          }
          recorder(text)
        }

        /// What gets the output in place of the terminal, for tests.
        @TaskLocal static var recorder: (@Sendable (String) -> Void)?
      }

      /// How far something has come, shown on a terminal where it takes longer than a moment.
      struct Progress {
        private let total: Int
        private var count = 0
        private var shown = ContinuousClock.now
        private var hasShown = false
        private let isShown = isatty(STDERR_FILENO) == 1

        init(total: Int) { self.total = total }

        mutating func advance() {
          count += 1
          guard isShown, count.isMultiple(of: 64), ContinuousClock.now - shown > .milliseconds(200) else {
            return
          }
          Terminal.note("\r\(count) of \(total) rows", terminator: "")
          shown = .now
          hasShown = true
        }

        func end() {
          if hasShown { Terminal.note("\r\u{1B}[K", terminator: "") }
        }
      }

      """#
  )
}
