/// A law of state machines, which holds for every definition and every machine, whatever its rules.
public enum MachineLaw: Hashable, Sendable, CaseIterable {
    /// A rejected event leaves the state and the activities as they were.
    case rejectionChangesNothing

    /// The same event in the same state has the same result, and a state lists the same activities
    /// each time.
    case sameEventSameResult

    /// A state visits the activities that it lists, in the same order.
    case visitsWhatIsListed

    /// A live machine does what its definition does when the definition is run once more.
    case machineFollowsDefinition

    /// Activities are exited before others are entered: the innermost is exited first, the
    /// outermost entered first.
    case exitsBeforeEntries

    /// The activities that hooks have seen entered and not exited are the machine's current
    /// activities.
    case accountOfActivities

    /// A current activity is not entered again.
    case enteredOnce

    /// An event that a hook sends is enqueued until all listeners have been notified of the present
    /// one; enqueued events are handled in order.
    case runToCompletion

    /// An activity that is exited is cancelled before a new one starts.
    case cancelledBeforeNext

    /// An event that an activity sends after its exit is dropped, and never offered to the state.
    case staleIsDropped

    /// Two instances of an equal activity are never at work at the same time.
    case noOverlap

    /// When a run has ended, or the machine is stopped, no activity is at work.
    case nothingLeft
}

extension MachineLaw: CustomStringConvertible {
    /// The law in words.
    public var description: String {
        switch self {
        case .rejectionChangesNothing: "a rejected event changes nothing"
        case .sameEventSameResult: "the same event in the same state has the same result"
        case .visitsWhatIsListed: "a state visits the activities that it lists"
        case .machineFollowsDefinition: "a machine does what its definition does"
        case .exitsBeforeEntries: "exits come before entries, the innermost first"
        case .accountOfActivities: "hooks and machine agree on what goes on"
        case .enteredOnce: "what goes on is not entered again"
        case .runToCompletion: "an event that a hook sends waits for its turn"
        case .cancelledBeforeNext: "what is exited is cancelled before anything new starts"
        case .staleIsDropped: "what an exited activity sends is dropped"
        case .noOverlap: "equal activities do not overlap"
        case .nothingLeft: "nothing goes on after the end"
        }
    }
}
