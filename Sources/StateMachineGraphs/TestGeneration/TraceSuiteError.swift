public import StateMachines

/// A reason why a graph cannot create the traces of a suite.
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

    /// The results of the definition on a trace differed from its results during the exploration.
    case nondeterminism(Nondeterminism<Definition>)
}

extension TraceSuiteError: CustomStringConvertible {
    /// The problem and possible remedies.
    public var description: String {
        switch self {
        case .tooLarge(let error): "\(error)"
        case .nondeterminism(let error): "\(error)"
        }
    }
}

extension TraceSuiteError {
    /// Returns the result of a search for a suite, and wraps its error.
    static func orTooLarge<Result>(_ search: () throws(SuiteTooLarge) -> Result) throws(Self) -> Result {
        do throws(SuiteTooLarge) { return try search() } catch { throw .tooLarge(error) }
    }

    /// Returns the result of running the definition again, and wraps its error.
    static func orNondeterminism<Result>(
        _ run: () throws(Nondeterminism<Definition>) -> Result
    ) throws(Self) -> Result {
        do throws(Nondeterminism<Definition>) { return try run() } catch { throw .nondeterminism(error) }
    }
}

extension TraceSuiteError: Equatable where Definition: Equatable, Definition.Event: Equatable {}
extension TraceSuiteError: Hashable where Definition: Hashable, Definition.Event: Hashable {}
