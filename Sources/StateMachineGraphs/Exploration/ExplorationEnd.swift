/// The way in which an exploration ended.
@usableFromInline
enum ExplorationEnd {
    /// The exploration found all states.
    case complete

    /// The exploration found more states than the limit allows.
    case tooManyStates

    /// A state could not be restored from its stored form.
    case lossyCode

    /// There are no initial states.
    case noInitialStates

    /// The task that ran the exploration was cancelled.
    case cancelled
}
