public import StateMachineGraphs
public import StateMachines

/// Counts which events were tried in which states, and compares that with a graph.
///
/// ```swift
/// let coverage = TransitionCoverage(of: try StateGraph(exploring: Door.self))
/// try await trace.run(on: system, onStep: coverage.record)    // a system under test
/// coverage.record(machine)                                    // a live machine, from now on
/// print(coverage.table)
/// try coverage.require(.transitions)
/// ```
///
/// States and events are distinguished by the paths of their names: values that differ only in
/// their payload count as one. Steps may be recorded from any isolation, and concurrently.
public final class TransitionCoverage<Definition: FiniteStateDefinition>: Sendable {
    /// An event in a state, both without their payloads.
    public struct Pair: Hashable, Sendable {
        /// The path of the state's name.
        public let state: [String]

        /// The path of the event's name.
        public let event: [String]

        /// Names a pair by an example of it.
        public init(_ state: Definition, _ event: Definition.Event) {
            self.state = ValueName(of: state).path
            self.event = ValueName(of: event).path
        }
    }

    /// How often a pair was tried.
    public struct Count: Hashable, Sendable {
        /// How often the event was handled.
        public var handled = 0

        /// How often the event was rejected.
        public var rejected = 0

        /// How often it was tried.
        public var total: Int { handled + rejected }
    }

    private struct Counts: Sendable {
        var states: Set<[String]> = []
        var pairs: [Pair: Count] = [:]
    }

    let map: CoverageMap<Definition>
    private let counts = Locked(Counts())

    /// Begins with counts of zero for the states and pairs of a graph.
    ///
    /// - Complexity: O(*v* + *e*) for *v* states and *e* edges, whose names are read.
    public init(of graph: StateGraph<Definition>) {
        map = CoverageMap(of: graph)
    }

    /// How often a pair was tried.
    public func count(of pair: Pair) -> Count { counts.withLock { $0.pairs[pair] } ?? Count() }

    /// The paths of the states that something was recorded in.
    var visitedStates: Set<[String]> { counts.withLock(\.states) }

    /// The pairs that were tried, with their counts.
    var triedPairs: [Pair: Count] { counts.withLock(\.pairs) }

    // MARK: Recording

    /// Counts a step.
    public func record(_ step: TraceStep<Definition>) {
        let pair = Pair(step.before, step.event)
        let after = step.isHandled ? ValueName(of: step.after).path : pair.state
        counts.withLock { counts in
            counts.states.formUnion([pair.state, after])
            if step.isHandled {
                counts.pairs[pair, default: Count()].handled += 1
            } else {
                counts.pairs[pair, default: Count()].rejected += 1
            }
        }
    }

    /// Counts the steps of a trace, and its initial state.
    public func record(_ trace: Trace<Definition>) {
        let initial = ValueName(of: trace.initial).path
        counts.withLock { _ = $0.states.insert(initial) }
        for step in trace.steps { record(step) }
    }

    /// Counts the state of a machine, and each event that it handles or rejects from now on.
    ///
    /// - Returns: A token that ends the recording.
    @discardableResult
    public func record(_ machine: StateMachine<Definition>) -> StateMachine<Definition>.HookToken {
        record(Trace(from: machine.state))
        return machine.onStep { [self] in record($0) }
    }

    /// Adds the counts of another coverage.
    public func merge(_ other: TransitionCoverage) {
        let others = other.counts.withLock { $0 }
        counts.withLock { counts in
            counts.states.formUnion(others.states)
            for (pair, count) in others.pairs {
                counts.pairs[pair, default: Count()].handled += count.handled
                counts.pairs[pair, default: Count()].rejected += count.rejected
            }
        }
    }
}

extension TransitionCoverage.Pair: CustomStringConvertible {
    /// State and event: `closed ─ lock`.
    public var description: String { "\(state.joined(separator: ".")) ─ \(event.joined(separator: "."))" }
}
