import StateMachineGraphs
public import StateMachines

/// Records what a machine does.
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
/// It records handled and rejected events, and those that the machine drops and reports to its
/// `onDrop` hooks: stale ones, those of a stopped machine, and those that make a chain too long.
/// These are not recorded:
/// - Events for a machine that is released, or whose actor is.
/// - Stale events, and events that a sender sends to a stopped machine, if the machine is outside
///   every actor and not used again. They are recorded with the next `run`, or with the next `send`
///   to the stopped machine.
/// - Events that are dropped while an `onDrop` hook is running.
///
/// The recorder does not keep the machine alive, does not observe it, and sends it nothing. While
/// it records, each event costs two copies of the state, so that an update of a payload in place
/// copies the payload. A machine without a recorder pays nothing.
///
/// Everything is kept in memory. For a run without an end, write each entry yourself:
/// `machine.onStep { print(MachineRecording.Entry($0).json) }`, and in `onDrop` what is dropped.
public final class MachineRecorder<Definition: StateDefinition>: Sendable {
    private struct Contents: Sendable {
        var recording = MachineRecording<Definition>()
        var readers: [Int: AsyncStream<String>.Continuation] = [:]
        var isFinished = false

        /// How many entries are being yielded to the readers.
        var noteCount = 0

        /// Takes the readers that get no more entries.
        mutating func takeFinishedReaders() -> [AsyncStream<String>.Continuation] {
            guard isFinished, noteCount == 0 else { return [] }
            defer { readers = [:] }
            return Array(readers.values)
        }
    }

    /// Entries are written as JSON outside the lock, since that runs user code.
    private let contents = Locked(Contents())

    /// Begins to record a machine, from its next event on.
    ///
    /// The machine's hooks retain the recorder until the first event after ``finish()``.
    ///
    /// - Parameters:
    ///   - machine: The machine.
    ///   - clock: The clock that measures the time of each entry, from now on.
    public init(of machine: StateMachine<Definition>, clock: any Clock<Duration> = ContinuousClock()) {
        let time = stopwatch(of: clock)
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

    /// The recording up to now.
    public var recording: MachineRecording<Definition> { contents.withLock(\.recording) }

    /// Each entry as a line of JSON without its line end: the present entries, then each new one,
    /// until ``finish()``.
    public func lines() -> AsyncStream<String> {
        let (stream, reader) = AsyncStream.makeStream(of: String.self)
        var count = 0
        while true {
            // The entries since the last iteration; `nil` when the reader has seen all, and is
            // registered for new ones.
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

    /// Ends the recording and the ``lines()``.
    ///
    /// The machine removes the recorder's hooks with its next event.
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
            // A reader that has ended is removed.
            for id in terminated { contents.readers[id] = nil }
        }
        finishReaders()
    }
}
