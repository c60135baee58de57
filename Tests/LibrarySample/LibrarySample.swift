// The code is made by the plugin from `Schemas`, which uses everything that the language offers. A
// target of its own, because SwiftPM links the tool of a test target's plugin into the test bundle.
