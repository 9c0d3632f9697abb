#if !hasFeature(Embedded)
extension StateMachine {
    /// Starts the machine and performs the work of its activities until the run ends.
    ///
    /// ```swift
    /// let last = await machine.run(until: \.isFinished) { activity, send in
    ///     switch activity {
    ///     case .fetching(let query):
    ///         do { await send(.success(try await client.search(query))) }
    ///         catch { await send(.failure("\(error)")) }
    ///     case .editing: break
    ///     }
    /// }
    /// ```
    ///
    /// Each time the machine enters an activity, the run starts a task for the activity's work. It
    /// doesn't matter whether your code, a hook, or a sender caused the entry. When the machine
    /// exits the activity, the run cancels that task before it starts any new one. If the run
    /// hasn't started the task yet, it skips the activity's work. A cancelled task can still send
    /// events, but they are stale, so the machine drops them.
    ///
    /// If the machine re-enters an activity while the previous task is still ending, the new task
    /// waits for the previous one. A slow cleanup delays neither the machine nor other activities.
    ///
    /// An activity's work may end before the machine exits the activity. The activity then stays
    /// current, and the run doesn't repeat the work. <doc:TimeAndTimeouts> shows how to write work
    /// that waits or repeats, and <doc:Activities> contains complete programs.
    ///
    /// The run is over as soon as one of these things happens:
    /// - `shouldEnd` returns `true`. The run calls this closure with the current state when it
    ///   begins and after each handled event. If events are already waiting when the run begins, it
    ///   processes one of them before it first calls the closure.
    /// - The task that called this method is cancelled.
    /// - The machine is stopped.
    ///
    /// When a run is over, it cancels its tasks, and this method returns once the last task has
    /// ended. The machine drops the events that these tasks still send. So if the work catches a
    /// cancellation error and sends a failure event, as in the example, that event doesn't change
    /// the state. Unless the machine was stopped, it keeps its ``activities``, and the next run
    /// starts new tasks for the activities that are current at that point.
    ///
    /// A machine has one run at a time. If you call this method during a run, the new run begins
    /// once the earlier one is over, even if some of the earlier run's tasks are still ending. A
    /// new task waits only if an earlier task with an equal activity is still ending. So a view can
    /// call this method each time it appears, even if the previous view's run hasn't been cancelled
    /// yet. A debug build warns about a run that has waited for five seconds; see
    /// ``MachineWarnings``.
    ///
    /// If the machine isn't isolated to an actor, the compiler doesn't let you use it during a run.
    /// To send events during the run, create a sender before the run begins. Events that you send
    /// between two runs wait for the next run, which handles them first.
    ///
    /// Like child tasks, the activities' tasks inherit task-local values, the task executor, and
    /// the priority (including later escalations) from the calling task. On Apple's platforms,
    /// escalating an activity's task after it has started requires version 26 of the system.
    /// Version 26.4 is required to inherit the task executor, or an escalation of the calling task
    /// that happened before the activity's task started.
    ///
    /// - Parameters:
    ///   - isolation: The caller's isolation, which is passed by default.
    ///   - shouldEnd: A closure that takes a state and returns whether the run ends in it. If you
    ///     pass none, the run ends in final states. If you pass a closure, the closure alone
    ///     decides. See ``StateDefinition/isFinal``.
    ///   - work: A closure that performs an activity's work. It sends the activity's events with
    ///     the `send` parameter.
    /// - Returns: The state in which the run ended. By the time this method returns, the machine
    ///   may be in another state, because it can handle more events while the last tasks are
    ///   ending. A run that is cancelled while it waits for an earlier run returns the current
    ///   state.
    @discardableResult
    public func run(
        isolation: isolated (any Actor)? = #isolation,
        until shouldEnd: ((Definition) -> Bool)? = nil,
        perform work: @escaping @Sendable (_ activity: Activity, _ send: Sender) async -> Void
    ) async -> Definition {
        let runtime = makeRuntimeIfNeeded()
        let inbox = RunInbox<Definition>()
        let hasTurn = runtime.takeTurn(inbox)
        return await withTaskCancellationHandler {
            // A closure must capture an actor to be isolated to that actor.
            if !hasTurn, await !inbox.waitForTurn(isolation: isolation) {
                runtime.forget(inbox)
                return storage
            }
            return await run(isolation: isolation, until: shouldEnd, signalledBy: inbox, perform: work)
        } onCancel: {
            inbox.cancel()
        }
    }

    /// Runs the machine while no other run uses it.
    private func run(
        isolation: isolated (any Actor)?,
        until shouldEnd: ((Definition) -> Bool)?,
        signalledBy inbox: RunInbox<Definition>,
        perform work: @escaping @Sendable (_ activity: Activity, _ send: Sender) async -> Void
    ) async -> Definition {
        let mailbox = mailbox()
        let runtime = makeRuntimeIfNeeded()
        // If the caller is not isolated to an actor, the run has its own actor for the senders to
        // deliver on.
        let actor = isolation ?? RunActor()
        let hasMail = mailbox.delivery == nil && mailbox.waitingCount > 0
        let driver = Driver(
            until: shouldEnd,
            on: actor,
            by: mailbox,
            in: runtime,
            hasMail: hasMail,
            signalledBy: inbox,
            perform: work
        )
        runtime.driver = driver
        request(.join(driver))
        let delivery = ActorDelivery(of: self, on: actor)
        let isAttached = mailbox.attach(delivery, outlastingRun: false, drains: !hasMail)
        if isolation == nil {
            await delivery.drive(from: mailbox)
        } else {
            await driver.drive(self, isolation: isolation)
        }
        if isAttached { receive(mailbox.detach(delivery)) }
        if runtime.driver === driver { runtime.driver = nil }
        updateListenersWhenIdle()
        inbox.close()
        runtime.endTurn(of: inbox)
        return driver.finalState ?? storage
    }
}

extension StateMachine where Definition.Activity == Never {
    /// Starts the machine and handles the events of its senders until the run ends.
    ///
    /// Use this overload of ``run(isolation:until:perform:)`` if the definition has no activities
    /// and therefore no work to perform.
    @discardableResult
    public func run(
        isolation: isolated (any Actor)? = #isolation,
        until shouldEnd: ((Definition) -> Bool)? = nil
    ) async -> Definition {
        await run(isolation: isolation, until: shouldEnd) { _, _ in }
    }
}
#endif
