internal import CSQLite
internal import Foundation

/// Accumulates the rows of a group into one value of SQL.
package protocol SQLiteAggregate: AnyObject {
  func step(_ arguments: [DatabaseValue]) throws
  func finalize() throws -> DatabaseValue
}

extension SQLiteConnection {
  /// Adds a function to SQL.
  ///
  /// The number of arguments is nil for any. Only a function that is deterministic, whose equal
  /// arguments give equal results, may stand in indexes and generated columns.
  package func addFunction(
    _ name: String,
    argumentCount: Int?,
    isDeterministic: Bool,
    _ body: @escaping ([DatabaseValue]) throws -> DatabaseValue
  ) throws {
    let box = Unmanaged.passRetained(ScalarFunction(body))
    let code = sqlite3_create_function_v2(
      handle,
      name,
      argumentCount.map { Int32(clamping: $0) } ?? -1,
      flags(isDeterministic),
      box.toOpaque(),
      { context, count, values in
        guard let data = sqlite3_user_data(context) else { return }
        let function = Unmanaged<ScalarFunction>.fromOpaque(data).takeUnretainedValue()
        report(context) { try function.body(copies(count, values)) }
      },
      nil,
      nil,
      { $0.map { Unmanaged<ScalarFunction>.fromOpaque($0).release() } }
    )
    // SQLite releases the box itself where it fails.
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Adds an aggregate to SQL; `make` is called for each group.
  package func addAggregate(
    _ name: String,
    argumentCount: Int?,
    isDeterministic: Bool,
    _ make: @escaping () -> any SQLiteAggregate
  ) throws {
    let box = Unmanaged.passRetained(AggregateFunction(make))
    let code = sqlite3_create_function_v2(
      handle,
      name,
      argumentCount.map { Int32(clamping: $0) } ?? -1,
      flags(isDeterministic),
      box.toOpaque(),
      nil,
      { context, count, values in
        guard let group = AggregateGroup.current(context) else { return }
        do {
          if group.error == nil { try group.aggregate.step(copies(count, values)) }
        } catch {
          group.error = error
        }
      },
      { context in
        guard let group = AggregateGroup.current(context) else { return }
        report(context) {
          if let error = group.error { throw error }
          return try group.aggregate.finalize()
        }
        AggregateGroup.end(context)
      },
      { $0.map { Unmanaged<AggregateFunction>.fromOpaque($0).release() } }
    )
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Removes a function or an aggregate.
  package func removeFunction(_ name: String, argumentCount: Int?) throws {
    let code = sqlite3_create_function_v2(
      handle,
      name,
      argumentCount.map { Int32(clamping: $0) } ?? -1,
      SQLITE_UTF8,
      nil,
      nil,
      nil,
      nil,
      nil
    )
    guard code == SQLITE_OK else { throw error(code) }
  }

  private func flags(_ isDeterministic: Bool) -> Int32 {
    SQLITE_UTF8 | (isDeterministic ? SQLITE_DETERMINISTIC : 0)
  }
}

private final class ScalarFunction {
  let body: ([DatabaseValue]) throws -> DatabaseValue
  init(_ body: @escaping ([DatabaseValue]) throws -> DatabaseValue) { self.body = body }
}

private final class AggregateFunction {
  let make: () -> any SQLiteAggregate
  init(_ make: @escaping () -> any SQLiteAggregate) { self.make = make }
}

/// The aggregate of one group; SQLite keeps a pointer to it between the rows.
private final class AggregateGroup {
  let aggregate: any SQLiteAggregate
  var error: (any Error)?

  init(_ aggregate: any SQLiteAggregate) { self.aggregate = aggregate }

  static func current(_ context: OpaquePointer?) -> AggregateGroup? {
    guard
      let place = sqlite3_aggregate_context(
        context,
        Int32(MemoryLayout<UnsafeMutableRawPointer?>.size)
      )?
      .assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    else { return nil }
    if let pointer = place.pointee {
      return Unmanaged<AggregateGroup>.fromOpaque(pointer).takeUnretainedValue()
    }
    guard let data = sqlite3_user_data(context) else { return nil }
    let function = Unmanaged<AggregateFunction>.fromOpaque(data).takeUnretainedValue()
    let group = AggregateGroup(function.make())
    place.pointee = Unmanaged.passRetained(group).toOpaque()
    return group
  }

  static func end(_ context: OpaquePointer?) {
    let place = sqlite3_aggregate_context(context, 0)?
      .assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    if let pointer = place?.pointee {
      Unmanaged<AggregateGroup>.fromOpaque(pointer).release()
      place?.pointee = nil
    }
  }
}

private func copies(
  _ count: Int32,
  _ values: UnsafeMutablePointer<OpaquePointer?>?
) -> [DatabaseValue] {
  guard let values else { return [] }
  return (0..<Int(count)).map { DatabaseValue(copying: values[$0]) }
}

private func report(_ context: OpaquePointer?, _ body: () throws -> DatabaseValue) {
  do {
    setResult(context, try body())
  } catch let error as DatabaseError {
    sqlite3_result_error(context, error.message ?? "", -1)
    sqlite3_result_error_code(context, error.extendedResultCode.rawValue)
  } catch {
    sqlite3_result_error(context, "\(error)", -1)
  }
}

/// Gives SQLite the result of a function, or the value of a virtual table's column.
func setResult(_ context: OpaquePointer?, _ value: DatabaseValue) {
  // SQLite copies the bytes before the call returns (SQLITE_TRANSIENT).
  let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  switch value.storage {
  case .null: sqlite3_result_null(context)
  case .int64(let number): sqlite3_result_int64(context, number)
  case .double(let number): sqlite3_result_double(context, number)
  case .string(var text):
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        sqlite3_result_text64(
          context,
          $0.baseAddress,
          UInt64($0.count),
          transient,
          UInt8(SQLITE_UTF8)
        )
      }
    }
  case .blob(let data):
    data.withUnsafeBytes { bytes in
      if let base = bytes.baseAddress, !bytes.isEmpty {
        sqlite3_result_blob64(context, base, UInt64(bytes.count), transient)
      } else {
        sqlite3_result_zeroblob(context, 0)
      }
    }
  }
}
