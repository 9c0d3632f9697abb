import Foundation
import StateMachineInspectionMessages
import StateMachineLocks
import StateMachineRecording
import StateMachines

/// The records that have not been written yet, and the machines that accept events from pages.
///
/// Machines add records, and the ``InspectorLink`` takes them. If too many records wait to be
/// written, `makeRoom` drops entries. Written records that have not been delivered are in a
/// ``RecordLog``, which limits its own size. `InspectorLink.write` leaves out a record that is too
/// large for a batch.
final class Outbox: Sendable {
    /// A record that has not been written.
    ///
    /// Writing a record runs code of the machine's values and takes time.
    struct Pending: Sendable {
        let start: RecordStart
        let makeLine: @Sendable (RecordStart) -> String
    }

    /// A function that handles a command, given as one line of JSON.
    typealias Receiver = @Sendable (_ command: Data) async -> CommandOutcome

    fileprivate struct State {
        /// The waiting records that were kept when others were dropped to make room.
        var older: ChunkedQueue<Pending>
        var pending: ChunkedQueue<Pending>
        var nextSequence = 0

        /// The number of the next record that the inspector needs.
        var lacking = 0
        var machineCount = 0
        var receivers: [Int: Receiver] = [:]
        var numbers: [MachineSource: Int] = [:]

        /// Creates an empty state.
        ///
        /// - Parameter chunkSize: The maximum number of records to process while the lock is held.
        init(chunkSize: Int) {
            older = ChunkedQueue(chunkSize: chunkSize)
            pending = ChunkedQueue(chunkSize: chunkSize)
        }
    }

    /// A sequence with an element whenever there is something to send.
    ///
    /// The sequence buffers at most one element.
    let signals: AsyncStream<Void>

    /// Returns the time since this outbox was created.
    let time: @Sendable () -> Duration

    private let signaller: AsyncStream<Void>.Continuation
    private let limit: Int
    private let state: Locked<State>

    /// The maximum number of records per chunk.
    ///
    /// It limits how long any caller waits for the lock.
    private static let chunkSize = 500

    init(limit: Int, time: @escaping @Sendable () -> Duration) {
        self.limit = limit
        state = Locked(State(chunkSize: min(Self.chunkSize, max(limit / 4, 1))))
        self.time = time
        (signals, signaller) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        signal()
    }

    /// Makes the link post a batch even if there is nothing to send.
    func signal() { signaller.yield() }

    /// Assigns a number to a machine.
    ///
    /// - Parameters:
    ///   - source: The machine as a sender of events.
    ///   - receiver: The function that handles commands for the machine, if it accepts events.
    func addMachine(_ source: MachineSource? = nil, receiver: Receiver?) -> Int {
        state.withLock { state in
            defer { state.machineCount += 1 }
            state.receivers[state.machineCount] = receiver
            if let source { state.numbers[source] = state.machineCount }
            return state.machineCount
        }
    }

    /// Writes the last record of a machine.
    func endMachine(_ machine: Int) {
        // Release the receiver outside the lock, because its captured values may run any code in a
        // `deinit`.
        let receiver = state.withLock { state in
            state.numbers = state.numbers.filter { $0.value != machine }
            return state.receivers.removeValue(forKey: machine)
        }
        note(.ended, of: machine)
        _ = receiver
    }

    /// Passes a command to its machine.
    func receive(_ command: Data, for machine: Int) async -> CommandOutcome {
        guard let receiver = state.withLock({ $0.receivers[machine] }) else {
            return .refused("the machine does not accept events from pages, or it has ended")
        }
        return await receiver(command)
    }

    /// Adds a record to be written later.
    ///
    /// - Parameters:
    ///   - kind: The kind of the record.
    ///   - machine: The number of the machine.
    ///   - begin: The time of something that has begun before; `nil` for the present time.
    ///   - line: A closure that returns the record as JSON.
    func note(
        _ kind: RecordKind,
        of machine: Int,
        at begin: Duration? = nil,
        line: @escaping @Sendable (RecordStart) -> String
    ) {
        let time = begin ?? time()
        let (isFirst, former) = state.withLock { state in
            let start = RecordStart(kind: kind, sequence: state.nextSequence, machine: machine, time: time)
            state.nextSequence += 1
            let isFirst = state.count == 0
            let former = state.count >= limit ? state.makeRoom() : []
            state.pending.append(Pending(start: start, makeLine: line))
            return (isFirst, former)
        }
        // Release the user's values outside the lock.
        _ = former
        if isFirst { signal() }
    }

    /// Adds a record without any other contents.
    func note(_ kind: RecordKind, of machine: Int) {
        note(kind, of: machine) { WrittenRecord($0).text }
    }

    /// Whether the inspector has received all records.
    var isDelivered: Bool { state.withLock { $0.lacking >= $0.nextSequence } }

    /// Records that the inspector has received all records before a given one.
    ///
    /// - Returns: Whether the given number is possible. If it is not, the inspector does not belong
    ///   to this process.
    func wasDelivered(before sequence: Int) -> Bool {
        state.withLock { state in
            guard sequence <= state.nextSequence else { return false }
            state.lacking = sequence
            return true
        }
    }

    /// The number of waiting records.
    var count: Int { state.withLock(\.count) }

    /// Takes the oldest waiting records; empty if there are none.
    func take() -> [Pending] {
        state.withLock { state in state.older.popFirstChunk() ?? state.pending.popFirstChunk() ?? [] }
    }
}

extension Outbox: RecordSink {
    /// Returns the present time without a number, because records are numbered as they are added.
    func stamp() -> RecordStamp { RecordStamp(time: time()) }

    func number(of source: MachineSource) -> Int? { state.withLock { $0.numbers[source] } }

    func note(
        _ kind: RecordKind,
        of machine: Int,
        at stamp: RecordStamp?,
        _ fill: @escaping @Sendable (inout WrittenRecord) -> Void
    ) {
        note(kind, of: machine, at: stamp?.time) { start in
            var record = WrittenRecord(start)
            fill(&record)
            return record.text
        }
    }
}

extension Outbox.State {
    fileprivate var count: Int { older.count + pending.count }

    /// Makes room for more records.
    ///
    /// It drops the entries in the oldest chunk or, if there are too many other records, the oldest
    /// of them. This happens once per chunk and touches at most two chunks.
    ///
    /// - Returns: The dropped records, and records that were kept.
    fileprivate mutating func makeRoom() -> [Outbox.Pending] {
        let room = count
        let chunk = pending.popFirstChunk() ?? []
        for record in chunk where record.start.kind != .entry { older.append(record) }
        return count < room ? chunk : chunk + (older.popFirstChunk() ?? [])
    }
}
