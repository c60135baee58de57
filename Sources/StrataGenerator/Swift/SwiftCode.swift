/// A piece of Swift, made of text that the generator wrote and of names and literals that a schema
/// gave it, which only get in quoted.
///
/// A plain `String` cannot be interpolated: it has to be said whether it is a name, a literal or
/// code, so that nothing in a schema can break out of its place. Lists are kept as lists, because
/// whether one fits on its line is known only when it is printed.
struct SwiftCode: Hashable, Sendable {
  indirect enum Piece: Hashable, Sendable {
    case text(String)
    case list(SwiftList)
    /// A place where a line that is too long is broken.
    case softBreak
    /// The lines of a literal that is printed on lines of its own, indented as the code around it.
    case lines([String])
  }

  var pieces: [Piece]

  init(pieces: [Piece] = []) {
    self.pieces = pieces
  }

  /// Code that the generator itself made.
  init(verbatim text: String) {
    pieces = [.text(text)]
  }

  /// A Swift name, back-ticked where it needs to be.
  init(name: String) {
    pieces = [.text(SwiftName.quoted(name))]
  }

  /// A string literal.
  init(literal text: String) {
    pieces = [.text(SwiftLiteral.string(text))]
  }

  mutating func append(_ other: SwiftCode) {
    for piece in other.pieces {
      if case .text(let text) = piece, case .text(let last)? = pieces.last {
        pieces[pieces.count - 1] = .text(last + text)
      } else {
        pieces.append(piece)
      }
    }
  }

  static func + (left: SwiftCode, right: SwiftCode) -> SwiftCode {
    var result = left
    result.append(right)
    return result
  }
}

/// A bracketed list of which either everything stands on one line, or each part on its own.
struct SwiftList: Hashable, Sendable {
  enum Wrapping: Hashable, Sendable {
    /// One item a line, as arguments and parameters are written.
    case onePerLine
    /// One item a line and a comma after the last, as a literal of several parts is written.
    case literal
    /// As many items on a line as fit, as names in an array literal are written.
    case fill
  }

  var open: String
  var items: [SwiftCode]
  var close: String
  var wrapping: Wrapping
}

extension SwiftCode: ExpressibleByStringInterpolation {
  struct StringInterpolation: StringInterpolationProtocol {
    var code = SwiftCode()

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { code.append(SwiftCode(verbatim: literal)) }
    }

    mutating func appendInterpolation(_ other: SwiftCode) {
      code.append(other)
    }

    mutating func appendInterpolation(name: String) {
      code.append(SwiftCode(name: name))
    }

    /// An argument's label, where Swift reads nearly every keyword as a name.
    mutating func appendInterpolation(label: String) {
      code.append(SwiftCode(verbatim: SwiftName.quotedLabel(label)))
    }

    /// A name after a dot.
    mutating func appendInterpolation(member: String) {
      code.append(SwiftCode(verbatim: SwiftName.quotedMember(member)))
    }

    mutating func appendInterpolation(literal: String) {
      code.append(SwiftCode(literal: literal))
    }

    /// A whole number, in groups of three digits where it is long.
    mutating func appendInterpolation(_ number: Int) {
      var digits = String(number)
      if digits.utf8.count >= 7 {
        for place in stride(from: digits.count - 3, to: number < 0 ? 1 : 0, by: -3) {
          digits.insert("_", at: digits.index(digits.startIndex, offsetBy: place))
        }
      }
      code.append(SwiftCode(verbatim: digits))
    }

    /// Arguments or parameters in parentheses.
    mutating func appendInterpolation(arguments items: [SwiftCode]) {
      code.append(.list("(", items, ")", .onePerLine))
    }
  }

  init(stringLiteral value: String) {
    self.init(verbatim: value)
  }

  init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.code
  }
}

extension SwiftCode {
  static let softBreak = SwiftCode(pieces: [.softBreak])

  static func list(
    _ open: String,
    _ items: [SwiftCode],
    _ close: String,
    _ wrapping: SwiftList.Wrapping
  ) -> SwiftCode {
    let list = SwiftList(open: open, items: items, close: close, wrapping: wrapping)
    return SwiftCode(pieces: [.list(list)])
  }

  /// An array literal of string literals.
  static func array(ofLiterals texts: [String]) -> SwiftCode {
    .list("[", texts.map { SwiftCode(literal: $0) }, "]", .fill)
  }
}
