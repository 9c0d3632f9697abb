public import StateMachines

/// A reason why a graph cannot create a suite's traces.
///
/// ```swift
/// do {
///     traces = try graph.traces(.simplePaths(upTo: 20), stepLimit: 1_000)
/// } catch {
///     print(error)    // The suite simplePaths(upTo: 20) has more than 1000 steps. …
/// }
/// ```
public enum TraceSuiteError<Definition: StateDefinition>: Error {
    /// The suite has more steps than the limit, which is the second value.
    case tooLarge(TraceSuite, stepLimit: Int)

    /// The definition's results on a trace differed from its results during the exploration.
    case nondeterminism(Nondeterminism<Definition>)
}

extension TraceSuiteError: CustomStringConvertible {
    /// A description of the problem and possible remedies.
    public var description: String {
        switch self {
        case .tooLarge(let suite, let stepLimit):
            switch suite {
            case .states, .transitions, .transitionPairs, .rejections, .simplePaths, .faults:
                "The suite \(suite) has more than \(stepLimit) steps. Choose a smaller suite, or raise the limit."
            case .randomWalks:
                """
                The suite \(suite) does not reach its goal within \(stepLimit) steps. Choose a lower goal or longer walks, or \
                raise the limit.
                """
            }
        case .nondeterminism(let error): "\(error)"
        }
    }
}

extension TraceSuiteError {
    /// Returns the result of a search for a suite, and wraps its error.
    static func orTooLarge<Result>(_ search: () throws(SuiteTooLarge) -> Result) throws(Self) -> Result {
        do throws(SuiteTooLarge) {
            return try search()
        } catch {
            throw .tooLarge(error.suite, stepLimit: error.stepLimit)
        }
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
