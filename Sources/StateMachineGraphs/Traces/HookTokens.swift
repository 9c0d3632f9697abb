public import StateMachines

/// Cancels several hooks at once.
///
/// A hook whose token is discarded stays for the life of the machine.
public struct HookTokens<Definition: StateDefinition> {
    private let tokens: [StateMachine<Definition>.HookToken]

    package init(_ tokens: [StateMachine<Definition>.HookToken], _ others: HookTokens? = nil) {
        self.tokens = tokens + (others?.tokens ?? [])
    }

    /// Removes the hooks and releases what their closures have captured.
    public func cancel() {
        for token in tokens { token.cancel() }
    }
}
