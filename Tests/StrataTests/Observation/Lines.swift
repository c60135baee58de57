/// A text stream that keeps its lines.
final class Lines: TextOutputStream, Sendable {
  private let lines = Protected<[String]>([])
  var all: [String] { lines.value }
  func write(_ string: String) { lines.update { $0.append(string) } }
}
