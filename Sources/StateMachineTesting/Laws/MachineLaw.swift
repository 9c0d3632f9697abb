/// A law that every definition and every machine must satisfy, whatever its rules are.
public enum MachineLaw: Hashable, Sendable, CaseIterable {
    /// A rejected event changes neither the state nor the activities.
    case rejectionChangesNothing

    /// Each time, a state gives an equal result for an equal event and lists equal activities.
    case sameEventSameResult

    /// `forEachActivity` visits the elements of `activities`, in their order.
    case visitsWhatIsListed

    /// Equal activities have equal hash values.
    ///
    /// Swift creates an activity's `hash(into:)` even if you write `==` yourself, and it then
    /// includes properties that your `==` ignores.
    case equalActivitiesHaveEqualHashes

    /// A live machine gives the results that its definition gives.
    case machineFollowsDefinition

    /// A machine exits old activities, innermost first, before it enters new ones, outermost first.
    case exitsBeforeEntries

    /// Activity hooks are called for every activity that becomes current or stops being current,
    /// and for no other activity.
    case accountOfActivities

    /// A machine does not enter an activity that is already current.
    case enteredOnce

    /// An event from a hook waits until all listeners have been notified of the current event.
    ///
    /// Enqueued events are handled in the order in which they were sent.
    case runToCompletion

    /// An exited activity's task is cancelled before a new task starts.
    case cancelledBeforeNext

    /// An event that an activity sends after its exit is dropped without being offered to the
    /// state.
    case staleIsDropped

    /// The work of two instances of equal activities never overlaps.
    case noOverlap

    /// After a run has returned, no work of an activity is running.
    ///
    /// A run returns when it is cancelled or the machine is stopped. A stopped machine has no
    /// current activities and handles no events.
    case nothingLeft
}

extension MachineLaw: CustomStringConvertible {
    /// A phrase that states the law.
    public var description: String {
        switch self {
        case .rejectionChangesNothing: "a rejected event changes nothing"
        case .sameEventSameResult: "the same event in the same state has the same result"
        case .visitsWhatIsListed: "a state visits the activities that it lists"
        case .equalActivitiesHaveEqualHashes: "equal activities have equal hash values"
        case .machineFollowsDefinition: "a machine does what its definition does"
        case .exitsBeforeEntries: "exits come before entries, the innermost first"
        case .accountOfActivities: "hooks and the machine agree on the current activities"
        case .enteredOnce: "a current activity is not entered again"
        case .runToCompletion: "an event that a hook sends waits for its turn"
        case .cancelledBeforeNext: "an exited activity is cancelled before a new one starts"
        case .staleIsDropped: "an event that an exited activity sends is dropped"
        case .noOverlap: "equal activities do not run at the same time"
        case .nothingLeft: "no activity runs after the end"
        }
    }
}
