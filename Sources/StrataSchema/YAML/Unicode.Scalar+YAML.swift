extension Unicode.Scalar {
  /// Whether it may stand in a file as it is (https://yaml.org/spec/1.1/#c-printable), and ends no line.
  package var isPrintableInYAML: Bool {
    switch value {
    case 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD: true
    case 0x1_0000...0x10_FFFF: true
    default: false
    }
  }
}
