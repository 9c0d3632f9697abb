public import StateMachineGraphs
import StateMachineLocks
public import StateMachines

/// A record of how often each event was tried in each state, for comparison with a graph.
///
/// ```swift
/// let coverage = TransitionCoverage(of: try StateGraph(exploring: Door.self))
/// try await trace.run(on: system, onStep: coverage.record)    // a system under test
/// coverage.record(machine)                                    // a live machine, from now on
/// print(coverage.table)
/// try coverage.require(.transitions)
/// ```
///
/// Only cases count: states or events with different payloads are one state or one event. You can
/// record steps from any isolation, even concurrently.
public final class TransitionCoverage<Definition: FiniteStateDefinition>: Sendable {
    /// A case of the state and a case of the event, without their payloads.
    public struct Pair: Hashable, Sendable {
        /// The state's case path.
        public let state: [String]

        /// The event's case path.
        public let event: [String]

        /// Creates a pair from a state and an event, ignoring their payloads.
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

        /// How often the event was tried.
        package var total: Int { handled + rejected }
    }

    private struct Counts: Sendable {
        var states: Set<[String]> = []
        var pairs: [Pair: Count] = [:]
    }

    let map: CoverageMap<Definition>
    private let counts = Locked(Counts())

    /// Creates a record for a graph's states and pairs, with every count at zero.
    ///
    /// - Complexity: O(*v* + *e*) for a graph with *v* states and *e* edges, because the
    ///   initializer reads the names of all states and events.
    public init(of graph: StateGraph<Definition>) {
        map = CoverageMap(of: graph)
    }

    /// Returns how often a pair was tried.
    public func count(of pair: Pair) -> Count { counts.withLock { $0.pairs[pair] } ?? Count() }

    /// Case paths of the states that were reached.
    var visitedStates: Set<[String]> { counts.withLock(\.states) }

    /// Pairs that were tried, with their counts.
    var triedPairs: [Pair: Count] { counts.withLock(\.pairs) }

    // MARK: Recording

    /// Adds a step to the counts.
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

    /// Adds a trace's initial state and its steps to the counts.
    public func record(_ trace: Trace<Definition>) {
        let initial = ValueName(of: trace.initial).path
        counts.withLock { _ = $0.states.insert(initial) }
        for step in trace.steps { record(step) }
    }

    /// Adds a machine's current state to the counts and, from now on, each event that it handles or
    /// rejects.
    ///
    /// - Returns: A token that ends the recording.
    @discardableResult
    public func record(_ machine: StateMachine<Definition>) -> StateMachine<Definition>.HookToken {
        record(Trace(from: machine.state))
        return machine.onStep { [self] in record($0) }
    }

    /// Adds the counts of another coverage record to this record.
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
    /// The state and the event, such as `closed ─ lock`.
    public var description: String { "\(state.joined(separator: ".")) ─ \(event.joined(separator: "."))" }
}
