public import StateMachines

/// Why there are no traces of a suite.
///
/// ```swift
/// do {
///     traces = try graph.traces(.simplePaths(upTo: 20), stepLimit: 1_000)
/// } catch .tooLarge(let error) {
///     print(error)    // The suite simplePaths(upTo: 20) has more than 1000 steps. …
/// }
/// ```
public enum TraceSuiteError<Definition: StateDefinition>: Error {
    /// The suite has more steps than the limit.
    case tooLarge(SuiteTooLarge)

    /// The definition answers otherwise on a trace than it did when the graph was made.
    case nondeterminism(Nondeterminism<Definition>)
}

extension TraceSuiteError: CustomStringConvertible {
    /// What is wrong, and what can be done.
    public var description: String {
        switch self {
        case .tooLarge(let error): "\(error)"
        case .nondeterminism(let error): "\(error)"
        }
    }
}

extension TraceSuiteError {
    /// The result of a search for a suite, or that it is too large.
    static func orTooLarge<Result>(_ search: () throws(SuiteTooLarge) -> Result) throws(Self) -> Result {
        do throws(SuiteTooLarge) { return try search() } catch { throw .tooLarge(error) }
    }

    /// The result of running the definition again, or that it answers otherwise.
    static func orNondeterminism<Result>(
        _ run: () throws(Nondeterminism<Definition>) -> Result
    ) throws(Self) -> Result {
        do throws(Nondeterminism<Definition>) { return try run() } catch { throw .nondeterminism(error) }
    }
}
