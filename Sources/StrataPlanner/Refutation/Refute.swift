extension Prover {
  mutating func refute(_ views: [ProvedView], _ requests: [ProvedRequest]) throws {}
}
