import Foundation

/// A connection to a server, which belongs to one thread.
///
/// Commands are sent together, as a pipeline of libpq: ``synchronize()`` waits for the results of
/// all commands since the last call. It prepares each statement once, unless a pooler can lend each
/// transaction another connection of the server.
final class PostgreSQLConnection: BlockingFleetSQLConnection {
    let dialect = FleetSQLDialect.postgreSQL

    /// The database and its host, without a password, for errors.
    private(set) var name: String

    /// The schema of the tables; `nil` for the first one of the search path.
    let schema: String?

    /// The number of partitions of the tables that the connection creates.
    let partitions: Int

    /// The fleets whose tables exist.
    var preparedFleets: Set<String> = []

    /// Whether each transaction can have another connection of the server, with other settings and
    /// without prepared statements.
    private(set) var isPooled = true

    /// The statement that sets what a transaction depends on, unless the connection keeps it.
    private(set) var transactionSettings: [FleetSQLStatement] = []

    /// The work of the connection so far.
    private(set) var counts = PostgreSQLCounts()

    /// Whether the connection cannot be used any more.
    private(set) var isLost = false

    /// Whether it is lost because there was no answer in time.
    private(set) var isSilent = false

    /// Tells whether nobody waits for the answers any longer.
    var isAbandoned: () -> Bool = { false }

    private let library: PostgreSQLLibrary
    private let handle: PostgreSQLLibrary.Connection
    private let limits: PostgreSQLLimits
    private var commands: [Command] = []
    private var statements: [String: String] = [:]
    /// With it, an unexpected pooler causes an error, and not another client's statement.
    private let statementPrefix = "fleet_" + String(UInt32.random(in: .min ... .max), radix: 36)

    /// A command that was sent and whose result was not read.
    private struct Command {
        /// The statement, if the command prepares it.
        var preparation: String?
        var read: (PostgreSQLResult) throws(DurableStoreError) -> Void = { _ in }
    }

    /// Connects, and waits until the connection can be used.
    ///
    /// - Parameters:
    ///   - place: The database.
    ///   - limits: The times that the connection waits.
    ///   - library: The library.
    init(to place: PostgreSQLPlace, limits: PostgreSQLLimits, library: PostgreSQLLibrary) throws(DurableStoreError) {
        // Options of the caller come later and therefore replace these.
        let options =
            [("client_encoding", "UTF8"), ("application_name", "DurableMachines")]
            + Self.timeLimits + [("dbname", place.options)]
        let started = Self.withTexts(options.map(\.0) + options.map(\.1)) { texts in
            let ends: [UnsafePointer<CChar>?] = [nil]
            return library.connectStart(
                Array(texts[..<options.count]) + ends,
                Array(texts[options.count...]) + ends,
                1
            )
        }
        guard let handle = started else {
            throw .cannotOpen("PostgreSQL", reason: "There is not enough memory for a connection.")
        }
        name = library.name(of: handle)
        (self.handle, self.library, self.limits) = (handle, library, limits)
        (schema, partitions) = (place.schema, max(1, place.partitions))
        try connect()
        // It may be another host.
        name = library.name(of: handle)
        try configure(place.pooling)
    }

    deinit { library.finish(handle) }

    /// The times after which libpq gives up a host, and the system a connection.
    private static var timeLimits: [(String, String)] {
        let limits = [
            // Idle connections, and answers that take long.
            ("keepalives_idle", "5"), ("keepalives_interval", "2"), ("keepalives_count", "3"),
            // Bytes whose receipt nobody has confirmed, in milliseconds.
            ("tcp_user_timeout", "10000"),
        ]
        let isInEnvironment = ProcessInfo.processInfo.environment["PGCONNECT_TIMEOUT"] != nil
        return limits + (isInEnvironment ? [] : [("connect_timeout", "3")])
    }

    /// Connects and waits for the server.
    ///
    /// Only the blocking function of libpq goes on to the next host when a host does not answer. An
    /// object is needed before it, so that the error contains its SQLSTATE.
    private func connect() throws(DurableStoreError) {
        _ = library.setNoticeReceiver(handle, { _, _ in }, nil)
        _ = library.setErrorVerbosity(handle, PostgreSQLCode.verbose)
        library.connect(handle)
        guard library.status(handle) == PostgreSQLCode.connected else { throw cannotOpen(message) }
        _ = library.setErrorVerbosity(handle, PostgreSQLCode.defaultVerbosity)
        guard library.setNonblocking(handle, 1) == 0, library.enterPipelineMode(handle) == 1 else {
            throw cannotOpen(message)
        }
    }

