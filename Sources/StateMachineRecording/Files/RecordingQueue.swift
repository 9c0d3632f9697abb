import Dispatch
import StateMachineInspectionMessages
import StateMachineLocks

/// Records of a file that have not been written yet.
///
/// Machines add records, and a dispatch queue writes them. Encoding runs user code, so it happens
/// outside the lock. If many records wait, the machines encode their own.
final class RecordingQueue: RecordSink {
    /// A record that waits to be written.
    private enum Pending: Sendable {
        case unfilled(RecordStart, @Sendable (inout WrittenRecord) -> Void)
        case filled(WrittenRecord)

        /// Approximately how large a filled record is.
        var size: Int {
            if case .filled(let record) = self { (record.entryText?.utf8.count ?? 0) + 256 } else { 0 }
        }
    }

    private struct State {
        var pending: [Pending] = []
        var pendingSize = 0

        /// Whether nothing more is written, because a write has failed.
        var hasFailed = false
        var nextSequence = 0
        var isScheduled = false
        var machineCount = 0

        /// Numbers of the machines, and the file, which lives as long as its machines.
        var numbers: [MachineSource: Int] = [:]
        var file: RecordingFile?
    }

    private let state = Locked(State())
    private let time: @Sendable () -> Duration
    private let writer: Locked<RecordingWriter>
    private let queue: DispatchQueue

    /// How many records must wait before machines encode their own.
    private static let crowd = 1000

    /// How many bytes of encoded records may wait while the queue encodes others.
    private static let sizeLimit = 32 * 1024 * 1024

    init(_ writer: consuming RecordingWriter, on queue: DispatchQueue, time: @escaping @Sendable () -> Duration) {
        self.writer = Locked(writer)
        self.queue = queue
        self.time = time
    }

    /// Assigns a number to a machine.
    func addMachine(_ source: MachineSource, retaining file: RecordingFile) -> Int {
        state.withLock { state in
            state.machineCount += 1
            state.numbers[source] = state.machineCount
            state.file = file
            return state.machineCount
        }
    }

    func number(of source: MachineSource) -> Int? { state.withLock { $0.numbers[source] } }

    func endMachine(_ machine: Int) {
        note(.ended, of: machine, at: nil) { _ in }
        // Release the file outside the lock.
        let file = state.withLock { state in
            state.numbers = state.numbers.filter { $0.value != machine }
            defer { if state.numbers.isEmpty { state.file = nil } }
            return state.file
        }
        _ = file
    }

    func stamp() -> RecordStamp {
        // Microseconds are exact enough for people, and the lines are shorter.
        let (seconds, attoseconds) = time().components
        let microseconds = attoseconds / 1_000_000_000_000
        let time = Duration(secondsComponent: seconds, attosecondsComponent: microseconds * 1_000_000_000_000)
        return state.withLock { state in
            state.nextSequence += 1
            return RecordStamp(time: time, sequence: state.nextSequence)
        }
    }

    func note(
        _ kind: RecordKind,
        of machine: Int,
        at stamp: RecordStamp?,
        _ fill: @escaping @Sendable (inout WrittenRecord) -> Void
    ) {
        let stamp = stamp ?? self.stamp()
        let start = RecordStart(kind: kind, sequence: stamp.sequence ?? 0, machine: machine, time: stamp.time)
        let (isCrowded, isOver) = state.withLock { state in
            (
                state.pending.count >= Self.crowd,
                state.hasFailed || (kind == .entry && state.pendingSize > Self.sizeLimit)
            )
        }
        // The index of the next entry shows that this one is missing.
        if isOver { return }
        let pending = isCrowded ? Pending.filled(filled(start, fill)) : .unfilled(start, fill)
        let size = pending.size
        let mustSchedule = state.withLock { state in
            state.pending.append(pending)
            state.pendingSize += size
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if mustSchedule { queue.async { [self] in write() } }
    }

    private func filled(_ start: RecordStart, _ fill: (inout WrittenRecord) -> Void) -> WrittenRecord {
        var record = WrittenRecord(start)
        fill(&record)
        return record
    }

    /// Writes the waiting records, on the queue.
    private func write() {
        while true {
            let batch = state.withLock { state in
                defer { (state.pending, state.pendingSize) = ([], 0) }
                state.isScheduled = !state.pending.isEmpty
                return state.pending
            }
            if batch.isEmpty { return }
            let records = batch.map { pending in
                switch pending {
                case .unfilled(let start, let fill): filled(start, fill)
                case .filled(let record): record
                }
            }
            let hasFailed = writer.withLock { writer in
                writer.write(records)
                return writer.error != nil
            }
            if hasFailed { state.withLock { $0.hasFailed = true } }
        }
    }

    /// Writes the waiting records and returns the writer's error, if there was one.
    func flush() async -> RecordingFileError? {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                write()
                continuation.resume(returning: writer.withLock { $0.error })
            }
        }
    }

    /// Writes the waiting records and closes the file, later.
    func close() {
        queue.async { [self] in
            write()
            writer.withLock { $0.close() }
        }
    }
}
