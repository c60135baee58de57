// The records, requests and views of `Schemas/Chinook`, which the build plugin writes. They are a
// target of their own because SwiftPM links the tools of a test target's plugins into the tests.
@_exported public import Strata
