import Foundation
import StateMachineLocks

/// The hints with which processes tell each other that a job is due.
///
/// A process sends a hint with `NOTIFY`, after the commit and after its caller has the answer.
/// Within the transaction, `NOTIFY` would let only one transaction of the database commit at a
/// time. A run receives hints with `LISTEN`, on a connection and a thread of their own.
///
/// A hint may be lost, late or doubled, because workers also look for jobs at intervals. So no
/// error of a hint is an error of a call or a run.
final class PostgreSQLHints: Sendable {
    /// Opens the connection that receives hints.
    typealias Opening = @Sendable () throws(DurableStoreError) -> PostgreSQLConnection

    private struct Content {
        var receivers: [Int: (fleet: String, receive: @Sendable () -> Void)] = [:]
        var nextID = 0
        /// Whether the thread runs.
        var isServing = false
        /// The thread's connection, for whoever ends its wait.
        var socket: Int32?
        var isClosed = false
        var closers: [CheckedContinuation<Void, Never>] = []
        /// The times of the last hints, by fleet.
        var hints: [String: ContinuousClock.Instant] = [:]

        var isNeeded: Bool { !receivers.isEmpty && !isClosed }
    }

    /// The sender's name in its hints, which it ignores itself.
    let sender = UUID().uuidString

    private let isEnabled: Bool
    private let limits: PostgreSQLLimits
    private let open: Opening
    private let content = Locked(Content())
    private let isOver = DispatchSemaphore(value: 0)

    init(isEnabled: Bool, limits: PostgreSQLLimits, open: @escaping Opening) {
        (self.isEnabled, self.limits, self.open) = (isEnabled, limits, open)
    }

    // MARK: Sending

    /// Whether a fleet whose transaction has just been committed sends a hint.
    ///
    /// The commit comes before this question. Otherwise, the commit could end after the receivers
    /// of the last hint were woken once more.
    func maySend(to fleet: String) -> Bool {
        guard isEnabled else { return false }
        return content.withLock { content in
            let now = ContinuousClock.now
            if let last = content.hints[fleet], now < last + limits.hints { return false }
            content.hints[fleet] = now
            return true
        }
    }

    /// The time of a fleet's last hint.
    func lastHint(to fleet: String) -> ContinuousClock.Instant? { content.withLock { $0.hints[fleet] } }

    // MARK: Receiving

    /// Calls a closure at each hint of another process, for as long as a body runs.
    func withReceiver<Result: Sendable>(
        of fleet: String,
        _ receive: @escaping @Sendable () -> Void,
        _ body: () async -> Result
    ) async -> Result {
        guard isEnabled else { return await body() }
        let (id, isFirst) = content.withLock { content in
            content.nextID += 1
            content.receivers[content.nextID] = (fleet, receive)
            let isFirst = !content.isServing && !content.isClosed
            if isFirst { content.isServing = true }
            return (content.nextID, isFirst)
        }
        if isFirst {
            let thread = Thread { [self] in serve() }
            thread.name = "PostgreSQL hints"
            thread.start()
        }
        let result = await body()
        end { $0.receivers[id] = nil }
        return result
    }

    /// Ends the thread, and waits until its connection is closed.
    func close() async {
        end { $0.isClosed = true }
        await withCheckedContinuation { continuation in
            let isFinished = content.withLock { content in
                if content.isServing { content.closers.append(continuation) }
                return !content.isServing
            }
            if isFinished { continuation.resume() }
        }
    }

