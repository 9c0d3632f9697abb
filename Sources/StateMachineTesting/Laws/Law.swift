/// What every machine obeys, whatever its definition is.
public enum Law: String, Hashable, Sendable, CaseIterable {
    /// A rejected event leaves the state and the activities as they were.
    case rejectionChangesNothing

    /// The same event in the same state has the same result, and a state lists the same activities each time.
    case sameEventSameResult

    /// A state visits the activities that it lists, in the same order.
    case visitsWhatIsListed

    /// A live machine does what the definition does when it is run once more.
    case machineFollowsDefinition

    /// Activities are exited before others are entered: the innermost is exited first, the outermost entered first.
    case exitsBeforeEntries

    /// The activities that the hooks have seen enter, and not exit, are those that the machine says go on.
    case accountOfActivities

    /// What goes on already is not entered.
    case enteredOnce

    /// An event that a hook sends waits until everybody has heard of the present one; such events are handled in order.
    case runToCompletion

    /// An activity that is exited is cancelled before a new one starts.
    case cancelledBeforeNext

    /// What an activity sends after it has been exited is dropped, and never offered to the state.
    case staleIsDropped

    /// Two instances of an equal activity are never at work at the same time.
    case noOverlap

    /// When a run has ended, or the machine is stopped, nothing goes on.
    case nothingLeft
}

extension Law: CustomStringConvertible {
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

/// A law that does not hold, and how that shows.
struct BrokenLaw: Hashable, Sendable {
    let law: Law
    let detail: String

    init(_ law: Law, _ detail: String) {
        self.law = law
        self.detail = detail
    }
}
