import StateMachineGraphs
import StateMachineLocks
public import StateMachines

// These methods wake one task at a time and wait for its effect. They look at it again and again,
// because the end of a task cannot be awaited from outside.
extension ManualClock {
    /// Advances the clock and wakes one task at a time, in the order of the deadlines.
    ///
    /// ```swift
    /// try await clock.advanceInOrder(by: .seconds(3))
    /// ```
    ///
    /// At each deadline, the clock stops, wakes the task and waits until it sleeps again on this
    /// clock or its work has ended. Tasks with equal deadlines wake in the order in which they fell
    /// asleep. When this method returns, the effects of all woken tasks are visible, in order.
    ///
    /// Swift doesn't tell when a task has ended. The clock can tell only for an activity's work,
    /// which `run` performs, and for work in ``tracked(_:)``. An activity's work has also ended if
    /// the machine has exited the activity. An event that a task posts instead of sending it can be
    /// handled later.
    ///
    /// Tasks that begin after the call, such as the task of a new activity, are not waited for. For
    /// a machine, use ``advance(by:settling:ignoring:timeLimit:)``.
    ///
    /// - Parameters:
    ///   - duration: How far the clock advances.
    ///   - timeLimit: How much real time to wait after each deadline.
    /// - Throws: ``NotSettled`` if a woken task neither sleeps again nor ends within the time
    ///   limit, or a `CancellationError` if the task is cancelled. The clock then stays at the
    ///   latest deadline.
    /// - Precondition: `duration` is not negative.
    public nonisolated(nonsending) func advanceInOrder(
        by duration: Duration,
        timeLimit: Duration = .seconds(10)
    ) async throws {
        precondition(duration >= .zero, "the duration must not be negative: \(duration)")
        let limit = now.advanced(by: duration)
        while let wake = wakeNext(until: limit) { try await settle(wake, within: timeLimit) { [] } }
        sleepers.withLock { $0.now = max($0.now, limit) }
    }

    /// Advances the clock, wakes one task at a time, and waits for a machine's activities.
    ///
    /// ```swift
    /// try await clock.advance(by: .seconds(30), settling: machine)
    /// #expect(machine.state == .expired)
    /// ```
    ///
    /// In addition to what ``advanceInOrder(by:timeLimit:)`` does, this method waits before the
    /// first deadline and after each woken task until every current activity that the machine's
    /// `run` performs is asleep on this clock or has ended. A new activity therefore begins to
    /// sleep at the time at which the machine entered it, even if you skip several deadlines. You
    /// don't have to wait for sleepers first.
    ///
    /// - Parameters:
    ///   - duration: How far the clock advances.
    ///   - machine: A machine with a `run` in progress.
    ///   - isIgnored: A closure that returns whether an activity waits for something else than this
    ///     clock, such as a download. The clock does not wait for these activities.
    ///   - timeLimit: How much real time to wait after each deadline.
    /// - Throws: ``NotSettled`` if an activity or a woken task neither sleeps nor ends within the
    ///   time limit, or a `CancellationError` if the task is cancelled. The clock then stays at the
    ///   latest deadline.
    /// - Precondition: `duration` is not negative.
    public nonisolated(nonsending) func advance<Definition: StateDefinition>(
        by duration: Duration,
        settling machine: StateMachine<Definition>,
        ignoring isIgnored: (Definition.Activity) -> Bool = { _ in false },
        timeLimit: Duration = .seconds(10)
    ) async throws {
        precondition(duration >= .zero, "the duration must not be negative: \(duration)")
        try await settle(nil, within: timeLimit) { awakeFirst(of: machine, ignoring: isIgnored) }
        let limit = now.advanced(by: duration)
        while let wake = wakeNext(until: limit) {
            try await settle(wake, within: timeLimit) { awakeActivities(of: machine, ignoring: isIgnored) }
        }
        sleepers.withLock { $0.now = max($0.now, limit) }
    }

    /// Advances the clock from deadline to deadline until a machine has reached a state.
    ///
    /// ```swift
    /// let run = Task { await machine.run { … } }
    /// machine.send(.load)
    /// try await clock.advance(until: machine) { $0 == .timedOut }
    /// ```
    ///
    /// If the condition already holds, the clock does not advance. Otherwise, it wakes one task at
    /// a time, as in ``advance(by:settling:ignoring:timeLimit:)``, and stops as soon as the
    /// condition holds, even in a state that the machine leaves immediately.
    ///
    /// - Parameters:
    ///   - machine: A machine that reaches the state by itself, for example because of a timeout.
    ///   - condition: A closure that returns whether the machine has reached the state.
    ///   - isIgnored: A closure that returns whether an activity waits for something else than this
    ///     clock, such as a download. The clock does not wait for these activities.
    ///   - timeLimit: How much real time to wait after each deadline.
    /// - Returns: The first state in which the condition holds.
    /// - Throws: ``NotSettled`` if an activity or a woken task neither sleeps nor ends within the
    ///   time limit, or if no task sleeps on the clock and the condition does not hold within the
    ///   time limit. A `StateMachine.StateNotReached` if the machine stops. A `CancellationError`
    ///   if the task is cancelled.
    @discardableResult
    public nonisolated(nonsending) func advance<Definition: StateDefinition>(
        until machine: StateMachine<Definition>,
        is condition: @escaping (Definition) -> Bool,
        ignoring isIgnored: (Definition.Activity) -> Bool = { _ in false },
        timeLimit: Duration = .seconds(10)
    ) async throws -> Definition {
        let wait = machine.beginWait(for: condition)
        defer { wait.token.cancel() }
        func awake() -> [String] {
            wait.result.isFinished ? [] : awakeActivities(of: machine, ignoring: isIgnored)
        }
        try await settle(nil, within: timeLimit) {
            wait.result.isFinished ? [] : awakeFirst(of: machine, ignoring: isIgnored)
        }
        while !wait.result.isFinished {
            if let wake = wakeNext(until: nil) {
                try await settle(wake, within: timeLimit, awake)
            } else {
                let state = nameText(machine.stateUntracked)
                try await settle(nil, within: timeLimit) {
                    wait.result.isFinished || sleepers.withLock { $0.count } > 0
                        ? [] : ["no task sleeps on the clock, and the machine stays in \(state)"]
                }
            }
        }
        return try await wait.result.result()
    }

