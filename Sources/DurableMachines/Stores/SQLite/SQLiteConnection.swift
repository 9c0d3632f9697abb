import Foundation

/// A connection to a database file.
///
/// A connection belongs to one thread. It prepares each statement once.
final class SQLiteConnection: BlockingFleetSQLConnection {
    let path: String
    let dialect = FleetSQLDialect.sqlite
    var name: String { path }
    let library: SQLiteLibrary

    /// The work of the connection so far.
    var counts = SQLiteCounts()

    /// The number of transactions that have been committed.
    var commits: Int { counts.commits }

    /// The error of the last failed statement of the transaction.
    private var lastError: DurableStoreError?

    /// Whether a transaction was begun, which SQLite may have ended by itself.
    private var hasBegun = false

    /// The fleets whose tables exist.
    var preparedFleets: Set<String> = []

    /// The files at the time when the connection was opened; `nil` before.
    var files: SQLiteFiles?

    let handle: SQLiteLibrary.Database
    private let lockWait: LockWait

    /// The prepared statements, by a remainder of the lengths of their texts.
    ///
    /// Most of the lengths differ, and a hash would take longer.
    private var statements: [[SQLiteStatement]] = Array(repeating: [], count: 64)

    /// Opens a file, or creates it.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - limit: The time that the connection waits for a lock.
    ///   - library: The library.
    ///   - checksSchema: Whether a file with a schema of another program is refused.
    ///   - elapsed: The clock for the waits.
    init(
        path: String,
        waitingForLock limit: Duration,
        library: SQLiteLibrary,
        checksSchema: Bool = true,
        elapsed: @escaping @Sendable () -> Duration = LockWait.elapsed
    ) throws(DurableStoreError) {
        try Self.check(path)
        (self.path, self.library, lockWait) = (path, library, LockWait(limit: limit, elapsed: elapsed))
        var handle: SQLiteLibrary.Database?
        // A path that begins with a folder is never taken for a URI.
        let code = library.open(path.hasPrefix("/") ? path : "./\(path)", &handle, SQLiteCode.openFlags, nil)
        guard let handle else { throw .cannotOpen(path, reason: "There is not enough memory for a connection.") }
        self.handle = handle
        guard code == SQLiteCode.ok else { throw error(code) }
        // SQLite opens a file without permission to write for reading.
        guard library.isReadOnly(handle, "main") == 0 else { throw .readOnly(path) }
        _ = library.extendedResultCodes(handle, 1)
        lockWait.install(on: handle, of: library)
        try configure()
        files = try SQLiteFiles(of: self)
        if checksSchema { try checkSchema() }
    }

    deinit {
        statements = []
        _ = library.close(handle)
    }

    private static func check(_ path: String) throws(DurableStoreError) {
        guard !path.isEmpty else { throw .cannotOpen(path, reason: "The store needs the path of a file.") }
        guard !path.utf8.contains(0) else { throw .cannotOpen(path, reason: "The path contains a null byte.") }
        guard path != ":memory:" else {
            throw .cannotOpen(path, reason: "Use an InMemoryStore for a store without a file.")
        }
    }

    // MARK: Statements

    /// Performs a statement and returns the number of rows that it has changed.
    ///
    /// - Parameters:
    ///   - sql: The statement. In it, `FLEET_` stands for the beginning of the fleet's table names.
    ///   - fleet: The name of the fleet, which the caller has checked.
    ///   - values: The parameters.
    @discardableResult
    func run(_ sql: String, in fleet: String = "", _ values: [FleetSQLValue] = []) throws(DurableStoreError) -> Int {
        let statement = try start(SQLText(template: sql, fleet: fleet, dialect: dialect), values)
        defer { statement.reset() }
        var code = statement.step()
        while code == SQLiteCode.row { code = statement.step() }
        guard code == SQLiteCode.done else { throw error(code) }
        return Int(library.changes(handle))
    }

    /// Performs a query and converts its rows.
    func rows<Row>(
        _ sql: String,
        in fleet: String = "",
        _ values: [FleetSQLValue] = [],
        _ row: (SQLRow) throws(DurableStoreError) -> Row
    ) throws(DurableStoreError) -> [Row] {
        let statement = try start(SQLText(template: sql, fleet: fleet, dialect: dialect), values)
        defer { statement.reset() }
        var rows: [Row] = []
        while true {
            let code = statement.step()
            guard code == SQLiteCode.row else {
                guard code == SQLiteCode.done else { throw error(code) }
                return rows
            }
            counts.rowsRead += 1
            rows.append(try row(SQLRow(values: statement.values)))
        }
    }

