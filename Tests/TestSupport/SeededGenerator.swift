/// Numbers that look random and that a seed repeats on every machine (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  package mutating func chance(_ one: Int, in many: Int) -> Bool {
    Int.random(in: 0..<many, using: &self) < one
  }

  package mutating func pick<Element>(_ list: [Element]) -> Element? {
    list.randomElement(using: &self)
  }

  /// A number below a bound, 0 where that is 0.
  package mutating func below(_ bound: Int) -> Int {
    bound > 0 ? Int.random(in: 0..<bound, using: &self) : 0
  }
}
