extension AppText {
  static let commandTextTable = AppText(
    path: "Sources/%Command%/TextTable.swift",
    text: #"""
      import %Tables%

      /// Rows below a header, drawn to the width of a terminal.
      struct TextTable {
        var header: [String]
        var rows: [[Cell]]

        private static let gap = "  "
        private static let smallestWidth = 6

        /// The lines, none of which is wider than `width`; as wide as their cells where there is none.
        func text(width: Int?) -> String {
          guard !rows.isEmpty else { return Terminal.style("no rows", .dim) }
          let texts = rows.map { $0.map { $0.text?.visible ?? "-" } }
          let natural = header.indices.map { column in
            max(header[column].displayWidth, texts.map { $0[column].displayWidth }.max() ?? 0)
          }
          let isNumeric = header.indices.map { column in
            rows.allSatisfy {
              switch $0[column] {
              case .number, .none: true
              default: false
              }
            }
          }
          // A number is whole, or is not shown.
          let smallest = header.indices.map { column in
            isNumeric[column]
              ? texts.map { $0[column].displayWidth }.max() ?? 0
              : min(natural[column], Self.smallestWidth)
          }
          let widths = width.map { Self.fit(natural, smallest, into: $0) } ?? natural
          func line(_ texts: [String]) -> String {
            widths.indices.map { column in
              texts[column].fitted(to: widths[column], isRight: isNumeric[column])
            }.joined(separator: Self.gap).trimmingEnd
          }
          var lines = [Terminal.style(line(header), .bold)] + texts.map(line)
          if widths.count < header.count {
            let hidden = header[widths.count...].joined(separator: ", ")
            lines.append(Terminal.style("not shown: \(hidden)", .dim))
          }
          return lines.joined(separator: "\n")
        }

        /// The widths of the columns that have room; the widest ones give way first.
        private static func fit(_ natural: [Int], _ smallest: [Int], into width: Int) -> [Int] {
          var widths = natural
          func total(_ widths: some Collection<Int>) -> Int {
            widths.reduce(0, +) + gap.count * max(0, widths.count - 1)
          }
          while widths.count > 1, total(smallest.prefix(widths.count)) > width { widths.removeLast() }
          guard widths.count > 1 else { return widths.map { min($0, width) } }
          while total(widths) > width {
            let flexible = widths.indices.filter { widths[$0] > smallest[$0] }
            guard let column = flexible.max(by: { widths[$0] <= widths[$1] }) else { break }
            // As far as the next widest, so that a long text takes one step.
            let widest = widths[column]
            let next = flexible.map { widths[$0] }.filter { $0 < widest }.max() ?? 0
            widths[column] = max(next, smallest[column], widest - (total(widths) - width))
            if widths[column] == widest { widths[column] -= 1 }
          }
          return widths
        }
      }

      extension String {
        /// The text in as many places as there are, cut or filled up with spaces.
        func fitted(to width: Int, isRight: Bool) -> String {
          var text = self
          if displayWidth > width {
            text = ""
            var used = 0
            for character in self {
              guard used + character.displayWidth < width else { break }
              text.append(character)
              used += character.displayWidth
            }
            text.append("…")
          }
          let gap = String(repeating: " ", count: max(0, width - text.displayWidth))
          return isRight ? gap + text : text + gap
        }

        /// The text on one line, with signs for what a terminal would obey.
        var visible: String {
          guard unicodeScalars.contains(where: \.isObeyed) else { return self }
          var result = ""
          for scalar in unicodeScalars {
            switch scalar {
            case "\n": result += "↵"
            case "\t": result += " "
            case _ where scalar.isObeyed: result += "·"
            default: result.unicodeScalars.append(scalar)
            }
          }
          return result
        }

        /// How many places of a terminal the text takes.
        var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }

        fileprivate var trimmingEnd: String {
          var text = self[...]
          while text.last == " " { text.removeLast() }
          return String(text)
        }
      }

      extension Character {
        /// One place, none for what only changes others, and two for what East Asian scripts and emoji
        /// take.
        var displayWidth: Int {
          guard let first = unicodeScalars.first else { return 0 }
          if unicodeScalars.contains("\u{FE0F}") { return 2 }
          if first.properties.isEmojiPresentation { return 2 }
          switch first.properties.generalCategory {
          case .nonspacingMark, .enclosingMark, .format: return 0
          default: break
          }
          switch first.value {
          case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
            0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            return 2
          default: return 1
          }
        }
      }

      extension Unicode.Scalar {
        /// Whether it moves the cursor, changes a colour or turns the direction of writing.
        fileprivate var isObeyed: Bool {
          switch value {
          case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
          default: false
          }
        }
      }

      """#
  )
}
