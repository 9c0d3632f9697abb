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
    /// Each time the machine enters an activity, the run starts a new task for its work. The
    /// machine can enter an activity after any event, whether it came from your code, from a hook
    /// or from a sender. If the machine exits the activity before the task has started, the task
    /// never starts. When the machine exits an activity, the run cancels its task before it starts
    /// any new task. The cancelled task can still send events, but the machine drops them because
    /// they are stale.
    ///
    /// If the task of an earlier instance of an equal activity is still running, the task of the
    /// new instance starts only after the earlier task has ended. No other task waits, so a slow
    /// cleanup delays neither the machine nor other activities. If the work of an activity ends
    /// before the machine exits the activity, the activity stays current, and the run does not
    /// repeat the work. <doc:TimeAndTimeouts> shows how to write work that waits or repeats.
    ///
    /// If the machine is not isolated to an actor, the compiler does not let you use it during a
    /// run. To send events during the run, create a sender before the run begins.
    ///
    /// Like child tasks, the tasks inherit task-local values, the priority and its escalation, and
    /// the task executor from the task that called this method. On Apple's platforms, escalating a
    /// task that has started requires version 26. The task executor, and a priority that was
    /// escalated before the task started, require version 26.4.
    ///
    /// The run ends in one of these cases:
    /// - `shouldEnd` returns `true` for the current state, either when the run begins or after a
    ///   handled event. If events have waited for the run, because the machine has no actor between
    ///   runs, it begins by handling them.
    /// - The task that called this method is cancelled.
    /// - The machine is stopped.
    ///
    /// The run then cancels the tasks of all activities. Events that these tasks send from now on
    /// are stale, so an error that the cancellation causes cannot change the state. The method
    /// returns when the last task has ended.
    ///
    /// Unless the machine is stopped, its activities stay current after the run. A later `run`
    /// starts the work of the activities that are current at that time.
    ///
    /// For complete programs, see <doc:Activities>.
    ///
    /// A machine has one run at a time. If you call this method during another run, the new run
    /// waits until that run is over. So a view can call this method each time that it appears, even
    /// before the run of a former view has been cancelled. The new run does not wait for the tasks
    /// of the earlier run, except that an activity waits for the task of an equal activity. A debug
    /// build warns about a run that has waited for five seconds; see ``MachineWarnings``.
    ///
    /// - Parameters:
    ///   - isolation: The isolation of the caller, which is passed by default.
    ///   - shouldEnd: A closure that gets a state and returns whether the run ends in it. By
    ///     default, the run ends in final states; see ``StateDefinition/isFinal``.
    ///   - work: A closure that performs the work of an activity. It sends the events of that
    ///     activity with the `send` parameter.
    /// - Returns: The state in which the run ended. The current state can be a different one,
    ///   because the machine may have handled more events while the last tasks were ending. If the
    ///   run is cancelled while it waits for an earlier run, the method returns the current state.
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
    /// Use this overload of ``run(isolation:until:perform:)`` for a definition without activities,
    /// which has no work to perform.
    @discardableResult
    public func run(
        isolation: isolated (any Actor)? = #isolation,
        until shouldEnd: ((Definition) -> Bool)? = nil
    ) async -> Definition {
        await run(isolation: isolation, until: shouldEnd) { _, _ in }
    }
}
#endif
