import Foundation

/// The conversation of a transaction with a connection whose calls are asynchronous.
///
/// Transactions are synchronous code. This connection answers their questions from earlier answers.
/// At a question without an answer, the transaction ends with an error, its writer asks the real
/// connection, and the transaction begins again. All reads come before all writes, so nothing is
/// written twice.
final class SQLTranscript: BlockingFleetSQLConnection {
    let dialect: FleetSQLDialect

    /// The question without an answer; `nil` if the transaction has ended.
    private(set) var question: [FleetSQLStatement]?

    private var entries: [(statements: [FleetSQLStatement], rows: [[[FleetSQLValue]]])] = []
    private var position = 0

    /// The transaction has to begin again.
    private struct Unanswered: Error {}

    init(in dialect: FleetSQLDialect) { self.dialect = dialect }

    /// Lets the transaction begin again.
    func rewind() {
        (question, position) = (nil, 0)
    }

    /// Adds the answer to the question.
    func answer(_ rows: [[[FleetSQLValue]]]) {
        if let question { entries.append((question, rows)) }
        rewind()
    }

    func query(_ statement: FleetSQLStatement) throws -> [[FleetSQLValue]] { try perform([statement])[0] }

    func perform(_ statements: [FleetSQLStatement]) throws -> [[[FleetSQLValue]]] {
        guard question == nil, entries.indices.contains(position) else {
            question = question ?? statements
            throw Unanswered()
        }
        guard entries[position].statements == statements else {
            throw DurableStoreError.failed(
                name,
                code: "",
                message: "The transaction's closure executed different statements when the store called it again. "
                    + "Let the statements depend only on the rows that the closure reads."
            )
        }
        defer { position += 1 }
        return entries[position].rows
    }
}

extension SQLTranscript {
    /// Performs a transaction on a connection whose calls are asynchronous.
    ///
    /// - Parameters:
    ///   - connection: The connection, on which the caller has begun a transaction.
    ///   - fleet: The name of the fleet, which the caller has checked.
    ///   - isWriting: Whether writes are allowed.
    ///   - body: The reads and writes, which are called again after each answer.
    nonisolated(nonsending) static func perform<Result>(
        on connection: some FleetSQLConnection,
        fleet: String,
        isWriting: Bool,
        _ body: (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        let transcript = SQLTranscript(in: connection.dialect)
        // The time of SQLite must be the same in each call.
        let now = connection.dialect.kind == .sqlite ? Date() : nil
        while true {
            let rows = SQLTransaction(on: transcript, fleet: fleet, isWriting: isWriting, now: now)
            let attempt = Swift.Result {
                let result = try body(rows)
                return (result, writes: try rows.takeWrites())
            }
            if let question = transcript.question {
                transcript.answer(try await answer(question, of: connection))
                continue
            }
            let (result, writes) = try attempt.get()
            if !writes.statements.isEmpty { try writes.check(try await answer(writes.statements, of: connection)) }
            return result
        }
    }
    /// The rows of statements on a connection of the caller, whose errors are told apart.
    private nonisolated(nonsending) static func answer(
        _ statements: [FleetSQLStatement],
        of connection: some FleetSQLConnection
    ) async throws -> [[[FleetSQLValue]]] {
        do { return try await connection.perform(statements) } catch { throw CallerError(error: error) }
    }
}
