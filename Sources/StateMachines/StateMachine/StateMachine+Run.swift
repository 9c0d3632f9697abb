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
    /// One call of this method is a *run*. It starts a task for the work of each current activity,
    /// and later for each activity the machine enters, whether the entry was caused by your code, a
    /// hook, or a sender. When the machine exits an activity, the run cancels that activity's task
    /// before it starts any new tasks. If the machine exits an activity right after entering it,
    /// the run may skip the work. A cancelled task can still send events, but they're stale, so the
    /// machine drops them.
    ///
    /// If the machine re-enters an activity while the previous task is still ending, the new task
    /// waits for it. A slow cleanup delays neither the machine nor other activities.
    ///
    /// Work may end before the machine exits its activity. The activity then stays current, and the
    /// work isn't repeated. <doc:TimeAndTimeouts> shows how to write work that waits or repeats,
    /// and <doc:Activities> has complete programs.
    ///
    /// A run is over as soon as one of these things happens:
    /// - `shouldEnd` returns `true`. The run calls this closure with the current state when it
    ///   begins and after each handled event. If a sender's events are already waiting, the run
    ///   handles the first of them before it calls the closure. If one of them ends the run, the
    ///   others wait for the next run.
    /// - The task that called this method is cancelled.
    /// - The machine is stopped.
    ///
    /// The run then cancels its tasks, and this method returns once the last of them has ended. The
    /// machine drops the events they still send. So if work catches a cancellation error and sends
    /// a failure event, as in the example, that event doesn't change the state. Unless the machine
    /// was stopped, it keeps its ``activities``, and the next run starts new tasks for those that
    /// are current by then.
    ///
    /// A machine has one run at a time. If you call this method during a run, the new run begins as
    /// soon as one of the things above ends the earlier one. It doesn't wait for the earlier tasks,
    /// except that a new task waits for an earlier task of an equal activity. When one view
    /// replaces another, the new view can therefore call this method right away, even if the old
    /// view's task hasn't been cancelled yet. A debug build warns about a run that has waited for
    /// five seconds; see ``MachineWarnings``.
    ///
    /// If the machine isn't isolated to an actor, the compiler doesn't let you use it during a run,
    /// so create a sender beforehand. Events sent through it between two runs wait for the next
    /// run, which handles them first.
    ///
    /// The activities' tasks inherit task-local values and the base priority from the calling task.
    /// When that task is escalated, so are they, on Apple's platforms since version 26 of the
    /// operating system. With Swift 6.3 (and version 26.4 on Apple's platforms), they also inherit
    /// the task executor.
    ///
    /// - Parameters:
    ///   - isolation: The caller's isolation, which is passed by default.
    ///   - shouldEnd: A closure that returns whether the run ends in a given state. If you pass a
    ///     closure, final states no longer end the run. If you don't, the run ends when the machine
    ///     reaches a final state (``StateDefinition/isFinal``).
    ///   - work: A closure that performs an activity's work and sends the activity's events with
    ///     its `send` parameter.
    /// - Returns: The state in which the run ended. By the time you get it, the machine may be in
    ///   another state, because it can handle more events while the last tasks are ending. A run
    ///   that's cancelled while it waits for an earlier one returns the current state.
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

    /// Performs one run, during which no other run may be active.
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
    /// This overload of ``run(isolation:until:perform:)`` is for definitions without activities,
    /// which have no work to perform.
    @discardableResult
    public func run(
        isolation: isolated (any Actor)? = #isolation,
        until shouldEnd: ((Definition) -> Bool)? = nil
    ) async -> Definition {
        await run(isolation: isolation, until: shouldEnd) { _, _ in }
    }
}
#endif
