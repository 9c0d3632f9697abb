import StateMachineGraphs
import StateMachineLocks
public import StateMachines

/// A recorder that stores the events of a machine, with their times and outcomes.
///
/// ```swift
/// let recorder = MachineRecorder(of: machine)    // in a test: MachineRecorder(of: machine, clock: manualClock)
/// Task {
///     for await line in recorder.lines() { try file.write(contentsOf: Data("\(line)\n".utf8)) }
/// }
/// // …
/// recorder.finish()
/// ```
///
/// The recorder records handled and rejected events. It also records the dropped events that the
/// machine reports to its `onDrop` hooks. These are stale events, events for a stopped machine, and
/// events that make a chain too long.
///
/// The recorder does not record these events:
/// - Events for a machine that has been released, or whose actor has been released.
/// - Events that are dropped while an `onDrop` hook is running.
///
/// A machine that is not isolated to an actor reports some dropped events late, so the recorder
/// also records them late:
/// - If a stale event arrives between two runs, the recorder records it during the next `run`.
/// - If a sender sends an event to the stopped machine, the recorder records it as soon as you call
///   `run` or `send`.
///
/// If you do not use the machine again, these events are missing.
///
/// The recorder uses only hooks. It does not keep the machine alive, it is not an observer, and it
/// does not send events. While the recorder is active, each event costs two copies of the state.
/// These copies include payloads that the machine would otherwise update in place. A machine
/// without a recorder has no additional costs.
///
/// The recorder keeps all entries in memory. To record for an unlimited time, write each entry
/// yourself with `machine.onStep { print(MachineRecording.Entry($0).json) }`, and write the dropped
/// events in an `onDrop` hook.
public final class MachineRecorder<Definition: StateDefinition>: Sendable {
    private struct Contents: Sendable {
        var recording = MachineRecording<Definition>()
        var readers: [Int: AsyncStream<String>.Continuation] = [:]
        var isFinished = false

        /// The number of entries that are currently being sent to the readers.
        var noteCount = 0

        /// Removes and returns the readers that receive no more entries.
        mutating func takeFinishedReaders() -> [AsyncStream<String>.Continuation] {
            guard isFinished, noteCount == 0 else { return [] }
            defer { readers = [:] }
            return Array(readers.values)
        }
    }

    /// The recording and its readers.
    ///
    /// Entries are encoded as JSON outside the lock, because the encoding runs user code.
    private let contents = Locked(Contents())

    /// Creates a recorder for a machine, beginning with its next event.
    ///
    /// The machine's hooks retain the recorder until the first event after ``finish()``.
    ///
    /// - Parameters:
    ///   - machine: The machine to record.
    ///   - clock: The clock that measures the time of each entry, starting now.
    public init(of machine: StateMachine<Definition>, clock: any Clock<Duration> = ContinuousClock()) {
        let time = elapsedTime(of: clock)
        var token: StateMachine<Definition>.HookToken?
        func isRecording() -> Bool {
            if contents.withLock(\.isFinished) {
                token?.cancel()
                return false
            }
            return true
        }
        token = StateMachine.HookToken(
            joining: [
                machine.onDrop { [self, weak machine] event, reason in
                    guard isRecording(), let state = machine?.stateUntracked else { return }
                    note(MachineRecording.Entry(dropped: event, because: reason, in: state, time: time()))
                },
                machine.onStep { [self] step in
                    if isRecording() { note(MachineRecording.Entry(step, time: time())) }
                },
            ]
        )
    }

    deinit { finish() }

    /// The entries that have been recorded so far.
    public var recording: MachineRecording<Definition> { contents.withLock(\.recording) }

    /// Returns a stream of the entries, each as a line of JSON without its line ending.
    ///
    /// The stream begins with the existing entries and continues with each new entry. It ends when
    /// you call ``finish()``.
    public func lines() -> AsyncStream<String> {
        let (stream, reader) = AsyncStream.makeStream(of: String.self)
        var count = 0
        while true {
            // The entries since the last iteration; `nil` when the reader has received all entries
            // and is registered for new ones.
            let missed: ArraySlice<MachineRecording<Definition>.Entry>? = contents.withLock { contents in
                guard count == contents.recording.entries.count else { return contents.recording.entries[count...] }
                contents.readers[contents.readers.keys.max().map { $0 + 1 } ?? 0] = reader
                return nil
            }
            guard let missed else { break }
            for entry in missed { reader.yield(entry.json) }
            count = missed.endIndex
        }
        finishReaders()
        return stream
    }

    /// Ends the recording and the streams of ``lines()``.
    ///
    /// The recorder cancels its hooks when the machine handles, rejects or drops its next event.
    public func finish() {
        contents.withLock { $0.isFinished = true }
        finishReaders()
    }

    private func finishReaders() {
        for reader in contents.withLock({ $0.takeFinishedReaders() }) { reader.finish() }
    }

    private func note(_ entry: MachineRecording<Definition>.Entry) {
        let readers = contents.withLock { contents in
            guard !contents.isFinished else { return nil as [Int: AsyncStream<String>.Continuation]? }
            contents.recording.entries.append(entry)
            contents.noteCount += 1
            return contents.readers
        }
        guard let readers else { return }
        var terminated: [Int] = []
        if !readers.isEmpty {
            let json = entry.json
            for (id, reader) in readers {
                if case .terminated = reader.yield(json) { terminated.append(id) }
            }
        }
        contents.withLock { contents in
            contents.noteCount -= 1
            // Remove the readers that have ended.
            for id in terminated { contents.readers[id] = nil }
        }
        finishReaders()
    }
}
