#if !hasFeature(Embedded)
extension StateMachine {
    /// Waits until a condition on the state holds, and returns the state in which it holds.
    ///
    /// ```swift
    /// machine.send(.load)
    /// let loaded = try await machine.state(where: \.isLoaded)
    /// ```
    ///
    /// If the condition already holds, this method returns the current state without waiting, even
    /// if the machine hasn't been started or is stopped. Otherwise, it returns the first state in
    /// which the condition holds after an event. The machine may leave that state immediately, so
    /// by the time the method returns, it may be in another one.
    ///
    /// Nothing polls: the machine evaluates the condition once after each handled event, together
    /// with the entry hooks (<doc:Hooks>). While a task waits, events take the slow path. If you
    /// call this method within a turn, such as in an immediate task in a hook, the machine
    /// evaluates the condition when the turn is over.
    ///
    /// Waiting doesn't start the machine, but it does keep it alive. Any number of tasks can wait,
    /// even during ``run(isolation:until:perform:)``.
    ///
    /// - Parameters:
    ///   - isolation: The caller's isolation, which is passed by default.
    ///   - condition: A closure that returns whether a state is the one to wait for. The result
    ///     must depend only on the state, because the machine calls the closure only after events.
    /// - Returns: The first state in which the condition holds.
    /// - Throws: ``StateNotReached`` if the machine stops before the condition holds, or if the
    ///   machine isn't isolated to an actor, because then nothing could send an event while you
    ///   wait. A `CancellationError` if the task is cancelled.
    /// - Complexity: O(1) for each waiting task and each event, plus the complexity of the
    ///   condition.
    public func state(
        isolation: isolated (any Actor)? = #isolation,
        where condition: @escaping (Definition) -> Bool
    ) async throws -> Definition {
        let (result, token) = beginWait(for: condition, canChange: isolation != nil)
        defer { token.cancel() }
        return try await withTaskCancellationHandler {
            // A closure must capture an actor to be isolated to that actor.
            _ = isolation
            return try await result.result()
        } onCancel: {
            result.finish(with: .failure(CancellationError()))
        }
    }

    /// Registers a hook that determines a wait's result.
    ///
    /// - Parameters:
    ///   - condition: The condition on the state.
    ///   - canChange: Whether the state can change during the wait.
    /// - Returns: The result, and the token of the hook, which the caller must cancel.
    package func beginWait(
        for condition: @escaping (Definition) -> Bool,
        canChange: Bool = true
    ) -> (result: Race<Definition>, token: HookToken) {
        let result = Race<Definition>()
        let hook = StateHook<Definition>(where: condition) { [weak self] in
            if let self { result.finish(with: .success(storage)) }
        }
        hook.onStop = { [weak self] in
            if let self { result.finish(with: .failure(StateNotReached(reason: .stopped, state: storage))) }
        }
        let token = register(hook) { machine, runtime in
            hook.evaluate(in: machine.storage)
            if hook.holds {
                result.finish(with: .success(machine.storage))
            } else if machine.flags.contains(.stopped) {
                hook.onStop?()
            } else if !canChange {
                let error = StateNotReached(reason: .notIsolated, state: machine.storage)
                result.finish(with: .failure(error))
            }
            runtime.stateEntries.append(hook)
        }
        return (result, token)
    }
}

extension StateMachine {
    /// An error that ends a wait because the machine can no longer reach the state.
    public struct StateNotReached: Error {
        /// A reason why the machine cannot reach the state.
        public enum Reason: Hashable, Sendable {
            /// The machine is stopped.
            case stopped

            /// The caller is not isolated to an actor, so nothing can send the machine an event in
            /// the meantime.
            case notIsolated
        }

        /// Why the machine cannot reach the state.
        public let reason: Reason

        /// The machine's state when this became certain.
        public let state: Definition
    }
}

extension StateMachine.StateNotReached: CustomStringConvertible {
    /// A sentence with the state and the reason.
    ///
    /// If there is a remedy, the sentence suggests it.
    public var description: String {
        let state = caseName(of: state)
        return switch reason {
        case .stopped: "The machine stopped in \(state) before it reached the expected state"
        case .notIsolated:
            """
            The machine is in \(state) and cannot leave it while a caller without an actor waits. Use the machine on \
            an actor, for example in a function with @MainActor
            """
        }
    }
}

extension StateMachine.StateNotReached: Equatable where Definition: Equatable {}
extension StateMachine.StateNotReached: Hashable where Definition: Hashable {}
#endif
