/// A typed request of rows that can be read page by page.
///
///     let first = try AllScoresRequest().page().fetch(db)
///     let second = try AllScoresRequest().page(after: first.next).fetch(db)
///
/// A page begins after the last row of the page before, wherever that has moved: rows that come or go do
/// not shift it, and no page costs more than the first.
public protocol RequestWithPages: ManyRequest {
  /// The SQL of the pages, in each order.
  static var pages: RequestPages { get }

  /// The number of the chosen order; 0 where there is one only.
  var pageOrder: Int { get }
}

extension RequestWithPages {
  /// The place between two rows.
  public typealias Cursor = PageCursor<Self>

  /// The only order.
  public var pageOrder: Int { 0 }

  /// The request of a page, which can be fetched and observed.
  ///
  /// - Parameter cursor: `next` of the page before; nil for the first page.
  /// - Returns: the request.
  public func page(after cursor: Cursor? = nil) -> RequestPageQuery<Self> {
    RequestPageQuery(self, after: cursor)
  }
}

extension RequestWithPages where Self: RequestWithOrders {
  /// The number of the chosen order.
  public var pageOrder: Int { order.rawValue }
}

/// The SQL of a request's pages, in each of its orders.
public final class RequestPages: Sendable {
  struct Page: Sendable {
    var first: RequestDefinition
    var next: RequestDefinition
    /// How many values say where a page ends.
    var keyCount: Int
  }

  /// How many rows a page has.
  let size: Int
  /// How many parameters the request has.
  let parameterCount: Int
  let pages: [Page]

  /// Makes the definitions.
  ///
  /// - Parameters:
  ///   - size: how many rows a page has; the SQL asks for one more.
  ///   - parameterCount: how many parameters the request has; those of the place follow them.
  ///   - sql: for each order the SELECT of the first page, that of a page after a place, and how many
  ///     values a place has, which both statements give after the columns of the row.
  ///   - footprint: what each of them reads.
  public init(
    size: Int,
    parameterCount: Int,
    _ sql: [(first: String, next: String, keyCount: Int)],
    reads footprint: RequestFootprint
  ) {
    self.size = size
    self.parameterCount = parameterCount
    pages = sql.map {
      Page(
        first: RequestDefinition($0.first, reads: footprint),
        next: RequestDefinition($0.next, reads: footprint),
        keyCount: $0.keyCount
      )
    }
  }
}

/// A place between two rows of a request.
public struct PageCursor<Request: RequestWithPages>: Hashable, Sendable {
  let order: Int
  /// What the row before the place has in the order and in the key.
  let values: [DatabaseValue]
}

/// The rows of a page.
public struct RequestPage<Request: RequestWithPages>: Sendable {
  /// The rows.
  public var rows: [Request.Row]
  /// The place where the next page begins; nil where this is the last one.
  public var next: PageCursor<Request>?
}

extension RequestPage: Equatable where Request.Row: Equatable {}
extension RequestPage: Hashable where Request.Row: Hashable {}

/// The request of one page of a request.
public struct RequestPageQuery<Request: RequestWithPages>: TypedRequest {
  /// What the request gives.
  public typealias Value = RequestPage<Request>

  /// The request whose rows are read.
  public var request: Request
  /// The place where the page begins; nil for the first page.
  public var cursor: PageCursor<Request>?

  /// Makes the request of a page.
  public init(_ request: Request, after cursor: PageCursor<Request>? = nil) {
    self.request = request
    self.cursor = cursor
  }

  /// What the request reads, whichever page it is.
  public static var definition: RequestDefinition { Request.definition }

  /// No rows.
  public static var defaultValue: RequestPage<Request> { RequestPage(rows: [], next: nil) }

  /// The SQL of the page.
  public var chosenDefinition: RequestDefinition { cursor == nil ? page.first : page.next }

  private var page: RequestPages.Page { Request.pages.pages[request.pageOrder] }

  /// Binds the parameters of the request, and the place.
  public func bind(to values: ValueBinder) {
    request.bind(to: values)
    for (index, value) in (cursor?.values ?? []).enumerated() {
      values.value(Request.pages.parameterCount + index, value)
    }
  }

  /// Runs the request.
  ///
  /// - Throws: `DatabaseError`, also where the place is one in another order.
  public func fetch(_ db: Database) throws -> RequestPage<Request> {
    if let cursor, cursor.order != request.pageOrder {
      throw DatabaseError(message: "the page would begin at a place of another order")
    }
    let statement = try statement(db)
    defer { statement.finish() }
    let size = Request.pages.size
    var result = Self.defaultValue
    result.rows.reserveCapacity(size)
    var end: [DatabaseValue] = []
    while try statement.step() {
      if result.rows.count == size {
        result.next = PageCursor(order: request.pageOrder, values: end)
        break
      }
      result.rows.append(try Request.Row.read(running: statement))
      if result.rows.count == size { end = statement.lastValues(page.keyCount) }
    }
    return result
  }
}

extension Statement {
  /// The values of the last columns of the current row.
  fileprivate func lastValues(_ count: Int) -> [DatabaseValue] {
    (sqlite.columnCount - count..<sqlite.columnCount).map { sqlite.value($0) }
  }
}
