#if !hasFeature(Embedded)
extension StateMachine where Definition: Equatable {
    /// Calls a closure whenever the machine enters a state, including when it starts in that state.
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

    /// Calls a closure whenever the machine exits a state, including when it is stopped in that
    /// state.
    ///
    /// - Returns: A token that cancels the hook.
    @inlinable
    @discardableResult
    public func onExit(of state: Definition, perform body: @escaping () -> Void) -> HookToken {
        onExit(where: { $0 == state }, perform: body)
    }
}

// `StateMachine+Notifications` defines the order in which the machine calls its hooks.
extension StateMachine {
    /// Calls a closure whenever a predicate on the state becomes true, including at the start.
    ///
    /// Use it for cases with payloads and for superstates (sets of related states). A transition
    /// between two states of the set doesn't call the closure.
    ///
    /// ```swift
    /// machine.onEntry(where: \.isLive) { lamp.isOn = true }
    /// ```
    ///
    /// Entry hooks run after exit hooks, in order of registration. By then, the machine is in the
    /// new state.
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

    /// Calls a closure with the new state whenever a predicate on the state becomes true, including
    /// at the start.
    ///
    /// ```swift
    /// machine.onEntry(where: \.isLive) { state in log("live as \(state)") }
    /// ```
    ///
    /// - Returns: A token that cancels the hook.
    @inlinable
    @discardableResult
    public func onEntry(
        where predicate: @escaping (Definition) -> Bool,
        perform body: @escaping (Definition) -> Void
    ) -> HookToken {
        onEntry(where: predicate) { [weak self] in
            if let self { body(storage) }
        }
    }

    /// Calls a closure with a value from the state whenever the machine enters a state that has
    /// one, including at the start.
    ///
    /// Because the closure receives the value, it doesn't have to capture the machine or switch
    /// over its state:
    ///
    /// ```swift
    /// extension Search {
    ///     var message: String? { if case .failed(let message) = self { message } else { nil } }
    /// }
    ///
    /// search.onEntry(with: \.message) { message in banner.show(message) }
    /// ```
    ///
    /// The closure is called when the value stops being `nil`, but not when one message replaces
    /// another. To learn of those changes as well, observe the value; see ``observing(_:)``.
    ///
    /// - Parameters:
    ///   - value: A closure that returns a state's value, or `nil` if the state has none. The
    ///     result must depend only on the state.
    ///   - body: The closure that receives the value.
    /// - Returns: A token that cancels the hook.
    @inlinable
    @discardableResult
    public func onEntry<Value>(
        with value: @escaping (Definition) -> Value?,
        perform body: @escaping (Value) -> Void
    ) -> HookToken {
        onEntry(where: { value($0) != nil }) { state in
            if let value = value(state) { body(value) }
        }
    }

    /// Calls a closure whenever a predicate on the state becomes false.
    ///
    /// If the predicate is true when the machine stops, the closure is called then as well. Exit
    /// hooks run before all other hooks, in reverse order of registration. By then, the machine is
    /// already in the new state.
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

    /// Calls a closure with each activity the machine enters, in the order in which the state lists
    /// them.
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

    /// Calls a closure with each activity the machine exits, in reverse order.
    ///
    /// - Returns: A token that cancels the hook.
    @inlinable
    @discardableResult
    public func onActivityExit(perform body: @escaping (Activity) -> Void) -> HookToken {
        let hook = Hook(body)
        return register(hook) { $1.activityExits.append(hook) }
    }

    /// Calls a closure after each handled event, including events that hooks have sent.
    ///
    /// The closure runs after the event's exit and entry hooks.
    ///
    /// - Returns: A token that cancels the hook.
    @inlinable
    @discardableResult
    public func onTransition(perform body: @escaping (Transition) -> Void) -> HookToken {
        let hook = Hook(body)
        return register(hook) { $1.transitions.append(hook) }
    }

    /// Calls a closure after each handled event, with the states before and after the event.
    ///
    /// While an `onChange` hook is registered, the machine copies its state for each event, so it
    /// can't update payloads in place.
    ///
    /// - Returns: A token that cancels the hook.
    @inlinable
    @discardableResult
    public func onChange(perform body: @escaping (_ before: Definition, _ after: Definition) -> Void) -> HookToken {
        let hook = Hook<(before: Definition, after: Definition)> { body($0.before, $0.after) }
        return register(hook) { $1.changes.append(hook) }
    }

    /// Calls a closure with each rejected event, the state that rejected it, and the reason.
    ///
    /// - Returns: A token that cancels the hook.
    @inlinable
    @discardableResult
    public func onRejection(perform body: @escaping (InvalidTransition<Definition>) -> Void) -> HookToken {
        let hook = Hook(body)
        return register(hook) { $1.rejections.append(hook) }
    }

    /// Calls a closure with each event the machine drops, and with the reason.
    ///
    /// Two kinds of dropped events aren't reported: those dropped while an `onDrop` closure is
    /// running, and those dropped because the machine was released.
    ///
    /// A machine that isn't isolated to an actor can't call its hooks between two runs. It keeps up
    /// to 1,000 of the events dropped in the meantime and reports them in its next `run` or, if it
    /// has been stopped, at the next call of `send`.
    ///
    /// - Returns: A token that cancels the hook.
    @inlinable
    @discardableResult
    public func onDrop(perform body: @escaping (_ event: Event, _ reason: DropReason) -> Void) -> HookToken {
        let hook = Hook<(event: Event, reason: DropReason)> { body($0.event, $0.reason) }
        return registerDrop(hook)
    }

    /// Adds an `onDrop` hook immediately.
    ///
    /// An event can be dropped within another event's turn. The machine then calls all `onDrop`
    /// hooks that are registered at that moment.
    @usableFromInline
    func registerDrop(_ hook: Hook<(event: Event, reason: DropReason)>) -> HookToken {
        makeRuntimeIfNeeded().drops.append(hook)
        return HookToken(machine: self, hook: hook)
    }

    /// Adds a hook now, or when the current turn is over.
    @usableFromInline
    func register(_ hook: RemovableHook, _ add: @escaping (StateMachine, Runtime) -> Void) -> HookToken {
        makeRuntimeIfNeeded().addedHooks.append((hook, add))
        updateListenersWhenIdle()
        return HookToken(machine: self, hook: hook)
    }
}
#endif
