import Locking
import StateMachineGraphs
public import StateMachines

/// Records what a machine does.
///
/// ```swift
/// let recorder = Recorder(of: machine)
/// Task {
///     for await line in recorder.lines { try file.write(contentsOf: Data("\(line)\n".utf8)) }
/// }
/// ```
///
/// Everything is kept in memory. For a run without an end, write each entry yourself:
/// `machine.onStep { print(Recording.Entry($0).json) }`.
public final class Recorder<Definition: StateDefinition>: Sendable {
    private struct Contents: Sendable {
        var recording = Recording<Definition>()
        var readers: [AsyncStream<String>.Continuation] = []
        var isFinished = false
    }

    private let contents = Locked(Contents())

    /// Begins to record a machine, from its next event on.
    ///
    /// The machine's hooks keep the recorder alive, until the machine is gone.
    public init(of machine: StateMachine<Definition>) {
        machine.onStep { [self] in note(Recording.Entry($0)) }
    }

    deinit { finish() }

    /// What was recorded so far.
    public var recording: Recording<Definition> { contents.withLock(\.recording) }

    /// Every entry as a line of JSON without its end: those that are there already, then each new one, until ``finish()``.
    public var lines: AsyncStream<String> {
        let (stream, reader) = AsyncStream.makeStream(of: String.self)
        contents.withLock { contents in
            for entry in contents.recording.entries { reader.yield(entry.json) }
            if contents.isFinished { reader.finish() } else { contents.readers.append(reader) }
        }
        return stream
    }

    /// Ends the recording, and the ``lines``.
    public func finish() {
        let readers = contents.withLock { contents in
            contents.isFinished = true
            defer { contents.readers = [] }
            return contents.readers
        }
        for reader in readers { reader.finish() }
    }

    private func note(_ entry: Recording<Definition>.Entry) {
        contents.withLock { contents in
            guard !contents.isFinished else { return }
            contents.recording.entries.append(entry)
            guard !contents.readers.isEmpty else { return }
            let json = entry.json
            // Who does not read any more is forgotten.
            contents.readers.removeAll { reader in
                if case .terminated = reader.yield(json) { true } else { false }
            }
        }
    }
}
