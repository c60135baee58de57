import StrataSchema

/// Finds the type and the storage of each parameter of a request or a statement from what it meets.
struct ParameterResolution {
  var catalog: Catalog
  /// The names of the parameters in their order: declared ones, then those that only SQL has.
  private(set) var names: [String] = []
  /// The type of `returns: value`.
  private(set) var valueType: InferredType?
  private(set) var meetings: [String: [PlacedMeeting]] = [:]
  /// Where decimals that are stored as text are used as numbers.
  private(set) var misuses: [SourceRange] = []
  /// Comparisons that never hold.
  private(set) var mismatches: [(TypeInference.Mismatch, SQLFragment)] = []
  /// The columns that are joined without being named; nil where something is not understood.
  private(set) var joinedColumns: Set<ProofDatabase.Read>? = []
  /// What the `*` inside of fragments stand for.
  private(set) var stars: [SQLFragment: [Range<Int>: String]] = [:]
  /// How often each parameter is written.
  private(set) var occurrences: [String: Int] = [:]
  /// How often each parameter stands after IN, where it is a list.
  private(set) var listings: [String: Int] = [:]
  /// Parameters in clauses that may give a comparison with NULL a meaning.
  private var provided: Set<String> = []
  /// Parameters of which it is asked whether they are NULL.
  private var nullTested: Set<String> = []
  private(set) var firstPlaces: [String: SourceRange] = [:]
  let declared: [String: ParameterModel]
  /// Names that the generated type has already.
  let takenNames: Set<String>

  struct PlacedMeeting {
    var meeting: TypeInference.Meeting
    var range: SourceRange
  }