    /// Makes a change after which the thread may not be needed any longer.
    private func end(_ change: (inout Content) -> Void) {
        content.withLock { content in
            change(&content)
            guard !content.isNeeded else { return }
            isOver.signal()
            if let socket = content.socket { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    // MARK: On the thread

    private func serve() {
        var failures = 0
        while isNeeded() {
            do throws(DurableStoreError) {
                let isOpen = try listen()
                failures = 0
                // Without hints, runs look for jobs at intervals.
                if !isOpen { isOver.wait() }
            } catch {
                failures += 1
                // A wrong password stays wrong until somebody changes it.
                let pause = error.isPermanent ? 60 : RetryPause.seconds(afterFailures: failures)
                _ = isOver.wait(timeout: .now() + pause)
            }
        }
    }

    /// Receives hints until nobody needs them any longer.
    ///
    /// - Returns: `false` if a pooler would lend the connection to others.
    private func listen() throws(DurableStoreError) -> Bool {
        let connection = try open()
        guard !connection.isPooled else { return false }
        try connection.listen(within: limits.connecting)
        try receive(from: connection)
        return true
    }

    /// Whether the thread continues.
    private func isNeeded() -> Bool {
        let (isNeeded, closers) = content.withLock { content in
            if content.isNeeded { return (true, [CheckedContinuation<Void, Never>]()) }
            content.isServing = false
            return (false, content.closers)
        }
        for closer in closers { closer.resume() }
        return isNeeded
    }

    private func receive(from connection: PostgreSQLConnection) throws(DurableStoreError) {
        content.withLock { $0.socket = connection.socket }
        defer { content.withLock { $0.socket = nil } }
        // There may have been hints before.
        wake { _ in true }
        var echoes: [String: ContinuousClock.Instant] = [:]
        while content.withLock({ $0.isNeeded }) {
            let end = echoes.values.min() ?? .now + limits.trust
            let hints = try connection.hints(until: end)
            let now = ContinuousClock.now
            let due = echoes.filter { $0.value <= now }.keys
            for fleet in due { echoes[fleet] = nil }
            // A server can disappear without a word.
            if hints.isEmpty, due.isEmpty, echoes.isEmpty { try connection.prove(within: limits.probe) }
            let fleets = Set(hints.filter { $0.sender != sender }.map(\.fleet))
            // What was committed during the sender's pause has no hint of its own.
            for fleet in fleets { echoes[fleet] = now + limits.hints * 2 }
            let woken = fleets.union(due)
            if !woken.isEmpty { wake { woken.contains($0) } }
        }
    }

    private func wake(_ isMeant: (String) -> Bool) {
        let receivers = content.withLock { $0.receivers.values.filter { isMeant($0.fleet) }.map(\.receive) }
        for receive in receivers { receive() }
    }
}

/// The time before another attempt to connect.
enum RetryPause {
    /// A time that grows with the number of failures, up to a second, chosen at random.
    static func seconds(afterFailures failures: Int) -> TimeInterval {
        let longest = min(0.001 * Double(1 << min(failures, 10)), 1)
        return .random(in: longest / 2...longest)
    }
}

/// A hint that a fleet has a job that is due.
struct FleetHint: Hashable, Sendable {
    let fleet: String
    let sender: String

    /// Reads a hint; `nil` for a text of somebody else.
    init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 2 else { return nil }
        (fleet, sender) = (String(parts[0]), String(parts[1]))
    }

    init(fleet: String, sender: String) { (self.fleet, self.sender) = (fleet, sender) }

    var text: String { "\(fleet) \(sender)" }
}

extension PostgreSQLConnection {
    /// The name of the channel of a schema, in which other names than these would need quotes.
    static let channel = "'durable_' || to_hex(hashtextextended(coalesce(?1, current_schema(), ''), 0))"

    private var channelValues: [FleetSQLValue] { [.optional(schema, FleetSQLValue.text)] }

    /// Sends a hint, in a transaction of its own, which needs no flush.
    ///
    /// An error of the server is ignored.
    func send(_ hint: FleetHint, within limit: Duration) {
        try? inTransaction(within: limit) {
            try run("SELECT pg_notify(\(Self.channel), ?2)", channelValues + [.text(hint.text)])
        }
    }

    /// Begins to receive hints.
    func listen(within limit: Duration) throws(DurableStoreError) {
        var channel = ""
        try run("SELECT \(Self.channel)", channelValues) { result in
            for row in result.rows { channel = row.text(0) }
        }
        try prove(within: limit)
        try run("LISTEN \(channel)")
        try prove(within: limit)
    }
}
