#if !hasFeature(Embedded)
extension StateMachine {
    /// An event that the machine has handled, rejected or dropped.
    public struct Step: Sendable {
        /// The event.
        public let event: Event

        /// The outcome of the event, which is never ``Outcome/enqueued``.
        public let outcome: Outcome

        /// The state after the event.
        public let state: Definition
    }

    /// Returns the events from now on as an asynchronous sequence, each with its outcome and the
    /// state after it.
    ///
    /// ```swift
    /// let steps = machine.follow()
    /// Task { for await step in steps { log.write("\(step.event): \(step.outcome)") } }
    /// ```
    ///
    /// The sequence misses nothing: it contains every event that the machine handles, rejects or
    /// drops after this call, in order, even if the machine leaves a state at once. (`Observations`
    /// skips states on purpose, which is right for a view; see <doc:ObservationAndViews>.) It ends
    /// after the machine has stopped or was released, and if the task of the reader is cancelled.
    ///
    /// The machine does not wait for a reader. Steps that the reader has not taken yet are kept in
    /// a buffer without a limit, so a reader that is slower than the events costs memory. To follow
    /// a machine with several readers, call this method once for each of them: a sequence has one
    /// iterator. The buffer is released with the sequence and its iterator.
    ///
    /// Like the machine, the sequence belongs to one actor. It does not retain the machine. While
    /// it exists, events take the slow path, as with a transition hook (<doc:Hooks>).
    ///
    /// - Complexity: O(1) for each event, amortized, and a copy of the state.
    public func follow() -> some AsyncSequence<Step, Never> {
        let buffer = StepBuffer<Definition>()
        // The hooks retain this value, so it is released when the machine is.
        let end = StepBuffer.End(of: buffer)
        let onStop = StateHook<Definition>(where: { _ in false }, perform: {})
        onStop.onStop = { end.buffer?.finish() }
        buffer.token = HookToken(joining: [
            onTransition { [weak self] in
                if let self { end.buffer?.append(Step(event: $0.event, outcome: .handled($0.output), state: storage)) }
            },
            onRejection { end.buffer?.append(Step(event: $0.event, outcome: .rejected($0), state: $0.state)) },
            onDrop { [weak self] in
                if let self { end.buffer?.append(Step(event: $0, outcome: .dropped($1), state: storage)) }
            },
            register(onStop) { machine, runtime in
                if machine.flags.contains(.stopped) { onStop.onStop?() }
                runtime.stateEntries.append(onStop)
            },
        ])
        return StepSequence(buffer: buffer)
    }
}

/// The steps that a reader has not taken yet.
private final class StepBuffer<Definition: StateDefinition> {
    typealias Step = StateMachine<Definition>.Step

    /// A value that ends the sequence when it is released together with the hooks of a machine.
    final class End {
        private(set) weak var buffer: StepBuffer?

        init(of buffer: StepBuffer) { self.buffer = buffer }

        deinit { buffer?.finish() }
    }

    var token: StateMachine<Definition>.HookToken?
    private var steps = Queue<Step>()
    private var waiting: Race<Void>?
    private var isFinished = false

    deinit { token?.cancel() }

    func append(_ step: Step) {
        steps.append(step)
        wake()
    }

    func finish() {
        isFinished = true
        wake()
    }

    private func wake() {
        waiting?.finish(with: .success(()))
        waiting = nil
    }

    /// Returns the next step, or `nil` after the last one or if the task is cancelled.
    func next(isolation: isolated (any Actor)?) async -> Step? {
        while !Task.isCancelled {
            if let step = steps.popFirst() { return step }
            if isFinished { return nil }
            let waiting = Race<Void>()
            self.waiting = waiting
            await withTaskCancellationHandler {
                // A closure must capture an actor to be isolated to that actor.
                _ = isolation
                try? await waiting.result()
            } onCancel: {
                waiting.finish(with: .success(()))
            }
        }
        return nil
    }
}

private struct StepSequence<Definition: StateDefinition>: AsyncSequence {
    typealias Element = StateMachine<Definition>.Step
    typealias Failure = Never

    let buffer: StepBuffer<Definition>

    struct AsyncIterator: AsyncIteratorProtocol {
        let buffer: StepBuffer<Definition>

        mutating func next() async -> Element? { await buffer.next(isolation: nil) }

        mutating func next(isolation: isolated (any Actor)?) async -> Element? {
            await buffer.next(isolation: isolation)
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(buffer: buffer) }
}

extension StateMachine.Step: Equatable
where Definition: Equatable, Definition.Event: Equatable, Definition.Output: Equatable {}
extension StateMachine.Step: Hashable
where Definition: Hashable, Definition.Event: Hashable, Definition.Output: Hashable {}

extension StateMachine.Step: CustomStringConvertible {
    /// The names of the event and the state, and the outcome, such as `lock: handled, in locked`.
    public var description: String { "\(caseName(of: event)): \(outcome), in \(caseName(of: state))" }
}
#endif
