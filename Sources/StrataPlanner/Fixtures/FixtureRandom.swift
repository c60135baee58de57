/// Numbers that look random and depend on nothing but a seed and a place (SplitMix64).
///
/// Each value has a place of its own, so that another row or another column changes no other value.
struct FixtureRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64, _ place: String) {
    state = seed
    for byte in place.utf8 { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    _ = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func pick<Element>(_ list: [Element], or fallback: Element) -> Element {
    list.randomElement(using: &self) ?? fallback
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// Whether something happens that does so `percent` times of a hundred.
  mutating func chance(_ percent: Int) -> Bool { number(0...99) < percent }
}
