@main
enum Stratac {
  static func main() {
    print("usage: stratac VERB")
  }
}
