/// Something that can be done in several ways, each with the same checksum.
struct Workload {
  /// One way to do it; the first of a workload is the measure of the others.
  struct Variant {
    let name: String
    /// Does the work `count` times, or on `count` rows, and says what it has seen.
    let run: (_ count: Int) throws -> Checksum
  }

  let name: String
  /// How many operations a round has.
  let count: Int
  let variants: [Variant]
}
