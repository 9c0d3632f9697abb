#if !hasFeature(Embedded)
extension StateMachine where Definition: Equatable {
    /// Calls a closure whenever the machine enters a state, also when it starts there.
    ///
    /// ```swift
    /// machine.onEntry(of: .searching) { field.focus() }
    /// ```
    ///
    /// - Returns: A token that cancels the hook.
    @inlinable
    @discardableResult
    public func onEntry(of state: Definition, perform body: @escaping () -> Void) -> HookToken {
        onEntry(where: { $0 == state }, perform: body)
    }

    /// Calls a closure whenever the machine exits a state, also when it is stopped there.
    ///
    /// - Returns: A token that cancels the hook.
    @inlinable
    @discardableResult
    public func onExit(of state: Definition, perform body: @escaping () -> Void) -> HookToken {
        onExit(where: { $0 == state }, perform: body)
    }
}

extension StateMachine {
    /// Calls a closure whenever a predicate on the state begins to hold, also when it holds at the
    /// start.
    ///
    /// Use it for cases with payloads, and for superstates: sets of states that have something in
    /// common. A change inside such a set does not call it.
    ///
    /// ```swift
    /// machine.onEntry(where: \.isLive) { lamp.isOn = true }
    /// ```
    ///
    /// Entry hooks run after the exit hooks, in the order of registration. The machine is in the
    /// new state already.
    ///
    /// - Returns: A token that cancels the hook.
    @inlinable
    @discardableResult
    public func onEntry(where predicate: @escaping (Definition) -> Bool, perform body: @escaping () -> Void)
        -> HookToken
    {
        let hook = StateHook(where: predicate, perform: body)
        return register(hook) { machine, runtime in
            hook.evaluate(in: machine.isRunningUntracked ? machine.storage : nil)
            runtime.stateEntries.append(hook)
        }
    }

    /// Calls a closure whenever a predicate on the state ceases to hold, also when the machine is
    /// stopped.
    ///
    /// Exit hooks run first, in the reverse order of registration. The machine is in the new state
    /// already.
    ///
    /// - Returns: A token that cancels the hook.
    @inlinable
    @discardableResult
    public func onExit(where predicate: @escaping (Definition) -> Bool, perform body: @escaping () -> Void) -> HookToken
    {
        let hook = StateHook(where: predicate, perform: body)
        return register(hook) { machine, runtime in
            hook.evaluate(in: machine.isRunningUntracked ? machine.storage : nil)
            runtime.stateExits.append(hook)
        }
    }

    /// Calls a closure with each activity that is entered, outermost first.
    ///
    /// ```swift
    /// machine.onActivityEntry { activity in log("\(activity) begins") }
    /// ```
    ///
    /// - Returns: A token that cancels the hook.
    @inlinable
    @discardableResult
    public func onActivityEntry(perform body: @escaping (Activity) -> Void) -> HookToken {
        let hook = Hook(body)
        return register(hook) { $1.activityEntries.append(hook) }
    }

    /// Calls a closure with each activity that is exited, innermost first.
    ///
    /// - Returns: A token that cancels the hook.
    @inlinable
    @discardableResult
    public func onActivityExit(perform body: @escaping (Activity) -> Void) -> HookToken {
        let hook = Hook(body)
        return register(hook) { $1.activityExits.append(hook) }
    }

    /// Calls a closure after each handled event and its entry and exit hooks, also for events that
    /// hooks have sent.
    ///
    /// - Returns: A token that cancels the hook.
    @inlinable
    @discardableResult
    public func onTransition(perform body: @escaping (Transition) -> Void) -> HookToken {
        let hook = Hook(body)
        return register(hook) { $1.transitions.append(hook) }
    }

    /// Calls a closure after each handled event with the states before and after it.
    ///
    /// It costs a copy of the state per event: a payload that would be updated in place is copied
    /// as long as such a hook is registered.
    ///
    /// - Returns: A token that cancels the hook.
    @inlinable
    @discardableResult
    public func onChange(perform body: @escaping (_ before: Definition, _ after: Definition) -> Void) -> HookToken {
        let hook = Hook<(before: Definition, after: Definition)> { body($0.before, $0.after) }
        return register(hook) { $1.changes.append(hook) }
    }

    /// Calls a closure with each event that the state does not handle.
    ///
    /// - Returns: A token that cancels the hook.
    @inlinable
    @discardableResult
    public func onRejection(perform body: @escaping (InvalidTransition<Definition>) -> Void) -> HookToken {
        let hook = Hook(body)
        return register(hook) { $1.rejections.append(hook) }
    }

    /// Calls a closure with each event that reaches the machine but not its state, and the reason.
    ///
    /// Events that are dropped while such a closure runs are not reported. Nobody can call the
    /// hooks of a machine outside every actor while it is not being run. Events that it drops then
    /// are reported by its next `run`, or by its next `send` if it is stopped, up to a thousand of
    /// them.
    ///
    /// - Returns: A token that cancels the hook.
    @inlinable
    @discardableResult
    public func onDrop(perform body: @escaping (_ event: Event, _ reason: DropReason) -> Void) -> HookToken {
        let hook = Hook<(event: Event, reason: DropReason)> { body($0.event, $0.reason) }
        return registerDrop(hook)
    }

    /// Adds a hook at once: an event may be dropped within the turn of another one, and calls the
    /// hooks that are there then.
    @usableFromInline
    func registerDrop(_ hook: Hook<(event: Event, reason: DropReason)>) -> HookToken {
        makeRuntimeIfNeeded().drops.append(hook)
        return makeToken(for: hook)
    }

    /// Adds a hook now, or when the present turn is over.
    @usableFromInline
    func register(_ hook: RemovableHook, _ add: @escaping (StateMachine, Runtime) -> Void) -> HookToken {
        makeRuntimeIfNeeded().addedHooks.append((hook, add))
        updateListenersWhenIdle()
        return makeToken(for: hook)
    }

    private func makeToken(for hook: RemovableHook) -> HookToken {
        let runtime = makeRuntimeIfNeeded()
        runtime.hookCount += 1
        return HookToken(machine: self, hook: hook, number: runtime.hookCount)
    }
}
#endif
