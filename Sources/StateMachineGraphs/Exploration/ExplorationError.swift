public import StateMachines

/// An error that ends a definition's exploration.
///
/// ```swift
/// do {
///     graph = try StateGraph(exploring: Queue.self)
/// } catch .tooManyStates(let error) {
///     print(error)      // There are more than 10000 states. The payload of Queue keeps changing in items: …
/// } catch {
///     …
/// }
/// ```
public enum ExplorationError<Definition: FiniteStateDefinition>: Error, Hashable {
    /// There are more states than the limit allows.
    case tooManyStates(TooManyStates<Definition>)

    /// The definition has no initial states, so there is nothing to explore.
    case noInitialStates

    /// The exploration's task was cancelled.
    case cancelled

    /// The associated value of `tooManyStates`, if this is the error.
    package var tooManyStates: TooManyStates<Definition>? {
        switch self {
        case .tooManyStates(let error): error
        case .noInitialStates, .cancelled: nil
        }
    }
}

extension ExplorationError: CustomStringConvertible {
    /// A description of the problem and its fix.
    public var description: String {
        switch self {
        case .tooManyStates(let error): "\(error)"
        case .noInitialStates:
            "\(Definition.self) has no initial states to explore. Return at least one from initialStates."
        case .cancelled: "The exploration of \(Definition.self) was cancelled."
        }
    }
}
