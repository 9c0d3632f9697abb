/// A choice of traces for a test, with the coverage that they guarantee.
///
/// ```swift
/// @Test(arguments: try StateGraph(exploring: Door.self).traces(.transitions))
/// func `the door does what it says`(trace: Trace<Door>) async throws { … }
/// ```
///
/// Choose a suite by the faults that it finds:
/// - `transitions` finds every fault that `states` finds, and `transitionPairs` finds every fault
///   that `transitions` finds.
/// - `rejections` finds events that an implementation handles although it should reject them. You
///   can add it to any of the first three suites.
/// - `faults` is for implementations that show outcomes but not states. If several transitions have
///   equal outcomes and outputs, the suite may take only one of them. If your test can compare
///   states, run `transitions` as well.
///
/// In the complexity of each suite, *n* is the number of states, and *e* is the number of pairs of
/// a state and a sample event.
public enum TraceSuite: Hashable, Sendable {
    /// Visits every state, each by the shortest path to it.
    ///
    /// The traces are the paths to the leaves of a breadth-first tree. Their number is small but
    /// not always the minimum, because the suite uses only one of several shortest paths to a
    /// state.
    ///
    /// - Complexity: O(*n* + *e*) plus the length of the traces.
    case states

    /// Takes every transition and begins in every initial state that handles an event.
    ///
    /// The suite has the smallest number of traces that satisfy both conditions. Of all suites with
    /// this number of traces, it has the fewest steps. One trace for each of these initial states
    /// is enough if the machine can always reach the transitions that it has not taken yet.
    /// Otherwise, the suite contains more traces.
    ///
    /// If several initial states lead to each other, one trace could take every transition. The
    /// suite still begins a trace in each of these initial states, so that tests begin in each of
    /// them. An event that is handled without a change of the state is a transition as well.
    ///
    /// The traces solve the directed Chinese postman problem (J. Edmonds and E. L. Johnson,
    /// "Matching, Euler tours and the Chinese postman", 1973).
    ///
    /// - Complexity: O(*n* + *e*) plus the length of the traces if the transitions already form
    ///   tours. Otherwise, traces must repeat transitions to reach one that they have not taken
    ///   yet. For these repeated paths, ``StateGraph/traces(_:stepLimit:)`` computes a minimum-cost
    ///   flow, which takes O((*n* + *e*) log *n*) for each distinct length of a path.
    case transitions

    /// The fewest traces that together take every pair of consecutive transitions.
    ///
    /// Of all suites with this number of traces, it has the fewest steps.
    ///
    /// This suite finds faults that depend on the transition by which the machine entered a state.
    /// As in `transitions`, a trace begins in every initial state that handles an event. The suite
    /// also takes each transition that no other transition can follow.
    ///
    /// To find the traces, ``StateGraph/traces(_:stepLimit:)`` applies the algorithm of
    /// `transitions` to the line graph, whose nodes are the transitions ("1-switch coverage": T. S.
    /// Chow, 1978).
    ///
    /// - Complexity: The complexity of `transitions` for a graph with as many states as this graph
    ///   has transitions.
    case transitionPairs

    /// Visits each state that rejects an event, and tries every rejected event there.
    ///
    /// The suite takes the shortest path to each of these states.
    ///
    /// This suite finds sneak paths, which are events that an implementation handles although it
    /// should reject them (R. V. Binder, "Testing Object-Oriented Systems", 1999).
    ///
    /// - Complexity: O(*n* + *e*) plus the length of the traces.
    case rejections

    /// Takes every path that visits no state twice, up to a maximum number of steps.
    ///
    /// The number of paths can be far larger than the number of states. The maximum length and the
    /// step limit bound the number of paths.
    ///
    /// - Complexity: O(*d*) for each step, where a state has at most *d* sample events.
    case simplePaths(upTo: Int)

    /// Finds every fault in the outcomes and outputs of an implementation.
    ///
    /// A test that uses this suite must compare both outcomes and outputs. Running a trace on a
    /// machine compares both.
    ///
    /// The guarantee applies to an implementation with at most `extraStates` more states than the
    /// definition. If no sequence of sample events can distinguish two states of the definition,
    /// they count as one state. If the outcomes and outputs of the implementation match these
    /// traces, the implementation is equivalent to the definition for every sequence of sample
    /// events. The implementation does not need to show its state. A test that also compares states
    /// finds more faults than this suite guarantees.
    ///
    /// The suite tries each sample event in every distinguishable state, even in states whose
    /// `sampleEvents` do not contain the event. It treats two events or outputs as equal if they
    /// have equal names (``ValueName``). For a graph with a key or a constraint, the suite
    /// guarantees nothing.
    ///
    /// The suite uses the W-method (T. S. Chow, "Testing software design modeled by finite-state
    /// machines", 1978).
    ///
    /// - Complexity: Up to *n*² · *a*^(`extraStates` + 1) traces, where *a* is the number of sample
    ///   events. Finding the sequences that distinguish states takes O(*n*² · *a*).
    case faults(extraStates: Int = 0)

    /// Walks at random from initial states until a goal is reached.
    ///
    /// Equal seeds create equal walks. Each walk ends after `maxLength` steps or in a state without
    /// events to try. In each state, it prefers events that have not been tried there. The suite
    /// omits walks that do not contribute to the goal. If walks of `maxLength` steps cannot reach
    /// the goal, ``StateGraph/traces(_:stepLimit:)`` throws
    /// ``TraceSuiteError/tooLarge(_:stepLimit:)``.
    ///
    /// - Complexity: O(*d*) for each step, where a state has at most *d* sample events. The number
    ///   of steps is random.
    case randomWalks(seed: UInt64, until: Goal = .pairs(1), maxLength: Int = 100)

    /// The coverage that random walks must reach, as a fraction, such as 0.9 for 90 percent.
    ///
    /// If the fraction is greater than 1 or not a number, the walks must cover everything.
    public enum Goal: Hashable, Sendable {
        /// A fraction of all transitions.
        ///
        /// The walks try only events that are handled.
        case transitions(Double)

        /// A fraction of the pairs of a state and a sample event, handled or rejected.
        case pairs(Double)
    }
}
