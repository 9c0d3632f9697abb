import Foundation
import InspectionMessages
import StateMachines

/// What happened in this process and was not written yet, in bounded memory, and the machines that
/// take events from pages.
///
/// It is filled where machines are used, and emptied by the ``InspectorLink``.
final class Outbox: Sendable {
    /// A record to be written, which runs code of the machine's values and takes a while.
    struct Pending: Sendable {
        let start: RecordStart
        let makeLine: @Sendable (RecordStart) -> String
    }

    /// Handles a command: one line of JSON.
    typealias Receiver = @Sendable (_ command: Data) async -> CommandOutcome

    fileprivate struct State {
        /// Records that are waiting; the older ones are those that were not dropped to make room.
        var older: ChunkedQueue<Pending>
        var pending: ChunkedQueue<Pending>
        var nextSequence = 0

        /// The number of the record that the inspector lacks.
        var lacking = 0
        var machineCount = 0
        var receivers: [Int: Receiver] = [:]

        /// - Parameter chunkSize: How many records the lock is held for at most.
        init(chunkSize: Int) {
            older = ChunkedQueue(chunkSize: chunkSize)
            pending = ChunkedQueue(chunkSize: chunkSize)
        }
    }

    /// An element when something is to be sent; one stands for all.
    let signals: AsyncStream<Void>

    /// The time since this was made.
    let time: @Sendable () -> Duration

    private let signaller: AsyncStream<Void>.Continuation
    private let limit: Int
    private let state: Locked<State>

    /// How many records are touched at once at most, so that nobody waits long for the lock.
    private static let chunkSize = 500

    init(limit: Int, time: @escaping @Sendable () -> Duration) {
        self.limit = limit
        state = Locked(State(chunkSize: min(Self.chunkSize, max(limit / 4, 1))))
        self.time = time
        (signals, signaller) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        signal()
    }

    /// Has the link post, even if there is nothing to be sent.
    func signal() { signaller.yield() }

    /// Numbers a machine.
    ///
    /// - Parameter receiver: Handles commands for it, if it takes events.
    func addMachine(receiver: Receiver?) -> Int {
        state.withLock { state in
            defer { state.machineCount += 1 }
            state.receivers[state.machineCount] = receiver
            return state.machineCount
        }
    }

    /// Ends a machine: its last record.
    func endMachine(_ machine: Int) {
        // Released outside the lock: what it captures may do anything in a `deinit`.
        let receiver = state.withLock { $0.receivers.removeValue(forKey: machine) }
        note(.ended, of: machine)
        _ = receiver
    }

    /// Hands a command to its machine.
    func receive(_ command: Data, for machine: Int) async -> CommandOutcome {
        guard let receiver = state.withLock({ $0.receivers[machine] }) else {
            return .refused("the machine takes no events from pages, or has ended")
        }
        return await receiver(command)
    }

    /// Notes a record that is written later.
    func note(_ kind: RecordKind, of machine: Int, line: @escaping @Sendable (RecordStart) -> String) {
        let time = time()
        let (isFirst, former) = state.withLock { state in
            let start = RecordStart(kind: kind, sequence: state.nextSequence, machine: machine, time: time)
            state.nextSequence += 1
            let isFirst = state.count == 0
            let former = state.count >= limit ? state.makeRoom() : []
            state.pending.append(Pending(start: start, makeLine: line))
            return (isFirst, former)
        }
        // Values of the user are released outside the lock.
        _ = former
        if isFirst { signal() }
    }

    /// Notes a record that says nothing more.
    func note(_ kind: RecordKind, of machine: Int) {
        note(kind, of: machine) { WrittenRecord($0).jsonLine }
    }

    /// Whether the inspector has everything.
    var isDelivered: Bool { state.withLock { $0.lacking >= $0.nextSequence } }

    /// The inspector has everything before a record.
    ///
    /// - Returns: Whether there can be such a record; if not, the inspector is not one for this
    ///   process.
    func wasDelivered(before sequence: Int) -> Bool {
        state.withLock { state in
            guard sequence <= state.nextSequence else { return false }
            state.lacking = sequence
            return true
        }
    }

    /// How many records wait.
    var count: Int { state.withLock(\.count) }

    /// Takes the oldest records that wait; empty if there are none.
    func take() -> [Pending] {
        state.withLock { state in state.older.popFirstChunk() ?? state.pending.popFirstChunk() ?? [] }
    }
}

extension Outbox.State {
    fileprivate var count: Int { older.count + pending.count }

    /// Makes room: drops the entries of the oldest chunk, or if there are too many other records,
    /// the oldest of those.
    ///
    /// This happens once for a chunk, and at most two chunks are touched.
    ///
    /// - Returns: The dropped records, and records that were kept.
    fileprivate mutating func makeRoom() -> [Outbox.Pending] {
        let room = count
        let chunk = pending.popFirstChunk() ?? []
        for record in chunk where record.start.kind != .entry { older.append(record) }
        return count < room ? chunk : chunk + (older.popFirstChunk() ?? [])
    }
}