    private func configure(_ pooling: PostgreSQLPooling.Mode) throws(DurableStoreError) {
        let answer: PostgreSQLFirstAnswer
        do {
            answer = try PostgreSQLFirstAnswer(from: self, within: limits.firstAnswer)
        } catch {
            throw cannotOpen(isSilent ? PostgreSQLFirstAnswer.missing(within: limits.firstAnswer) : "\(error)")
        }
        guard answer.hasKnownEncoding else {
            isLost = true
            throw .encoding(name, found: answer.encoding)
        }
        isPooled =
            switch pooling {
            case .session: false
            case .transaction: true
            // A pooler reports a number of its own for each of its clients.
            case .automatic: answer.process != Int(library.process(handle))
            }
        let settings = answer.settings(limits: limits, schema: schema, isLocal: isPooled)
        if isPooled {
            transactionSettings = [settings]
            return
        }
        do {
            try run(settings)
            counts.roundTrips += 1
            try synchronize(within: limits.firstAnswer)
        } catch {
            throw cannotOpen("\(error)")
        }
    }

    private func cannotOpen(_ reason: String) -> DurableStoreError {
        isLost = true
        return .cannotOpen(name, reason: reason)
    }

    // MARK: Commands

    /// Adds a command to those that are sent together.
    ///
    /// - Parameters:
    ///   - sql: The statement. `?1` stands for the first parameter, and `FLEET_` for the beginning
    ///     of the fleet's table names.
    ///   - fleet: The name of the fleet, which the caller has checked.
    ///   - values: The parameters.
    ///   - read: Receives the result during ``synchronize()``.
    func run(
        _ sql: String,
        in fleet: String = "",
        _ values: [FleetSQLValue] = [],
        read: @escaping (PostgreSQLResult) throws(DurableStoreError) -> Void = { _ in }
    ) throws(DurableStoreError) {
        try run(dialect.statement(sql, in: fleet, values), read: read)
    }

    /// Adds a command to those that are sent together.
    func run(
        _ command: FleetSQLStatement,
        read: @escaping (PostgreSQLResult) throws(DurableStoreError) -> Void = { _ in }
    ) throws(DurableStoreError) {
        guard !isLost else { throw .disconnected(name, reason: "The connection is closed.") }
        let statement = isPooled ? nil : try prepare(command.sql)
        let values = command.values.map(\.postgreSQLText)
        let count = Int32(values.count)
        let isSent = Self.withTexts(values) { texts in
            if let statement { return library.sendQueryPrepared(handle, statement, count, texts, nil, nil, 0) }
            return library.sendQuery(handle, command.sql, count, nil, texts, nil, nil, 0)
        }
        guard isSent == 1 else { throw lost(message) }
        commands.append(Command(read: read))
        counts.statements += 1
        // The results of many commands would need much memory on both sides.
        if commands.count >= 500 { try synchronize() }
    }

    private func prepare(_ sql: String) throws(DurableStoreError) -> String {
        if let name = statements[sql] { return name }
        let name = "\(statementPrefix)_\(counts.preparations)"
        guard library.sendPrepare(handle, name, sql, 0, nil) == 1 else { throw lost(message) }
        commands.append(Command(preparation: sql))
        statements[sql] = name
        counts.preparations += 1
        return name
    }

    func query(_ statement: FleetSQLStatement) throws -> [[FleetSQLValue]] { try perform([statement])[0] }

    /// Performs statements in one round trip.
    func perform(_ statements: [FleetSQLStatement]) throws -> [[[FleetSQLValue]]] {
        let answers = Answers(count: statements.count)
        for (index, statement) in statements.enumerated() {
            try run(statement) { answers.rows[index] = $0.values }
        }
        try synchronize()
        return answers.rows
    }

    /// The rows of statements, which arrive one after the other.
    private final class Answers {
        var rows: [[[FleetSQLValue]]]

        init(count: Int) { rows = Array(repeating: [], count: count) }
    }

    /// Sends the commands and waits for their results.
    ///
    /// - Throws: The first error. The commands after it are not performed, and an open transaction
    ///   can only be rolled back.
    func synchronize() throws(DurableStoreError) {
        counts.roundTrips += 1
        try synchronize(within: limits.answer)
    }

    /// Whether the server answers.
    func isAnswering(within limit: Duration) -> Bool { (try? prove(within: limit)) != nil }

    /// Makes sure that the server answers.
    func prove(within limit: Duration) throws(DurableStoreError) { try synchronize(within: limit) }

