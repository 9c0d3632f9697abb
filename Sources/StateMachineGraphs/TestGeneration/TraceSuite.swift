/// Which traces a test runs, and what they are sure to cover.
///
/// ```swift
/// @Test(arguments: try StateGraph(exploring: Door.self).traces(.transitions))
/// func `the door does what it says`(trace: Trace<Door>) async throws { … }
/// ```
///
/// Each of `states`, `transitions` and `transitionPairs` finds what the ones before it find.
/// `rejections` can be added to any of them. `faults` is for implementations that show outcomes and
/// no states, and takes one transition where several look the same: where states can be compared,
/// run `transitions` as well. Costs are in steps, where *n* is the number of states and *e* that of
/// pairs of a state and a sample event.
public enum TraceSuite: Hashable, Sendable {
    /// Visits every state, each on a shortest path: the paths to the leaves of a breadth-first
    /// tree.
    ///
    /// Few traces, but not always the fewest: a state with several shortest paths is visited on one
    /// of them.
    ///
    /// - Complexity: O(*n* + *e*) and the length of the traces.
    case states

    /// Takes every transition, and begins in every initial state that an event leads out of.
    ///
    /// The fewest traces that do both, and of those, the ones with the fewest steps: one tour for
    /// each of these initial states, as long as the machine can always return to a transition that
    /// is left, and a new trace where it cannot. Where several initial states lead to each other,
    /// fewer traces could take all transitions, but would not show that the machine begins in each.
    /// Events that are handled and change nothing are transitions too.
    ///
    /// The directed Chinese postman (J. Edmonds and E. L. Johnson, "Matching, Euler tours and the
    /// Chinese postman", 1973).
    ///
    /// - Complexity: O(*n* + *e*) and the length of the traces, where the transitions happen to
    ///   join up. In general, a minimum-cost flow: O((*n* + *e*) log *n*) for each of the different
    ///   lengths of the paths to be walked twice.
    case transitions

    /// Takes every two transitions that can follow each other, one right after the other: the
    /// fewest traces, then steps.
    ///
    /// As with `transitions`, a trace begins in every initial state that an event leads out of. It
    /// finds faults that depend on how a state was entered. A transition that no other can follow
    /// is taken too.
    ///
    /// The same as `transitions` on the line graph, whose nodes are transitions ("1-switch
    /// coverage": T. S. Chow, 1978).
    ///
    /// - Complexity: That of `transitions` for a graph with as many states as there are
    ///   transitions.
    case transitionPairs

    /// Visits each state that rejects something, on a shortest path, and tries there every event
    /// that it has to reject.
    ///
    /// It finds sneak paths: events that are handled where they should not be (R. V. Binder,
    /// "Testing Object-Oriented Systems", 1999).
    ///
    /// - Complexity: O(*n* + *e*) and the length of the traces.
    case rejections

    /// Takes every path that visits no state twice, up to so many steps, or to its end.
    ///
    /// There can be far more of them than states: the length or the limit keeps them few.
    ///
    /// - Complexity: O(*d*) for each step, with at most *d* sample events in a state.
    case simplePaths(upTo: Int)

    /// Finds every fault that shows in what is handled and what is output, in a machine with so
    /// many more states at most.
    ///
    /// Both have to be compared, as they are when a trace is run on a machine.
    ///
    /// An implementation that accepts, rejects and outputs what these traces say is equivalent to
    /// the definition for every sequence of sample events, if it has no more states than the
    /// definition has distinguishable ones, and `extraStates`. States that no sequence tells apart
    /// count as one. The implementation does not show in which of them it is, and need not:
    /// comparing states as well finds more than is promised.
    ///
    /// Each sample event is tried in all states that can be told apart, also in those that do not
    /// offer it. Events and outputs are told apart by their ``ValueName``. For a graph with an
    /// abstraction or a constraint nothing is assured.
    ///
    /// The W-method (T. S. Chow, "Testing software design modeled by finite-state machines", 1978).
    ///
    /// - Complexity: Up to *n*² · *a*^(`extraStates` + 1) traces for *a* sample events. O(*n*² ·
    ///   *a*) to find out what tells states apart.
    case faults(extraStates: Int = 0)

    /// Walks at random from initial states until a goal is reached; the same seed makes the same
    /// walks.
    ///
    /// Each walk ends after `maxLength` steps, or where there is nothing to try. It prefers what
    /// has not been tried in a state. Walks that add nothing to the goal are left out. If
    /// `maxLength` steps do not lead to enough for the goal, the suite is too large.
    ///
    /// - Complexity: O(*d*) for each step, with at most *d* sample events in a state. The number of
    ///   steps is random.
    case randomWalks(seed: UInt64, until: Goal = .pairs(1), maxLength: Int = 100)

    /// What random walks are to cover, as a part of the whole: 0.9 is nine tenths.
    ///
    /// A part that is greater than 1, or no number, is the whole.
    public enum Goal: Hashable, Sendable {
        /// Transitions. Only events that are handled are tried.
        case transitions(Double)

        /// Pairs of a state and a sample event, whether it is handled or rejected.
        case pairs(Double)
    }
}
