#if !hasFeature(Embedded)
extension StateMachine {
    /// Starts the machine and does the work of its activities, one task per instance, until it is to end.
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
    /// An activity that is entered gets a task, whoever sent the event; when it is exited, its task is cancelled before any new
    /// one starts, and what it still sends is dropped as stale. An instance waits for the end of an earlier one of an equal
    /// activity. Nothing else waits: a slow clean-up holds up neither the machine nor other activities. An activity whose work
    /// ends stays entered; it is not started again.
    ///
    /// Outside every actor nothing else can be done with the machine during a run, as the compiler will say: make a sender
    /// before it, and send with that.
    ///
    /// The tasks are to the run what child tasks are: they have its task-local values, its priority, also when that is escalated, and
    /// its task executor. (On Apple's platforms escalation takes version 26, and the executor version 26.4.)
    ///
    /// The run ends when an accepted event brings a state for which `isLast` holds, or it holds at the start; when the task
    /// that called this is cancelled; or when the machine is stopped. Then all instances retire first and are cancelled, so
    /// that an error caused by the cancellation moves nothing, and this returns when the last of them has ended. The state
    /// stays; a later `run` starts the activities that are active then.
    ///
    /// - Parameters:
    ///   - isolation: Leave it out; it is the actor that this is called from.
    ///   - isLast: Whether the run is to end in this state. Without it, only cancellation and ``stop()`` end the run.
    ///   - work: What to do for an activity. The sender that it gets delivers its events.
    /// - Returns: The state with which the run ended. The machine may have moved on while the last tasks were ending.
    /// - Throws: ``AlreadyRunning`` if a `run` of this machine is in progress.
    @discardableResult
    public func run(
        isolation: isolated (any Actor)? = #isolation,
        until isLast: ((Definition) -> Bool)? = nil,
        perform work: @escaping @Sendable (_ activity: Activity, _ send: Sender) async -> Void
    ) async throws(AlreadyRunning) -> Definition {
        guard attachments?.driver == nil else { throw AlreadyRunning() }
        let mailbox = mailbox()
        let inbox = RunInbox<Definition>()
        // Outside every actor there is a stage for the run, where events can be brought.
        let home = isolation ?? Stage()
        let driver = Driver<Definition>(until: isLast, signalling: inbox) { activity in
            ActivityInstance(of: activity, of: self, on: home, by: mailbox) { instance in
                inbox.signal { $0.ended.append(instance) }
            }
        } launch: { instance in
            Self.launch(instance, work)
        }
        attachmentsMadeIfNeeded().driver = driver
        request(.join(driver, isCancelled: Task.isCancelled))
        let address = MachineAddress(of: self, on: home)
        let isOpened = mailbox.open(address, outlastingRun: false)
        await withTaskCancellationHandler {
            if isolation == nil {
                await address.drive(from: mailbox)
            } else {
                // To be isolated to an actor, a closure has to capture it.
                await drive(isolation: isolation)
            }
        } onCancel: {
            inbox.signal { $0.isCancelled = true }
        }
        if isOpened { receive(mailbox.leave(address)) }
        withExtendedLifetime(home) {}
        inbox.close()
        attachments?.driver = nil
        updateListenersWhenIdle()
        return driver.last ?? storage
    }

    /// Lets the driver know what goes on already, unless there is nothing to drive any more.
    @usableFromInline
    func join(_ driver: Driver<Definition>, isCancelled: Bool) {
        guard !driver.isOver else { return }
        if phase.contains(.stopped) || isCancelled {
            start()
            return finish(driver)
        }
        driver.join()
        if phase.contains(.unstarted) { return start() }
        notify {
            updateAttendance()
            driver.enter(attachments?.ongoing ?? [], in: storage)
        }
    }

    /// Ends a run.
    @usableFromInline
    func finish(_ driver: Driver<Definition>) {
        notify { driver.finish(in: storage) }
    }

    /// Keeps the driver going until the run has ended and all its tasks have.
    ///
    /// What the task of the run gets of priority meanwhile is passed on to the tasks.
    func drive(isolation: isolated (any Actor)?) async {
        guard let driver = attachments?.driver else { return }
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            return await drive(driver, isolation: isolation)
        }
        let inbox = driver.inbox
        await withTaskPriorityEscalationHandler {
            await drive(driver, isolation: isolation)
        } onPriorityEscalated: { _, priority in
            inbox.signal { $0.priority = priority }
        }
    }

    private func drive(_ driver: Driver<Definition>, isolation: isolated (any Actor)?) async {
        handle(RunInbox.Batch(), by: driver)
        while !driver.isDone { handle(await driver.inbox.next(isolation: isolation), by: driver) }
    }

    /// Does what is to be done after the news of a run, as its own task.
    private func handle(_ batch: RunInbox<Definition>.Batch, by driver: Driver<Definition>) {
        if batch.isCancelled { request(.finish(driver)) }
        notify {
            for instance in batch.ended { driver.didEnd(instance) }
            driver.startEntered()
            if let priority = batch.priority { driver.escalate(to: priority) }
        }
        drainQueue()
    }

    /// Starts the work of an instance, outside every actor.
    ///
    /// A task group cannot cancel one of its children, so these are tasks with handles. They are children all the same: the
    /// driver holds each handle, and the run does not return before it has heard of the end of each.
    private static func launch(
        _ instance: ActivityInstance<Definition>,
        _ work: @escaping @Sendable (Activity, Sender) async -> Void
    ) -> Task<Void, Never> {
        .likeChild {
            await work(instance.activity, Sender(instance: instance))
            instance.end()
        }
    }
}

extension StateMachine where Definition.Activity == Never {
    /// Starts the machine and handles the events of its sender, until it is to end.
    ///
    /// See ``run(isolation:until:perform:)``; a definition without activities has no work to do.
    @discardableResult
    public func run(
        isolation: isolated (any Actor)? = #isolation,
        until isLast: ((Definition) -> Bool)? = nil
    ) async throws(AlreadyRunning) -> Definition {
        try await run(isolation: isolation, until: isLast) { _, _ in }
    }
}

/// A machine is driven by one `run` at a time: wait for the other one to return, or cancel its task.
public struct AlreadyRunning: Error, Hashable, CustomStringConvertible {
    /// One sentence that says what to do.
    public var description: String {
        "The machine is being run already; cancel the other run, or wait for it to return"
    }
}
#endif
