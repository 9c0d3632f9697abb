#if !hasFeature(Embedded)
extension StateMachine where Definition: Equatable {
    /// Calls a closure whenever the machine enters a state, also when it starts there.
    ///
    /// ```swift
    /// machine.onEntry(of: .searching) { field.focus() }
    /// ```
    ///
    /// - Returns: A token that removes the hook.
    @discardableResult
    public func onEntry(of state: Definition, perform body: @escaping () -> Void) -> HookToken {
        onEntry(where: { $0 == state }, perform: body)
    }

    /// Calls a closure whenever the machine exits a state, also when it is stopped there.
    ///
    /// - Returns: A token that removes the hook.
    @discardableResult
    public func onExit(of state: Definition, perform body: @escaping () -> Void) -> HookToken {
        onExit(where: { $0 == state }, perform: body)
    }
}

extension StateMachine {
    /// Calls a closure whenever a predicate on the state begins to hold, also when it holds at the start.
    ///
    /// This is the hook for cases with payloads, and for superstates: sets of states that have something in common. A change
    /// inside such a set calls nothing.
    ///
    /// ```swift
    /// machine.onEntry(where: \.isLive) { lamp.isOn = true }
    /// ```
    ///
    /// Entry hooks run after the exit hooks, in the order of registration, with the state already moved.
    ///
    /// - Returns: A token that removes the hook.
    @discardableResult
    public func onEntry(where predicate: @escaping (Definition) -> Bool, perform body: @escaping () -> Void)
        -> HookToken
    {
        checkReadable()
        let hook = StateHook(where: predicate, perform: body)
        if isLive { hook.holds = predicate(storage) }
        return register(hook, in: \.stateEntries)
    }

    /// Calls a closure whenever a predicate on the state ceases to hold, also when the machine is stopped.
    ///
    /// Exit hooks run first, in the reverse order of registration, with the state already moved.
    ///
    /// - Returns: A token that removes the hook.
    @discardableResult
    public func onExit(where predicate: @escaping (Definition) -> Bool, perform body: @escaping () -> Void) -> HookToken
    {
        checkReadable()
        let hook = StateHook(where: predicate, perform: body)
        if isLive { hook.holds = predicate(storage) }
        return register(hook, in: \.stateExits)
    }

    /// Calls a closure with each activity that is entered, outermost first.
    ///
    /// - Returns: A token that removes the hook.
    @discardableResult
    public func onEntry(perform body: @escaping (Activity) -> Void) -> HookToken {
        register(Hook(body), in: \.activityEntries)
    }

    /// Calls a closure with each activity that is exited, innermost first.
    ///
    /// - Returns: A token that removes the hook.
    @discardableResult
    public func onExit(perform body: @escaping (Activity) -> Void) -> HookToken {
        register(Hook(body), in: \.activityExits)
    }

    /// Calls a closure after each accepted event and its entry and exit hooks, also for events that hooks have sent.
    ///
    /// - Returns: A token that removes the hook.
    @discardableResult
    public func onTransition(perform body: @escaping (Transition) -> Void) -> HookToken {
        register(Hook(body), in: \.transitions)
    }

    /// Calls a closure after each accepted event with the states before and after it.
    ///
    /// It costs a copy of the state per event: a payload that would be updated in place is copied as long as such a hook is
    /// there.
    ///
    /// - Returns: A token that removes the hook.
    @discardableResult
    public func onChange(perform body: @escaping (_ old: Definition, _ new: Definition) -> Void) -> HookToken {
        register(Hook { body($0.old, $0.new) }, in: \.changes)
    }

    /// Calls a closure with each event that the state does not handle.
    ///
    /// - Returns: A token that removes the hook.
    @discardableResult
    public func onRejection(perform body: @escaping (InvalidTransition<Definition>) -> Void) -> HookToken {
        register(Hook(body), in: \.rejections)
    }

    /// Calls a closure with each event that reaches the machine and is not offered to its state, and the reason.
    ///
    /// What is dropped while such a closure runs is not reported again.
    ///
    /// - Returns: A token that removes the hook.
    @discardableResult
    public func onDrop(perform body: @escaping (_ event: Event, _ reason: DropReason) -> Void) -> HookToken {
        register(Hook { body($0.event, $0.reason) }, in: \.drops)
    }

    private func register<SomeHook: RemovableHook>(
        _ hook: SomeHook,
        in list: ReferenceWritableKeyPath<Attachments, [SomeHook]>
    ) -> HookToken {
        attach { $0[keyPath: list].append(hook) }
        return HookToken(machine: self, hook: hook)
    }
}
#endif