    private func synchronize(within limit: Duration) throws(DurableStoreError) {
        guard !isLost else { throw .disconnected(name, reason: "The connection is closed.") }
        guard library.pipelineSync(handle) == 1 else { throw lost(message) }
        let sent = commands
        commands = []
        let end = ContinuousClock.now + limit
        var failure: DurableStoreError?
        var (next, gaps) = (0, 0)
        while true {
            try waitForResult(until: end, limit)
            guard let result = library.getResult(handle).map({ PostgreSQLResult($0, of: library) }) else {
                // There is a gap after the result of each command.
                gaps += 1
                guard gaps <= sent.count, library.status(handle) == PostgreSQLCode.connected else {
                    throw lost(message)
                }
                continue
            }
            if result.status == PostgreSQLCode.synced { break }
            guard next < sent.count else { throw lost("The server sent an unexpected result.") }
            let command = sent[next]
            next += 1
            if let error = error(in: result, of: command) {
                failure = failure ?? error
                if isLost { break }
            } else if failure == nil, command.preparation == nil {
                do { try command.read(result) } catch { failure = error }
            }
        }
        if let failure { throw failure }
    }

    private func error(in result: PostgreSQLResult, of command: Command) -> DurableStoreError? {
        let status = result.status
        if status == PostgreSQLCode.commandDone || status == PostgreSQLCode.rows { return nil }
        if let preparation = command.preparation { statements[preparation] = nil }
        guard library.status(handle) == PostgreSQLCode.connected else { return lost(message) }
        if status == PostgreSQLCode.skipped {
            return .failed(name, code: "", message: "An earlier command failed.")
        }
        return DurableStoreError(
            state: result.error(PostgreSQLCode.state) ?? "",
            message: result.error(PostgreSQLCode.message) ?? message,
            name: name,
            seconds: limits.lock / .seconds(1)
        )
    }

    // MARK: Hints

    /// The hints that have arrived, or the first ones that arrive before a time.
    func hints(until end: ContinuousClock.Instant) throws(DurableStoreError) -> [FleetHint] {
        while true {
            guard library.consumeInput(handle) == 1 else { throw lost(message) }
            var hints: [FleetHint] = []
            var isOther = false
            while let notification = library.notification(handle) {
                defer { library.freeMemory(UnsafeMutableRawPointer(notification)) }
                isOther = true
                let content = UnsafePointer<PostgreSQLNotification>(notification).pointee.content
                if let hint = FleetHint(String(cString: content)) { hints.append(hint) }
            }
            if isOther || end <= .now { return hints }
            _ = try waitForSocket(Int16(POLLIN), until: end, looksUp: false)
        }
    }

    /// The number of the socket.
    var socket: Int32 { library.socket(handle) }

    // MARK: The socket

    /// Sends what is left to send, and waits until a result has arrived.
    private func waitForResult(
        until end: ContinuousClock.Instant,
        _ limit: Duration
    ) throws(DurableStoreError) {
        while true {
            let unsent = library.flush(handle)
            guard unsent >= 0 else { throw lost(message) }
            if library.isBusy(handle) == 0 { return }
            guard try waitForSocket(Int16(unsent == 1 ? POLLIN | POLLOUT : POLLIN), until: end) else {
                isSilent = true
                throw lost("The server did not answer within \(limit / .seconds(1)) seconds.")
            }
            guard library.consumeInput(handle) == 1 else { throw lost(message) }
        }
    }

    /// Waits for the socket; returns whether it is ready before a time.
    private func waitForSocket(
        _ events: Int16,
        until end: ContinuousClock.Instant,
        looksUp: Bool = true
    ) throws(DurableStoreError) -> Bool {
        while true {
            let left = (end - ContinuousClock.now).milliseconds
            guard left > 0 else { return false }
            var descriptor = pollfd(fd: library.socket(handle), events: events, revents: 0)
            // Now and then, it looks whether its caller has given up.
            let count = poll(&descriptor, 1, Int32(min(left, looksUp ? 50 : left)))
            if count > 0 { return true }
            if count == 0, isAbandoned() { throw lost("The call was cancelled.") }
            guard count == 0 || errno == EINTR else { throw lost(String(cString: strerror(errno))) }
        }
    }

    private func lost(_ reason: String) -> DurableStoreError {
        isLost = true
        return .disconnected(name, reason: reason)
    }

    private var message: String {
        let text = library.errorMessage(handle).map { String(cString: $0) } ?? ""
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("LOCATION:") }
        return lines.joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    // MARK: Texts

    /// Calls a closure with texts of C.
    private static func withTexts<Result>(
        _ texts: [String?],
        _ body: ([UnsafePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = texts.map { $0.map { strdup($0) } ?? nil }
        defer { for copy in copies { free(copy) } }
        return body(copies.map { UnsafePointer($0) })
    }
}

extension FleetSQLValue {
    /// The value as a parameter; `nil` for null.
    fileprivate var postgreSQLText: String? {
        switch self {
        case .integer(let number): "\(number)"
        case .text(let text): text
        case .null: nil
        }
    }
}

extension Duration {
    /// The number of whole milliseconds.
    var milliseconds: Int { Int((self / .milliseconds(1)).rounded()) }
}
