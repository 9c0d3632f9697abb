import Foundation
import InspectionMessages
import StateMachines

/// What happened in this process and was not written yet, in bounded memory, and the machines that take events from pages.
///
/// It is filled where machines are used, and emptied by the ``InspectorLink``.
final class Outbox: Sendable {
    /// A record to be written, which runs code of the machine's values and takes a while.
    struct Pending: Sendable {
        let kind: RecordKind
        let sequence: Int
        let machine: Int
        let line: @Sendable () -> String
    }

    /// Handles a command: one line of JSON.
    typealias Receiver = @Sendable (_ command: Data) async -> CommandOutcome

    fileprivate struct State {
        var pending: [Pending] = []
        var nextSequence = 0

        /// The number of the record that the inspector lacks.
        var lacking = 0
        var machineCount = 0
        var receivers: [Int: Receiver] = [:]
    }

    /// An element when something is to be sent; one stands for all.
    let signals: AsyncStream<Void>

    /// The time since this was made.
    let time: @Sendable () -> Duration

    private let signaller: AsyncStream<Void>.Continuation
    private let limit: Int
    private let state = Locked(State())

    init(limit: Int, time: @escaping @Sendable () -> Duration) {
        self.limit = limit
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
            let isFirst = state.pending.isEmpty
            let former = state.pending.count >= limit ? state.makeRoom() : []
            state.pending.append(
                Pending(kind: kind, sequence: start.sequence, machine: machine) { line(start) }
            )
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
    func wasDelivered(before sequence: Int) { state.withLock { $0.lacking = sequence } }

    /// How many records wait.
    var count: Int { state.withLock(\.pending.count) }

    /// Takes what is to be written.
    func take() -> [Pending] {
        state.withLock { state in
            defer { state.pending = [] }
            return state.pending
        }
    }
}

extension Outbox.State {
    /// Makes room, so that this is rare: of entries before all else, and of older ones first.
    ///
    /// - Returns: What was there before.
    fileprivate mutating func makeRoom() -> [Outbox.Pending] {
        let all = pending
        let (half, enough) = (all.count / 2, all.count * 3 / 4)
        pending = all[..<half].filter { $0.kind != .entry } + all[half...]
        if pending.count > enough { pending.removeAll { $0.kind == .entry } }
        if pending.count > enough { pending.removeFirst(half) }
        return all
    }
}
