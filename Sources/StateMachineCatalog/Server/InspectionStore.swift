import Foundation
import InspectionMessages
import StateMachines

/// What the inspected apps have posted, in bounded memory, and the commands for them.
///
/// It is used by the threads of all connections.
final class InspectionStore: Sendable {
    /// Why a post is not taken.
    struct Refusal: Error {
        let reason: String
    }

    fileprivate struct State {
        /// The apps, in the order in which they came.
        var apps: [InspectedApp] = []

        /// Grows with each change.
        var version = 0
    }

    /// Tells this server from one before it.
    let server: String

    private let time: @Sendable () -> Duration
    private let memory: Int
    private let state = Locked(State())

    /// How many apps are remembered; the first that has gone is forgotten, or the first whose
    /// machines have ended.
    private let appLimit = 16

    /// - Parameters:
    ///   - memory: How many bytes of records are kept of each app.
    ///   - time: The time since any moment.
    init(server: String, memory: Int = 32 * 1024 * 1024, time: @escaping @Sendable () -> Duration) {
        self.server = server
        self.memory = memory
        self.time = time
    }

    /// The apps at present, without their records.
    var apps: [InspectedApp.Summary] {
        let now = time()
        return state.withLock { state in state.apps.map { $0.summary(at: now) } }
    }

    /// Takes a batch of an app, and says what is lacking.
    func receive(_ batch: [UInt8]) throws(Refusal) -> BatchAnswer {
        let lines = batch.split(separator: UInt8(ascii: "\n"))
        guard let first = lines.first, let header = try? JSONDecoder().decode(BatchHeader.self, from: Data(first))
        else { throw Refusal(reason: "The first line is no header.") }
        guard (1...64).contains(header.session.utf8.count),
            header.session.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
        else { throw Refusal(reason: "The session is none.") }
        guard header.version == 1 else { throw Refusal(reason: "The version \(header.version) is not known.") }
        var records: [(head: RecordHead, line: String)] = []
        if header.server == server {
            for line in lines.dropFirst() {
                // In an event stream, a carriage return would end the line.
                guard !line.contains(UInt8(ascii: "\r")), line.first == UInt8(ascii: "{"),
                    let head = try? JSONDecoder().decode(RecordHead.self, from: Data(line))
                else { throw Refusal(reason: "A line is no record.") }
                records.append((head, String(decoding: line, as: UTF8.self)))
            }
        }
        let now = time()
        return try state.withLock { state throws(Refusal) in
            state.version += 1
            let index = try state.index(of: header, at: now, limit: appLimit, memory: memory)
            state.apps[index].receive(records, at: now)
            return BatchAnswer(server: server, next: state.apps[index].next)
        }
    }

    /// The messages that a page lacks, at most about so many; none when it has seen all.
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

    // MARK: Commands

    /// Begins to hand commands to an app, which has connected; `nil` if it is not known.
    ///
    /// - Returns: The number of the connection: the latest one of an app gets the commands.
    func connect(_ session: String) -> Int? {
        change(session) { app in
            app.connect()
            return app.connection
        }
    }

    /// Takes the commands for an app; `nil` if another connection gets them.
    func takeCommands(for session: String, _ connection: Int) -> [String]? {
        state.withLock { state in
            guard let index = state.apps.firstIndex(where: { $0.session == session }) else { return nil }
            return state.apps[index].takeCommands(connection)
        }
    }

    /// Ends a connection.
    func disconnect(_ session: String, _ connection: Int) {
        _ = change(session) { app in app.disconnect(connection) }
    }

    /// Puts a command of a page into the queue of its app.
    func send(_ command: [UInt8]) throws(Refusal) {
        guard !command.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }),
            let head = try? JSONDecoder().decode(CommandHead.self, from: Data(command))
        else { throw Refusal(reason: "It is no command on one line.") }
        let now = time()
        let text = String(decoding: command, as: UTF8.self)
        let problem = change(head.session) { $0.send(text, at: now) ?? "" } ?? "There is no such app."
        if !problem.isEmpty { throw Refusal(reason: problem) }
    }

    private func change<Result: Sendable>(_ session: String, _ body: @Sendable (inout InspectedApp) -> Result)
        -> Result?
    {
        state.withLock { state in
            guard let index = state.apps.firstIndex(where: { $0.session == session }) else { return nil }
            state.version += 1
            return body(&state.apps[index])
        }
    }
}

extension InspectionStore.State {
    /// The index of an app, which is added if it is new.
    fileprivate mutating func index(
        of header: BatchHeader,
        at now: Duration,
        limit: Int,
        memory: Int
    ) throws(InspectionStore.Refusal) -> Int {
        if let index = apps.firstIndex(where: { $0.session == header.session }) { return index }
        if apps.count >= limit {
            // One that is forgotten and goes on posts from the beginning again.
            let gone = apps.firstIndex { $0.status(at: now) == .gone } ?? apps.firstIndex(where: \.hasOnlyEndedMachines)
            guard let gone else {
                throw InspectionStore.Refusal(reason: "\(limit) apps are connected; there can be no more.")
            }
            apps.remove(at: gone)
        }
        apps.append(InspectedApp(header, memory: memory, at: now))
        return apps.count - 1
    }
}
