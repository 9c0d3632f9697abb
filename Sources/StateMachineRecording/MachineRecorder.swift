import Foundation
import StateMachineGraphs
import StateMachineInspectionMessages
import StateMachineLocks
public import StateMachines

/// A recorder that stores the events of one machine in memory, with their times and outcomes.
///
/// ```swift
/// let recorder = MachineRecorder(of: machine)    // in a test: MachineRecorder(of: machine, clock: manualClock)
/// // …
/// print(recorder.recording.jsonLines)
/// ```
///
/// To record an app, or several machines, use a ``RecordingFile``, which needs only a limited
/// amount of memory.
///
/// Besides handled and rejected events, it records the dropped events that the machine reports to
/// its `onDrop` hooks: stale events, events for a stopped machine, and events that make a chain too
/// long.
///
/// These events are not recorded:
/// - Events for a machine that has been released, or whose actor has been released.
/// - Events that are dropped while an `onDrop` hook is running.
///
/// A machine that is not isolated to an actor reports some dropped events late, so they are also
/// recorded late, or never if you do not use the machine again:
/// - If a stale event arrives between two runs, it is recorded during the next `run`.
/// - If a sender sends an event to the stopped machine, it is recorded as soon as you call `run` or
///   `send`.
///
/// A recorder uses only hooks. It does not keep the machine alive, is not an observer, and sends no
/// events. While it is active, each event costs two copies of the state, including payloads that
/// the machine would otherwise update in place. A machine without a recorder has no additional
/// costs.
public final class MachineRecorder<Definition: StateDefinition>: Sendable {
    private struct Contents: Sendable {
        var recording = MachineRecording<Definition>()
        var isFinished = false
    }

    private let contents = Locked(Contents())

    /// Creates a recorder for a machine, beginning with its next event.
    ///
    /// The machine's hooks retain the recorder until the first event after ``finish()``.
    ///
    /// - Parameters:
    ///   - machine: The machine to record.
    ///   - name: The machine's name in the recording; by default its definition's type.
    ///   - redaction: A rule for the parts that ``MachineRecording/jsonLines`` leaves out. The
    ///     entries in memory contain the values, because a test needs them.
    ///   - clock: A clock that measures each entry's time, starting now. With the default clock,
    ///     the recording also knows its date.
    public init(
        of machine: StateMachine<Definition>,
        name: String? = nil,
        redacting redaction: MachineRedaction = .nothing,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        let time = elapsedTime(of: clock)
        contents.withLock { contents in
            contents.recording.name = name
            contents.recording.date = clock is ContinuousClock ? Date.now.inMilliseconds : nil
            contents.recording.redaction = redaction
        }
        // The beginning of the turn in progress.
        var began: Duration?
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
                // The machine evaluates this predicate when it begins to call its hooks.
                machine.onExit(where: { _ in
                    began = time()
                    return true
                }) {},
                machine.onDrop { [self, weak machine] event, reason in
                    guard isRecording(), let state = machine?.stateUntracked else { return }
                    note(MachineRecording.Entry(dropped: event, because: reason, in: state, time: time()))
                },
                machine.onStep { [self] step in
                    guard isRecording() else { return }
                    let begin = step.isHandled ? began : nil
                    note(MachineRecording.Entry(step, time: begin ?? time(), naming: redaction.text))
                },
            ]
        )
    }

    deinit { finish() }

    /// Entries that have been recorded so far.
    public var recording: MachineRecording<Definition> { contents.withLock(\.recording) }

    /// Ends the recording.
    ///
    /// When the machine handles, rejects or drops its next event, the recorder cancels its hooks.
    public func finish() { contents.withLock { $0.isFinished = true } }

    private func note(_ entry: MachineRecording<Definition>.Entry) {
        contents.withLock { contents in
            if !contents.isFinished { contents.recording.entries.append(entry) }
        }
    }
}
