/// How an exploration has ended.
@usableFromInline
enum ExplorationEnd {
    /// Everything was found.
    case complete

    /// More states were found than the limit says.
    case tooManyStates

    /// A state could not be restored from its stored form.
    case lossyCode

    /// There is no initial state.
    case noInitialStates

    /// The task in which it ran was cancelled.
    case cancelled
}
