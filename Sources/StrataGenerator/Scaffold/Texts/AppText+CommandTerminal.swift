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
          guard let recorder else { return send(Data(text.utf8), to: stream) }
          recorder(text)
        }

        /// Writes bytes of a result.
        static func write(_ bytes: [UInt8], to recorder: (@Sendable (String) -> Void)?) {
          guard let recorder else { return send(Data(bytes), to: .standardOutput) }
          recorder(String(decoding: bytes, as: UTF8.self))
        }

        private static func send(_ data: Data, to stream: FileHandle) {
          do { try stream.write(contentsOf: data) } catch {
            // A message has nowhere else to go.
            guard stream == .standardOutput else { return }
            // Nobody reads the rest of a closed pipe.
            let error = error as NSError
            let code = Int32((error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error).code)
            guard code != EPIPE else { exit(0) }
            note("standard output cannot be written: \(String(cString: strerror(code)))")
            exit(1)
          }
        }

        /// What gets the output in place of the terminal, for tests.
        @TaskLocal static var recorder: (@Sendable (String) -> Void)?
      }

      /// How far something has come, shown on a terminal where it takes longer than a moment.
      struct Progress {
        private var shown = ContinuousClock.now
        private var hasShown = false
        private let isShown = isatty(STDERR_FILENO) == 1

        /// - Parameters:
        ///   - count: how many rows are done.
        ///   - percent: how much of all that is; nil where that is not known.
        mutating func advance(_ count: Int, _ percent: Int?) {
          guard isShown, count.isMultiple(of: 64), ContinuousClock.now - shown > .milliseconds(200) else {
            return
          }
          let part = percent.map { " (\($0) %)" } ?? ""
          Terminal.note("\r\(count) rows\(part)", terminator: "")
          shown = .now
          hasShown = true
        }

        /// Takes away what was shown.
        func end() {
          if hasShown { Terminal.note("\r\u{1B}[K", terminator: "") }
        }
      }

      """#
  )
}
