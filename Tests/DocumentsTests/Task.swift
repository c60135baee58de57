import StrataDocuments

final class Task: Codable {
  @DocumentID var id: String?
  var title: String
  var completed: Bool?

  init(id: String? = nil, title: String, completed: Bool? = nil) {
    self.id = id
    self.title = title
    self.completed = completed
  }
}
