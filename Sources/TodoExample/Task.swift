import StrataDocuments

/// Something to be done.
final class Task: Codable {
  @DocumentID var id: String?
  var title: String
  var completed: Bool

  init(title: String, completed: Bool = false) {
    self.title = title
    self.completed = completed
  }
}
