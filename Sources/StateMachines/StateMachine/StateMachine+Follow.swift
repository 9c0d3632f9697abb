#if !hasFeature(Embedded)
import StateMachineLocks

extension StateMachine {
    /// An event that the machine has handled, rejected, or dropped.
    public struct Step: Sendable {
        /// The event.
        public let event: Event

        /// The event's outcome; never ``Outcome/enqueued``.
        public let outcome: Outcome

        /// The state after the event.
        public let state: Definition

        @inlinable
        init(event: Event, outcome: Outcome, state: Definition) {
            (self.event, self.outcome, self.state) = (event, outcome, state)
        }
    }

    /// Returns the events from now on as an asynchronous sequence, each with its outcome and the
    /// state after it.
    ///
    /// ```swift
    /// let steps = machine.follow()
    /// Task { for await step in steps { log.write("\(step.event): \(step.outcome)") } }
    /// ```
    ///
    /// The sequence has every event the machine handles, rejects, or drops after this call, in
    /// order. It never skips a state, even one the machine leaves immediately. (`Observations`
    /// skips states on purpose, as a view needs only the latest one; see
    /// <doc:ObservationAndViews>.) It ends when the machine stops or is released, or when the
    /// reader's task is cancelled.
    ///
    /// The machine doesn't wait for readers. Steps that haven't been read yet are kept in a buffer
    /// without a limit, so a slow reader costs memory until you release the sequence and its
    /// iterator. A sequence has only one iterator: call this method once for each reader.
    ///
    /// Like the machine, the sequence belongs to one actor. It doesn't retain the machine. As with
    /// a transition hook, events take the slow path while the sequence exists, and for one more
    /// event after that (<doc:Hooks>). Events dropped while an `onDrop` closure runs don't appear
    /// in it (``onDrop(perform:)``).
    ///
    /// - Complexity: O(1) for each event, amortized, and a copy of the state.
    @inlinable
    public func follow() -> some AsyncSequence<Step, Never> {
        let buffer = StepBuffer<Definition>()
        // The hooks retain this value, so it is released when the machine is.
        let end = StepBuffer<Definition>.End(of: buffer)
        let tokens = [
            onTransition { [weak self] in
                if let self { end.add(Step(event: $0.event, outcome: .handled($0.output), state: storage)) }
            },
            onRejection { end.add(Step(event: $0.event, outcome: .rejected($0), state: $0.state)) },
            onDrop { [weak self] in
                if let self { end.add(Step(event: $0, outcome: .dropped($1), state: storage)) }
            },
        ]
        finishOnStop(end, cancelling: tokens)
        return StepSequence(buffer: buffer)
    }

    /// Ends a sequence when the machine stops.
    ///
    /// - Parameter tokens: Tokens of the hooks that add the steps.
    @usableFromInline
    func finishOnStop(_ end: StepBuffer<Definition>.End, cancelling tokens: [HookToken]) {
        let onStop = StateHook<Definition>(where: { _ in false }, perform: {})
        onStop.onStop = { end.buffer?.reader.finish() }
        let token = register(onStop) { machine, runtime in
            if machine.flags.contains(.stopped) { onStop.onStop?() }
            runtime.stateEntries.append(onStop)
        }
        end.token = HookToken(joining: tokens + [token])
    }
}

/// Steps that a reader has not taken yet.
///
/// Only the machine's actor uses this object, with two exceptions: any thread may release the
/// machine, which ends the sequence, and any thread may release the buffer.
@usableFromInline
final class StepBuffer<Definition: StateDefinition> {
    @usableFromInline typealias Step = StateMachine<Definition>.Step

    /// A value that ends the sequence when it is released together with a machine's hooks.
    @usableFromInline
    final class End {
        @usableFromInline private(set) weak var buffer: StepBuffer?

        /// A token that cancels the hooks.
        ///
        /// A hook that finds the buffer gone cancels the hooks. The thread that released the buffer
        /// couldn't do so, because it must not use the machine.
        var token: StateMachine<Definition>.HookToken?

