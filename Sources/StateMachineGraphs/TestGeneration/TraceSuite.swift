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
/// In each suite's complexity, *n* is the number of states, and *e* is the number of state/event
/// pairs with a sample event.
public enum TraceSuite: Hashable, Sendable {
    /// Visits every state, each by the shortest path to it.
    ///
    /// These paths lead to the leaves of a breadth-first tree. There are few, but not always as few
    /// as possible, because the suite uses only one of several shortest paths to a state.
    ///
    /// - Complexity: O(*n* + *e*) plus the traces' length.
    case states

    /// Takes every transition and begins in every initial state that handles an event.
    ///
    /// Of all suites that do both, this one has the fewest traces and, with as few traces, the
    /// fewest steps. One trace for each of these initial states is enough if the machine can always
    /// reach the transitions that it has not taken yet; otherwise, there are more.
    ///
    /// If several initial states lead to each other, one trace could take every transition. A trace
    /// still begins in each of them, so that tests start from every initial state. An event that is
    /// handled without a change of the state is a transition, too.
    ///
    /// Finding these traces is the directed Chinese postman problem (J. Edmonds and E. L. Johnson,
    /// "Matching, Euler tours and the Chinese postman", 1973).
    ///
    /// - Complexity: O(*n* + *e*) plus the traces' length if the transitions already form tours.
    ///   Otherwise, traces must repeat transitions to reach one that they have not taken yet. For
    ///   these repeated paths, ``StateGraph/traces(_:stepLimit:)`` computes a minimum-cost flow,
    ///   which takes O((*n* + *e*) log *n*) for each distinct length of a path.
    case transitions

    /// Takes every pair of consecutive transitions, with the fewest traces and, among those, the
    /// fewest steps.
    ///
    /// This suite finds faults that depend on the transition by which the machine entered a state.
    /// As in `transitions`, a trace begins in every initial state that handles an event.
    /// Transitions that no other transition can follow are taken as well.
    ///
    /// To find the traces, ``StateGraph/traces(_:stepLimit:)`` applies the algorithm of
    /// `transitions` to the line graph, whose nodes are the transitions ("1-switch coverage": T. S.
    /// Chow, 1978).
    ///
    /// - Complexity: The complexity of `transitions` for a graph with as many states as this graph
    ///   has transitions.
    case transitionPairs

    /// Visits each state that rejects an event, by the shortest path, and tries every rejected
    /// event there.
    ///
    /// This suite finds sneak paths, which are events that an implementation handles although it
    /// should reject them (R. V. Binder, "Testing Object-Oriented Systems", 1999).
    ///
    /// - Complexity: O(*n* + *e*) plus the traces' length.
    case rejections

    /// Takes every path that visits no state twice, up to a maximum number of steps.
    ///
    /// There can be far more paths than states, so set a maximum length and a step limit.
    ///
    /// - Complexity: O(*d*) for each step, where a state has at most *d* sample events.
    case simplePaths(upTo: Int)

    /// Finds every fault in the outcomes and outputs of an implementation.
    ///
    /// Use this suite in a test that compares both outcomes and outputs, as running a trace on a
    /// machine does. The implementation does not need to show its state, but a test that also
    /// compares states finds more faults than this suite guarantees.
    ///
    /// If the outcomes and outputs of an implementation match these traces, it is equivalent to the
    /// definition for every sequence of sample events, provided that it has at most `extraStates`
    /// more states than the definition. Two states of the definition that no sequence of sample
    /// events can distinguish count as one state.
    ///
    /// Each sample event is tried in every distinguishable state, even if that state's
    /// `sampleEvents` do not contain it. Events and outputs with equal names (``ValueName``) are
    /// treated as equal. For a graph with a key or a constraint, the suite guarantees nothing.
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
    /// events to try, and prefers events that have not been tried in a state yet. Walks that do not
    /// contribute to the goal are omitted. If walks of `maxLength` steps cannot reach the goal,
    /// ``StateGraph/traces(_:stepLimit:)`` throws ``TraceSuiteError/tooLarge(_:stepLimit:)``.
    ///
    /// - Complexity: O(*d*) for each step, where a state has at most *d* sample events. The number
    ///   of steps is random.
    case randomWalks(seed: UInt64, until: Goal = .pairs(1), maxLength: Int = 100)

    /// The coverage that random walks must reach, as a fraction, such as 0.9 for 90 percent.
    ///
    /// A fraction that is greater than 1 or not a number means everything.
    public enum Goal: Hashable, Sendable {
        /// A fraction of all transitions; the walks try only events that are handled.
        case transitions(Double)

        /// A fraction of the state/event pairs with a sample event, handled or rejected.
        case pairs(Double)
    }
}
