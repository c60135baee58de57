/// Rows of comma-separated values under a header line (RFC 4180: quotes, doubled quotes, CRLF).
struct CSV {
  let header: [String]
  let rows: [[String]]

  struct Problem: Error, CustomStringConvertible {
    let line: Int
    let description: String
  }

  init(_ text: String) throws {
    var records: [(line: Int, fields: [String])] = []
    var fields: [String] = []
    var field = ""
    var isQuoted = false
    var line = 1
    var start = 1
    var scalars = text.unicodeScalars.makeIterator()
    var pending = scalars.next()
    func endRecord() {
      fields.append(field)
      if fields != [""] { records.append((start, fields)) }
      fields = []
      field = ""
    }
    while let scalar = pending {
      pending = scalars.next()
      switch (scalar, isQuoted) {
      case ("\"", true) where pending == "\"":
        field.unicodeScalars.append("\"")
        pending = scalars.next()
      case ("\"", _):
        isQuoted.toggle()
      case (",", false):
        fields.append(field)
        field = ""
      case ("\r", false):
        break
      case ("\n", false):
        endRecord()
        line += 1
        start = line
      default:
        if scalar == "\n" { line += 1 }
        field.unicodeScalars.append(scalar)
      }
    }
    guard !isQuoted else { throw Problem(line: start, description: "a quoted field is not closed") }
    endRecord()
    guard let first = records.first else {
      throw Problem(line: 1, description: "there is no header line")
    }
    for record in records where record.fields.count != first.fields.count {
      throw Problem(
        line: record.line,
        description: "\(record.fields.count) fields where the header has \(first.fields.count)"
      )
    }
    header = first.fields
    rows = records.dropFirst().map(\.fields)
  }

  /// The fields of each row by the names in the header; empty fields are left out.
  var records: [[String: String]] {
    rows.map { row in
      var record: [String: String] = [:]
      for (name, value) in zip(header, row) where !value.isEmpty { record[name] = value }
      return record
    }
  }
}