        @usableFromInline
        init(of buffer: StepBuffer) { self.buffer = buffer }

        deinit { buffer?.reader.finish() }

        @inlinable
        func add(_ step: Step) {
            guard let buffer, !buffer.reader.isOver else { return cancel() }
            buffer.steps.append(step)
            guard buffer.reader.isWaiting else { return }
            buffer.reader.isWaiting = false
            buffer.reader.wake()
        }

        @usableFromInline
        func cancel() { token?.cancel() }
    }

    @exclusivity(unchecked) @usableFromInline var steps = Queue<Step>()
    @usableFromInline let reader = StepReader()

    @usableFromInline
    init() {}

    /// Returns the next step, or `nil` after the last one or if the task is cancelled.
    func next(isolation: isolated (any Actor)?) async -> Step? {
        while !reader.isOver, !Task.isCancelled {
            if let step = steps.popFirst() { return step }
            await reader.wait(isolation: isolation)
        }
        return nil
    }
}

/// A task that waits for the next step.
///
/// Unlike the buffer, this class isn't generic, so it's compiled only once for all machines.
@usableFromInline
final class StepReader {
    private struct Signal: Sendable {
        var isFinished = false
        var waiting: Race<Void>?
    }

    private let signal = Locked(Signal())

    /// Whether the reader has been told that no more steps will come.
    @exclusivity(unchecked) @usableFromInline private(set) var isOver = false

    /// Whether a task may be waiting; if not, the machine doesn't touch the lock.
    ///
    /// Only the machine resets this property, because a cancelled task may end after the next one
    /// has begun to wait.
    @exclusivity(unchecked) @usableFromInline var isWaiting = false

    /// Wakes the reader, because there is a step.
    @usableFromInline
    func wake() { wake { _ in } }

    /// Ends the sequence after the steps that are already in the buffer.
    func finish() { wake { $0.isFinished = true } }

    private func wake(_ change: (inout sending Signal) -> Void) {
        let waiting = signal.withLock { signal in
            change(&signal)
            return signal.waiting.take()
        }
        waiting?.finish(with: .success(()))
    }

    /// Waits for a step, the end of the sequence, or the cancellation of the task.
    func wait(isolation: isolated (any Actor)?) async {
        let waiting = Race<Void>()
        isOver = signal.withLock { signal in
            if !signal.isFinished { signal.waiting = waiting }
            return signal.isFinished
        }
        if isOver { return }
        isWaiting = true
        await withTaskCancellationHandler {
            // A closure must capture an actor to be isolated to that actor.
            _ = isolation
            try? await waiting.result()
        } onCancel: {
            waiting.finish(with: .success(()))
        }
    }
}

@usableFromInline
struct StepSequence<Definition: StateDefinition>: AsyncSequence {
    @usableFromInline typealias Element = StateMachine<Definition>.Step
    @usableFromInline typealias Failure = Never

    let buffer: StepBuffer<Definition>

    @usableFromInline
    init(buffer: StepBuffer<Definition>) { self.buffer = buffer }

    @usableFromInline
    struct AsyncIterator: AsyncIteratorProtocol {
        let buffer: StepBuffer<Definition>

        @usableFromInline
        mutating func next() async -> Element? { await buffer.next(isolation: nil) }

        @usableFromInline
        mutating func next(isolation: isolated (any Actor)?) async -> Element? {
            await buffer.next(isolation: isolation)
        }
    }

    @usableFromInline
    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(buffer: buffer) }
}

extension StateMachine.Step: Equatable
where Definition: Equatable, Definition.Event: Equatable, Definition.Output: Equatable {}
extension StateMachine.Step: Hashable
where Definition: Hashable, Definition.Event: Hashable, Definition.Output: Hashable {}

extension StateMachine.Step: CustomStringConvertible {
    /// A line with the event's name, the outcome, and the state's name: `lock: handled, in locked`.
    public var description: String { "\(caseName(of: event)): \(outcome), in \(caseName(of: state))" }
}
#endif
