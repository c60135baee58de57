internal import Foundation

/// The identity of the calling thread, never 0.
@inline(__always)
package func currentThread() -> UInt {
  #if canImport(Darwin)
  UInt(bitPattern: pthread_self())
  #else
  UInt(pthread_self())
  #endif
}
