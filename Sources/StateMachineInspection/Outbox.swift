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
        let (isFirst, dropped) = state.withLock { state in
            let start = RecordStart(kind: kind, sequence: state.nextSequence, machine: machine, time: time)
            state.nextSequence += 1
            let isFirst = state.pending.isEmpty
            var dropped: [Pending] = []
            if state.pending.count >= limit { dropped = state.dropHalf() }
            state.pending.append(
                Pending(kind: kind, sequence: start.sequence, machine: machine) { line(start) }
            )
            return (isFirst, dropped)
        }
        // Values of the user are released outside the lock.
        _ = dropped
        if isFirst { signal() }
    }

    /// Notes a record that says nothing more.
    func note(_ kind: RecordKind, of machine: Int) {
        note(kind, of: machine) { WrittenRecord($0).jsonLine }
    }

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
    /// Takes out the older half: entries, or everything if that is not enough.
    fileprivate mutating func dropHalf() -> [Outbox.Pending] {
        let all = pending
        let half = all.count / 2
        var kept = all[..<half].filter { $0.kind != .entry }
        if kept.count > half / 2 { kept = [] }
        pending = kept + all[half...]
        return all
    }
}
