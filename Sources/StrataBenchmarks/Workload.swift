/// Something that can be done in several ways, each with the same checksum.
struct Workload {
  /// One way to do it; the first of a workload is the measure of the others.
  struct Variant {
    let name: String
    /// Prepares `count` operations, does them in the meter, and says what it has seen.
    let run: (_ count: Int, _ meter: Meter) throws -> Checksum
  }

  let name: String
  /// How many operations a round has.
  let count: Int
  /// Two numbers of operations between which instructions are counted, those of the thread that
  /// measures; nil where other threads or processes do the work.
  var instructionCounts: (few: Int, many: Int)? = (1000, 5000)
  /// The words with which this program is an operation from its start to its end.
  var process: ((_ variant: String) -> [String])?
  let variants: [Variant]
}
