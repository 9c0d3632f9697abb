#if !hasFeature(Embedded)
extension StateMachine {
    /// Starts the machine and does the work of its activities, one task per instance, until it is
    /// to end.
    ///
    /// ```swift
    /// let last = try await machine.run(until: \.isFinished) { activity, send in
    ///     switch activity {
    ///     case .fetching(let query):
    ///         do { await send(.success(try await client.search(query))) }
    ///         catch { await send(.failure("\(error)")) }
    ///     case .editing: break
    ///     }
    /// }
    /// ```
    ///
    /// Each activity that is entered gets a task, whatever the source of the event, unless it is
    /// exited before the task starts. When the activity is exited, its task is cancelled before any
    /// new one starts, and events that it still sends are dropped as stale. An instance waits for
    /// the end of an earlier instance of an equal activity. Nothing else waits: a slow clean-up
    /// delays neither the machine nor other activities. An activity whose work has ended stays
    /// entered, and is not started again. <doc:TimeAndTimeouts> has work that waits, and work that
    /// repeats.
    ///
    /// Outside every actor the machine cannot be used during a run, as the compiler says: make a
    /// sender before, and send with that.
    ///
    /// The tasks inherit from the run like child tasks: task-local values, priority and its
    /// escalation, and the task executor. (On Apple's platforms escalation needs version 26, and
    /// the executor version 26.4.)
    ///
    /// The run ends when the machine starts in or comes to a state for which `shouldEnd` holds;
    /// when the task that called this is cancelled; or when the machine is stopped. Then all
    /// instances are invalidated before they are cancelled, so that an error caused by the
    /// cancellation changes nothing, and this returns when the last of them has ended. The state
    /// stays; a later `run` starts the activities of that state.
    ///
    /// <doc:Activities> has complete programs.
    ///
    /// A machine has one run at a time. A run that is called while a cancelled one is ending waits
    /// until that one has returned. So a view that disappears and comes back at once gets its run.
    ///
    /// - Parameters:
    ///   - isolation: Leave it out; it is the actor that this is called from.
    ///   - shouldEnd: Whether the run is to end in this state. By default it ends in final states,
    ///     see ``StateDefinition/isFinal``.
    ///   - work: What to do for an activity. The sender that it gets delivers its events.
    /// - Returns: The state in which the run ended. The machine may have handled events while the
    ///   last tasks were ending. A run that is cancelled while it waits for another one returns the
    ///   current state.
    /// - Throws: ``MachineAlreadyRunning`` if a `run` of this machine is in progress that is not
    ///   cancelled.
    @discardableResult
    public func run(
        isolation: isolated (any Actor)? = #isolation,
        until shouldEnd: ((Definition) -> Bool)? = nil,
        perform work: @escaping @Sendable (_ activity: Activity, _ send: Sender) async -> Void
    ) async throws(MachineAlreadyRunning) -> Definition {
        let runtime = makeRuntimeIfNeeded()
        guard runtime.runs.last?.isCancelled != false else { throw MachineAlreadyRunning() }
        let inbox = RunInbox<Definition>()
        let isFirst = runtime.runs.isEmpty
        runtime.runs.append(inbox)
        let last = await withTaskCancellationHandler {
            // To be isolated to an actor, a closure has to capture it.
            if !isFirst, await !inbox.waitForTurn(isolation: isolation) { return storage }
            return await run(isolation: isolation, until: shouldEnd, signalledBy: inbox, perform: work)
        } onCancel: {
            inbox.cancel()
        }
        runtime.endRun(inbox)
        return last
    }

    /// Runs the machine, which no other run is using.
    private func run(
        isolation: isolated (any Actor)?,
        until shouldEnd: ((Definition) -> Bool)?,
        signalledBy inbox: RunInbox<Definition>,
        perform work: @escaping @Sendable (_ activity: Activity, _ send: Sender) async -> Void
    ) async -> Definition {
        let mailbox = mailbox()
        // Outside every actor the run has one of its own, so that senders can deliver there.
        let actor = isolation ?? RunActor()
        let driver = Driver(until: shouldEnd, on: actor, by: mailbox, signalledBy: inbox, perform: work)
        makeRuntimeIfNeeded().driver = driver
        request(.join(driver))
        let reference = IsolatedMachineReference(of: self, on: actor)
        let isAttached = mailbox.attach(reference, outlastingRun: false)
        if isolation == nil {
            await reference.drive(from: mailbox)
        } else {
            await driver.drive(self, isolation: isolation)
        }
        if isAttached { receive(mailbox.detach(reference)) }
        inbox.close()
        runtime?.driver = nil
        updateListenersWhenIdle()
        return driver.finalState ?? storage
    }
}

extension StateMachine where Definition.Activity == Never {
    /// Starts the machine and handles the events of its senders until it is to end.
    ///
    /// See ``run(isolation:until:perform:)``; a definition without activities has no work to do.
    @discardableResult
    public func run(
        isolation: isolated (any Actor)? = #isolation,
        until shouldEnd: ((Definition) -> Bool)? = nil
    ) async throws(MachineAlreadyRunning) -> Definition {
        try await run(isolation: isolation, until: shouldEnd) { _, _ in }
    }
}
#endif
