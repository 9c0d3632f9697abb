/// A law that every definition and every machine must satisfy, whatever its rules are.
public enum MachineLaw: Hashable, Sendable, CaseIterable {
    /// A rejected event changes neither the state nor the activities.
    case rejectionChangesNothing

    /// A state gives the same result for the same event each time, and it lists the same activities
    /// each time.
    case sameEventSameResult

    /// The method `forEachActivity` visits the elements of `activities`, in the same order.
    case visitsWhatIsListed

    /// Equal activities have equal hash values.
    ///
    /// Swift creates `hash(into:)` for an activity even if you write `==` yourself. The hash then
    /// also includes the properties that your `==` ignores.
    case equalActivitiesHaveEqualHashes

    /// A live machine gives the same results as its definition.
    case machineFollowsDefinition

    /// A machine exits the old activities before it enters new activities.
    ///
    /// It exits the innermost activity first and enters the outermost activity first.
    case exitsBeforeEntries

    /// The machine calls the activity hooks for every activity that becomes current or stops being
    /// current, and for no other activity.
    case accountOfActivities

    /// A machine does not enter an activity that is already current.
    case enteredOnce

    /// An event from a hook waits until all listeners have been notified of the current event.
    ///
    /// The machine handles enqueued events in the order in which they were sent.
    case runToCompletion

    /// The task of an exited activity is cancelled before a new task starts.
    case cancelledBeforeNext

    /// The machine drops an event that an activity sends after its exit, without offering it to the
    /// state.
    case staleIsDropped

    /// The work of two instances of equal activities never overlaps.
    case noOverlap

    /// After a run has returned, no work of an activity is running.
    ///
    /// A run returns after it is cancelled or the machine is stopped. A stopped machine has no
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