    func query(_ statement: FleetSQLStatement) throws -> [[FleetSQLValue]] {
        if hasBegun { try checkTransaction() }
        let prepared = try start(statement.text, statement.values)
        defer { prepared.reset() }
        var rows: [[FleetSQLValue]] = []
        while true {
            let code = prepared.step()
            guard code == SQLiteCode.row else {
                guard code == SQLiteCode.done else { throw error(code) }
                counts.rowsRead += rows.count
                if prepared.isWriting { counts.rowsChanged += Int(library.changes(handle)) }
                return rows
            }
            rows.append(prepared.values)
        }
    }

    private func start(_ text: SQLText, _ values: [FleetSQLValue]) throws(DurableStoreError) -> SQLiteStatement {
        let statement = try prepared(text)
        counts.statements += 1
        let code = statement.bind(values)
        guard code == SQLiteCode.ok else {
            statement.reset()
            throw error(code)
        }
        return statement
    }

    private func prepared(_ text: SQLText) throws(DurableStoreError) -> SQLiteStatement {
        let place = text.template.utf8.count % statements.count
        for statement in statements[place] where statement.text == text { return statement }
        var pointer: SQLiteLibrary.Statement?
        let code = library.prepare(handle, text.sql, -1, &pointer, nil)
        guard code == SQLiteCode.ok, let pointer else { throw error(code) }
        let statement = SQLiteStatement(text, pointer, of: library)
        statements[place].append(statement)
        counts.preparations += 1
        return statement
    }

    // MARK: Transactions

    /// Whether a transaction is open.
    ///
    /// SQLite ends a transaction by itself after some errors.
    var isInTransaction: Bool { library.isAutocommit(handle) == 0 }

    /// Waits for the lock and begins a transaction that writes.
    func beginWriting() throws(DurableStoreError) {
        lastError = nil
        // A look at the content of a large file takes long, and nobody has to wait for it here.
        if files?.isShorter == true { try checkFiles() }
        try run("BEGIN IMMEDIATE")
        hasBegun = true
    }

    /// Begins a transaction that reads one version of the data.
    func beginReading() throws(DurableStoreError) {
        lastError = nil
        try run("BEGIN")
        hasBegun = true
    }

    /// Throws the error with which SQLite has ended the transaction, if it has.
    ///
    /// Without this check, a later statement would be a transaction of its own.
    func checkTransaction() throws(DurableStoreError) {
        guard !isInTransaction else { return }
        throw lastError ?? .failed(path, code: "4", message: "SQLite rolled back the transaction.")
    }

    /// Commits the transaction, unless its changes would be lost with the file.
    func commit() throws(DurableStoreError) {
        try checkFiles()
        try run("COMMIT")
        hasBegun = false
        files?.noteSize()
        counts.commits += 1
    }

    /// Ends the transaction without its changes, if it is still open.
    func rollBack() {
        hasBegun = false
        if isInTransaction { _ = try? run("ROLLBACK") }
    }

    /// Performs reads or writes in a transaction of their own.
    func inTransaction<Result>(
        _ begin: () throws -> Void,
        _ body: () throws -> Result
    ) throws -> Result {
        rollBack()
        try begin()
        do {
            let result = try body()
            try commit()
            return result
        } catch {
            rollBack()
            // Damage may only be the consequence.
            if error is DurableStoreError { try checkFiles() }
            throw error
        }
    }

    // MARK: Errors

    /// Repeats a statement for which SQLite does not call the busy handler.
    func retryingWhileBusy<Result>(_ body: () throws(DurableStoreError) -> Result) throws(DurableStoreError) -> Result {
        lockWait.begin()
        while true {
            do { return try body() } catch {
                guard case .busy = error, lockWait.sleep() else { throw error }
            }
        }
    }

    /// The error for a code.
    func error(_ code: Int32) -> DurableStoreError {
        // Later versions have a function for the number, but it misses the errors of a commit.
        let systemError = errno
        let message = library.errorMessage(handle).map { String(cString: $0) } ?? ""
        let error = DurableStoreError(
            code: code,
            systemError: systemError,
            message: message,
            path: path,
            seconds: lockWait.seconds
        )
        lastError = error
        return error
    }
}