  init(
    _ parameters: [ParameterModel],
    taken takenNames: Set<String> = ParameterResolution.requestNames,
    catalog: Catalog
  ) {
    self.catalog = catalog
    self.takenNames = takenNames
    declared = Dictionary(
      parameters.map { ($0.name.value, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    names = parameters.map(\.name.value)
  }

  /// The declared types by name.
  var declaredTypes: [String: InferredType] { declared.mapValues { InferredType($0.type) } }

  /// The number of each parameter.
  var numbers: [String: Int] {
    Dictionary(
      names.enumerated().map { ($1, $0 + 1) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Notes the parameters of the clauses and what they meet.
  mutating func read(_ clauses: [ReadClause], on source: RequestSQL.Source) {
    for clause in clauses {
      read(clause.tokens, of: clause.fragment)
      infer(clause, on: source)
    }
  }

  /// Notes the parameters of a fragment.
  mutating func read(_ tokens: [SQLToken], of fragment: SQLFragment) {
    let providesForNull = ParameterResolution.provideForNull(tokens)
    var previous: SQLToken?
    for token in tokens where token.kind != .comment {
      defer { previous = token }
      guard token.kind == .parameter else { continue }
      let name = token.parameterName
      occurrences[name, default: 0] += 1
      if previous?.isWord("in") == true { listings[name, default: 0] += 1 }
      if providesForNull { provided.insert(name) }
      guard firstPlaces[name] == nil else { continue }
      firstPlaces[name] = fragment.range(ofUTF8: token.range)
      if declared[name] == nil { names.append(name) }
    }
  }

  /// Notes that a fragment with an error has parameters: those that are declared are used.
  mutating func use(_ tokens: [SQLToken], of fragment: SQLFragment) {
    for token in tokens where token.kind == .parameter {
      let name = token.parameterName
      guard declared[name] != nil, firstPlaces[name] == nil else { continue }
      firstPlaces[name] = fragment.range(ofUTF8: token.range)
    }
  }

  private mutating func infer(_ clause: ReadClause, on source: RequestSQL.Source) {
    guard let expressions = clause.expressions else {
      joinedColumns = nil
      return
    }
    var inference = TypeInference(catalog, parameters: declaredTypes)
    let isAggregate = expressions.contains { $0.isAggregate(catalog.aggregates) }
    var frame =
      catalog[SQLTokenizer.fold(source.sqlName)].map { TypeInference.Frame(reading: $0) }
      ?? TypeInference.Frame()
    frame.isRowMissing = clause.clause == .value && isAggregate
    inference.frames = [frame]
    for expression in expressions {
      let type = inference.type(of: expression)
      if clause.clause == .value { valueType = type }
      if clause.clause == .order { inference.useAsNumber(expression, type) }
      if clause.clause == .limit { inference.meet(expression, .init(.int), .limit) }
    }
    add(inference, of: clause.fragment)
  }

  /// Notes what was found in a fragment.
  mutating func add(_ inference: TypeInference, of fragment: SQLFragment) {
    joinedColumns?.formUnion(inference.joinedColumns)
    stars[fragment] = inference.stars.compactMapValues(\.self)
    nullTested.formUnion(inference.nullTested)
    misuses += inference.misused.map { fragment.range(ofUTF8: $0.range) }
    mismatches += inference.mismatches.map { ($0, fragment) }
    for meeting in inference.meetings where meeting.type.type != nil {
      let range = fragment.range(ofUTF8: meeting.parameter.range)
      meetings[meeting.parameter.name, default: []].append(
        PlacedMeeting(meeting: meeting, range: range)
      )
    }
  }

  /// The parameters in their order; nil where an error was reported.
  func resolve(_ diagnostics: inout Diagnostics) -> [ProvedParameter]? {
    var parameters: [ProvedParameter] = []
    for name in names where checkName(name, &diagnostics) {
      if let parameter = resolve(name, &diagnostics) { parameters.append(parameter) }
    }
    return parameters.count == names.count ? parameters : nil
  }

  /// The types of the parameters that are known by what has been read.
  var knownTypes: [String: InferredType] {
    var ignored = Diagnostics()
    return Self.types(of: names.compactMap { resolve($0, &ignored) })
  }

  private func resolve(_ name: String, _ diagnostics: inout Diagnostics) -> ProvedParameter? {
    if listings[name] != nil { return resolveList(name, &diagnostics) }
    if let declared = declared[name] { return resolve(declared, &diagnostics) }
    return infer(name, &diagnostics)
  }

  private func resolve(
    _ parameter: ParameterModel,
    _ diagnostics: inout Diagnostics
  ) -> ProvedParameter? {
    let name = parameter.name.value
    guard firstPlaces[name] != nil else {
      var message = "the parameter '\(name)' is not used; write ':\(name)' in the SQL or remove it"
      let near = nearest(to: name, in: names.filter { declared[$0] == nil })
      if let near { message = "the parameter '\(name)' is not used; the SQL has ':\(near)'" }
      diagnostics.error(
        "unused-parameter",
        message,
        at: parameter.name.range,
        fixIts: near.map { [.init("write '\($0)'", replacing: parameter.name.range, with: $0)] }
          ?? []
      )
      return nil
    }
    guard
      case .matched(let storage) = storage(of: parameter, as: .init(parameter.type), &diagnostics)
    else { return nil }
    guard checkNull(parameter, &diagnostics) else { return nil }
    return ProvedParameter(
      name: name,
      type: parameter.type.type,
      isOptional: parameter.type.isOptional,
      storage: storage ?? parameter.type.storage,
      defaultValue: parameter.defaultValue
    )
  }

  /// Refuses a parameter that may be nil where it only stands in comparisons, which NULL never
  /// satisfies; beside a test such as `:name IS NULL` its author knows.
  private func checkNull(_ parameter: ParameterModel, _ diagnostics: inout Diagnostics) -> Bool {
    let name = parameter.name.value
    let comparisons = (meetings[name] ?? []).filter { $0.meeting.kind == .comparison }
    guard parameter.type.isOptional, !provided.contains(name), let first = comparisons.first,
      Set(comparisons.map(\.range)).count == occurrences[name]
    else { return true }
    diagnostics.error(
      "null-comparison",
      "':\(name)' may be nil, which '=' and its like never match; write 'IS :\(name)', or"
        + " ':\(name) IS NULL OR …', or declare it without '?'",
      at: first.range,
      notes: [.init("the parameter is declared here", at: parameter.type.range)]
    )
    return false
  }

  private func infer(_ name: String, _ diagnostics: inout Diagnostics) -> ProvedParameter? {
    let place = firstPlaces[name]
    let all = meetings[name] ?? []
    // The column in which it is stored says more than what else may be stored there.
    let isStored = all.contains { $0.meeting.kind == .assignment }
    let met = isStored ? all.filter { $0.meeting.kind != .alternative } : all
    guard let first = met.first else {
      diagnostics.error(
        "parameter-type",
        "the type of ':\(name)' cannot be known from what it meets; declare it, such as"
          + " 'parameters: {\(name): Int}'",
        at: place
      )
      return nil
    }
    let type = met.first { !$0.meeting.kind.isLoose }?.meeting.type ?? first.meeting.type
    for other in met {
      guard type.compares(with: other.meeting), let needed = other.meeting.type.type,
        needed == type.type || other.meeting.kind.isLoose
      else {
        diagnostics.error(
          "parameter-type",
          "':\(name)' meets values that are \(type.spelling) and \(other.meeting.type.spelling);"
            + " declare it under 'parameters:'",
          at: other.range
        )
        return nil
      }
      if other.meeting.type.storage != type.storage, !other.meeting.kind.isLoose {
        reportStorages(
          name,
          type.storage,
          other.meeting.type.storage,
          at: other.range,
          &diagnostics
        )
        return nil
      }
    }
    let isTaken = met.allSatisfy { place in
      place.meeting.kind.takesNull
        && (place.meeting.kind != .assignment || place.meeting.type.isOptional)
    }
    let isOptional = isTaken && type.isOptional || !isStored && nullTested.contains(name)
    let bound = Self.date(of: met.map(\.meeting)) ?? type
    return ProvedParameter(
      name: name,
      type: bound.type ?? .any,
      isOptional: isOptional,
      storage: bound.storage,
      defaultValue: nil
    )
  }

  /// A date in the form of what it meets, as in `date(placed) = :day`; nil where there is no such form,
  /// or something else.
  static func date(of meetings: [TypeInference.Meeting]) -> InferredType? {
    let compared = meetings.filter { !$0.kind.isLoose }.map(\.type)
    guard let form = compared.first?.form, let storage = form.storage,
      compared.allSatisfy({ $0.form == form })
    else { return nil }
    return InferredType(type: .date, storage: storage, isOptional: false)
  }

  func reportStorages(
    _ name: String,
    _ first: ColumnStorage,
    _ second: ColumnStorage,
    at range: SourceRange,
    _ diagnostics: inout Diagnostics
  ) {
    diagnostics.error(
      "parameter-storage",
      "':\(name)' meets columns that are stored as \(first.spelling) and as \(second.spelling);"
        + " use two parameters",
      at: range
    )
  }
}

extension ParameterResolution {
  /// Whether the result of a comparison may be asked for NULL, as in `coalesce(name = :name, 1)`.
  fileprivate static func provideForNull(_ tokens: [SQLToken]) -> Bool {
    let words: Set<String> = ["case", "coalesce", "ifnull", "if", "iif"]
    return tokens.indices.contains { index in
      words.contains(tokens[index].folded)
        || index > 0 && tokens[index - 1].isSymbol(")")
          && ["is", "isnull", "notnull", "not"].contains(tokens[index].folded)
    }
  }
}