    /// Performs work whose end ``advanceInOrder(by:timeLimit:)`` can see.
    ///
    /// ```swift
    /// let task = Task {
    ///     try await clock.tracked {
    ///         try await clock.sleep(for: .seconds(1))
    ///         model.refresh()
    ///     }
    /// }
    /// ```
    ///
    /// Use this method only for your own tasks, because the work of activities is always tracked.
    public nonisolated(nonsending) func tracked<Result>(
        _ work: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        let tracking = Tracking()
        defer { tracking.end() }
        return try await CurrentWork.$value.withValue(tracking) { try await work() }
    }

    // MARK: Waiting for effects

    /// Wakes the task with the earliest deadline and returns the number of its wake.
    private func wakeNext(until limit: Instant?) -> Int? {
        guard let next = sleepers.withLock({ $0.wakeNext(until: limit) }) else { return nil }
        next.continuation.resume(returning: true)
        return next.wake
    }

    /// Waits until a woken task has slept again or ended, and until nothing else is awake.
    ///
    /// - Parameters:
    ///   - wake: The wake's number, if a task was woken.
    ///   - awake: A closure that returns sentences about everything else that must not be awake.
    private nonisolated(nonsending) func settle(
        _ wake: Int?,
        within timeLimit: Duration,
        _ awake: () -> [String]
    ) async throws {
        defer { if let wake { _ = sleepers.withLock { $0.forgetWake(wake) } } }
        let start = ContinuousClock.now
        var looks = 0
        while true {
            let woken = wake.flatMap { number in sleepers.withLock { $0.unsettled(number) } }
            let others = awake()
            if woken == nil, others.isEmpty { return }
            try Task.checkCancellation()
            if start.duration(to: .now) >= timeLimit {
                throw NotSettled(timeLimit: timeLimit, reasons: (woken.map { [$0.sentence] } ?? []) + others)
            }
            looks += 1
            if looks < 100 { await Task.yield() } else { try await Task.sleep(for: .milliseconds(1)) }
        }
    }

    /// Returns a sentence about each activity that the first deadline has to wait for.
    ///
    /// A test usually starts the run in a task, which may not have begun.
    private func awakeFirst<Definition: StateDefinition>(
        of machine: StateMachine<Definition>,
        ignoring isIgnored: (Definition.Activity) -> Bool
    ) -> [String] {
        machine.hasRun ? awakeActivities(of: machine, ignoring: isIgnored) : ["no run of the machine is in progress"]
    }

    /// Returns a sentence about each activity whose work is neither asleep nor over.
    private func awakeActivities<Definition: StateDefinition>(
        of machine: StateMachine<Definition>,
        ignoring isIgnored: (Definition.Activity) -> Bool
    ) -> [String] {
        machine.currentWork.filter { activity, work in
            !work.isOver && !isIgnored(activity) && !sleepers.withLock { $0.isSleeping(work) }
        }.map { activity, _ in
            """
            the work of \(ValueName(of: activity)) neither sleeps on the clock nor ends; if it waits for something \
            else, pass a closure as ignoring: that returns true for it
            """
        }
    }
}

extension ManualClock {
    /// An error for a task that has an effect later than the clock waits for it.
    public struct NotSettled: Error, Hashable {
        /// How long the clock has waited, in real time.
        public let timeLimit: Duration

        /// One sentence for each task that the clock has waited for.
        public let reasons: [String]
    }
}

extension ManualClock.NotSettled: CustomStringConvertible {
    /// A text with the time limit and the reasons.
    public var description: String {
        "After \(timeLimit) of real time, \(reasons.joined(separator: "; "))"
    }
}

extension Sleepers.Wake {
    fileprivate var sentence: String {
        let time = "slept until \(deadline.offset)"
        return if let work = owner.work as? ManualClock.Tracking {
            "\(work.subject) that \(time) has neither slept again nor ended"
        } else if let work = owner.work {
            "the work of \(nameText(work.subject)), which \(time), has neither slept again nor ended"
        } else {
            """
            a task that \(time) has not slept again, and the clock cannot see its end; perform its work in \
            clock.tracked { … }
            """
        }
    }
}

extension ManualClock {
    /// The work of a call of ``tracked(_:)``.
    fileprivate final class Tracking: TrackedWork {
        private let isEnded = Locked(false)

        var isOver: Bool { isEnded.withLock { $0 } }
        var subject: any Sendable { "tracked work" }

        func end() { isEnded.withLock { $0 = true } }
    }
}
