public import StateMachines

/// Why a definition was not explored.
///
/// ```swift
/// do {
///     graph = try StateGraph(exploring: Queue.self)
/// } catch .tooManyStates(let error) {
///     print(error)      // More than 10000 states. The payload of Queue keeps changing in items: …
/// } catch {
///     …
/// }
/// ```
public enum ExplorationError<Definition: FiniteStateDefinition>: Error {
    /// There are more states than the limit allows.
    case tooManyStates(TooManyStates<Definition>)

    /// The definition has no initial states, so nothing can be said about it.
    case noInitialStates

    /// The task in which it ran was cancelled.
    case cancelled

    /// What was found until there were too many states, if that is the reason.
    package var tooManyStates: TooManyStates<Definition>? {
        switch self {
        case .tooManyStates(let error): error
        case .noInitialStates, .cancelled: nil
        }
    }
}

extension ExplorationError: CustomStringConvertible {
    /// What is wrong, and what can be done.
    public var description: String {
        switch self {
        case .tooManyStates(let error): "\(error)"
        case .noInitialStates:
            "\(Definition.self) has no initial states, so there is nothing to explore. List one in initialStates."
        case .cancelled: "The exploration of \(Definition.self) was cancelled."
        }
    }
}
