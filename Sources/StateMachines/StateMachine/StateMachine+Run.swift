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
    /// Each time the machine enters an activity, whether because of your code, a hook or a sender,
    /// the run starts a task for the activity's work. When the machine exits the activity, the run
    /// cancels that task before it starts any new one; a task that has not started yet never does.
    /// A cancelled task can still send events, but the machine drops them because they are stale.
    ///
    /// If the machine re-enters an activity while its previous task is winding down, the new task
    /// waits for it. No other task does, so a slow cleanup delays neither the machine nor other
    /// activities. If an activity's work ends before the machine exits it, the activity stays
    /// current, and the run doesn't repeat the work. <doc:TimeAndTimeouts> shows how to write work
    /// that waits or repeats, and <doc:Activities> contains complete programs.
    ///
    /// If the machine is not isolated to an actor, the compiler doesn't let you use it during a
    /// run. Create a sender before the run begins to send events meanwhile.
    ///
    /// The run ends in one of these cases:
    /// - `shouldEnd` returns `true` for the current state, either when the run begins or after a
    ///   handled event. A machine that has no actor between runs first handles the events that have
    ///   waited for this run.
    /// - The task that called this method is cancelled.
    /// - The machine is stopped.
    ///
    /// The run then cancels the tasks of all activities and returns when the last one has ended.
    /// Events that these tasks send meanwhile are stale, so an error caused by the cancellation
    /// cannot change the state. Unless the machine is stopped, its activities stay current, and a
    /// later `run` starts the work of those that are current by then.
    ///
    /// A machine has one run at a time: if you call this method during another run, the new run
    /// waits until that one is over. A view can therefore call it each time that it appears, even
    /// before a former view's run has been cancelled. The new run doesn't wait for the earlier
    /// run's tasks, except that an activity waits for the task of an equal activity. A debug build
    /// warns about a run that has waited for five seconds; see ``MachineWarnings``.
    ///
    /// As child tasks do, the activities' tasks inherit task-local values, the priority and its
    /// escalation, and the task executor from the task that called this method. On Apple's
    /// platforms, escalating a task that has started requires version 26. The task executor, and a
    /// priority that was escalated before the task started, require version 26.4.
    ///
    /// - Parameters:
    ///   - isolation: The caller's isolation, which is passed by default.
    ///   - shouldEnd: A closure that gets a state and returns whether the run ends in it. By
    ///     default, the run ends in final states; see ``StateDefinition/isFinal``.
    ///   - work: A closure that performs an activity's work, and sends the activity's events with
    ///     the `send` parameter.
    /// - Returns: The state in which the run ended. By now, the current state can differ, because
    ///   the machine may have handled more events while the last tasks were ending. A run that is
    ///   cancelled while it waits for an earlier run returns the current state.
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
