import Foundation
import StateMachineInspectionMessages
import StateMachineLocks
import StateMachineLoopbackHTTP

/// The posts of the inspected apps, in bounded memory, and the commands for these apps.
///
/// The threads of every connection use the store.
final class InspectionStore: Sendable {
    /// A reason why a post is rejected.
    struct Refusal: Error {
        let reason: String
    }

    fileprivate struct State {
        /// The apps, in the order of their first posts.
        var apps: [InspectedApp] = []

        /// A number that increases with each change.
        var version = 0
    }

    /// An identifier that distinguishes this server from earlier ones.
    let server: String

    private let time: @Sendable () -> Duration
    private let memory: Int
    private let state = Locked(State())

    /// The signals of the streams that wait for news.
    private let signals = Locked<[WakeSignal]>([])

    /// The maximum number of apps in memory.
    ///
    /// At the limit, the store forgets the first app that is gone. If no app is gone, it forgets
    /// the first app whose machines have ended.
    private let appLimit = 16

    /// Creates an empty store.
    ///
    /// - Parameters:
    ///   - server: An identifier of this server.
    ///   - memory: The number of bytes of records to keep for each app.
    ///   - time: A closure that returns the time since an arbitrary moment.
    init(server: String, memory: Int = 32 * 1024 * 1024, time: @escaping @Sendable () -> Duration) {
        self.server = server
        self.memory = memory
        self.time = time
    }

    /// The current apps without their records.
    var apps: [InspectedApp.Summary] {
        let now = time()
        return state.withLock { state in state.apps.map { $0.summary(at: now) } }
    }

    /// Returns the records of an app as the text of a recording; `nil` if the app is unknown.
    func recording(of session: String) -> String? {
        let app = state.withLock { state in state.apps.first { $0.session == session } }
        return app?.recording
    }

    /// Stores a batch of an app and returns the number of the next expected record.
    func receive(_ batch: [UInt8]) throws(Refusal) -> BatchAnswer {
        let lines = batch.split(separator: UInt8(ascii: "\n"))
        guard let first = lines.first, let header = try? JSONDecoder().decode(BatchHeader.self, from: Data(first))
        else { throw Refusal(reason: "The first line must be a header.") }
        guard (1...64).contains(header.session.utf8.count),
            header.session.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
        else { throw Refusal(reason: "The session ID must be 1 to 64 letters, digits or hyphens.") }
        guard header.version == 1 else {
            throw Refusal(reason: "Version \(header.version) of the protocol is not supported. Use version 1.")
        }
        var records: [(head: RecordHead, line: String)] = []
        if header.server == server {
            for line in lines.dropFirst() {
                // In an event stream, a carriage return would end the line.
                guard !line.contains(UInt8(ascii: "\r")), line.first == UInt8(ascii: "{"),
                    let head = try? JSONDecoder().decode(RecordHead.self, from: Data(line))
                else { throw Refusal(reason: "Each line after the header must be a record in JSON.") }
                records.append((head, String(decoding: line, as: UTF8.self)))
            }
        }
        let now = time()
        defer { announce() }
        return try state.withLock { state throws(Refusal) in
            state.version += 1
            let index = try state.index(of: header, at: now, limit: appLimit, memory: memory)
            state.apps[index].receive(records, at: now)
            return BatchAnswer(server: server, next: state.apps[index].next)
        }
    }

    /// Returns about `limit` messages that a page has not received.
    ///
    /// The result is empty if the page has received everything.
    func news(for reader: inout NewsReader, limit: Int = 1000) -> [NewsReader.Message] {
        let now = time()
        return state.withLock { state in
            guard reader.needsLook(at: state.version, now) else { return [] }
            var messages: [NewsReader.Message] = []
            for app in state.apps {
                messages += reader.news(of: app, at: now, limit: limit - messages.count)
                if messages.count >= limit { return messages }
            }
            reader.hasSeen(state.version, now)
            return messages
        }
    }

    // MARK: Waiting

    /// Returns a signal that is raised after each change until it is removed.
    func addSignal() throws(LoopbackServerError) -> WakeSignal {
        let signal = try WakeSignal()
        signals.withLock { $0.append(signal) }
        return signal
    }

    func remove(_ signal: WakeSignal) {
        signals.withLock { $0.removeAll { $0 === signal } }
    }

    private func announce() {
        for signal in signals.withLock(\.self) { signal.raise() }
    }

    // MARK: Commands

    /// Begins to send commands to a connected app.
    ///
    /// - Returns: The number of the connection, or `nil` if the app is unknown. Only the latest
    ///   connection of an app receives commands.
    func connect(_ session: String) -> Int? {
        change(session) { app in
            app.presence.connect()
            return app.presence.connection
        }
    }

    /// Takes the commands for an app, or returns `nil` if another connection receives them.
    func takeCommands(for session: String, _ connection: Int) -> [String]? {
        state.withLock { state in
            guard let index = state.apps.firstIndex(where: { $0.session == session }) else { return nil }
            return state.apps[index].takeCommands(connection)
        }
    }

    /// Ends a connection.
    func disconnect(_ session: String, _ connection: Int) {
        _ = change(session) { app in app.presence.disconnect(connection) }
    }

    /// Queues a command from a page for its app.
    func send(_ command: [UInt8]) throws(Refusal) {
        guard !command.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }),
            let head = try? JSONDecoder().decode(CommandHead.self, from: Data(command))
        else { throw Refusal(reason: "A command must be JSON on one line.") }
        let now = time()
        let text = String(decoding: command, as: UTF8.self)
        let answer = change(head.session) { $0.send(text, at: now) ?? "" }
        let problem = answer ?? "No app has this session ID. GET /apps lists the apps."
        if !problem.isEmpty { throw Refusal(reason: problem) }
    }

    private func change<Result: Sendable>(_ session: String, _ body: @Sendable (inout InspectedApp) -> Result)
        -> Result?
    {
        defer { announce() }
        return state.withLock { state in
            guard let index = state.apps.firstIndex(where: { $0.session == session }) else { return nil }
            state.version += 1
            return body(&state.apps[index])
        }
    }
}

extension InspectionStore.State {
    /// Returns the index of an app, which is added if it is new.
    fileprivate mutating func index(
        of header: BatchHeader,
        at now: Duration,
        limit: Int,
        memory: Int
    ) throws(InspectionStore.Refusal) -> Int {
        if let index = apps.firstIndex(where: { $0.session == header.session }) { return index }
        if apps.count >= limit {
            // If a forgotten app continues, it posts from the beginning again.
            let gone = apps.firstIndex { $0.status(at: now) == .gone } ?? apps.firstIndex(where: \.hasOnlyEndedMachines)
            guard let gone else {
                throw InspectionStore.Refusal(
                    reason: "\(limit) apps are connected, which is the limit. Disconnect an app first."
                )
            }
            apps.remove(at: gone)
        }
        apps.append(InspectedApp(header, memory: memory, at: now))
        return apps.count - 1
    }
}
