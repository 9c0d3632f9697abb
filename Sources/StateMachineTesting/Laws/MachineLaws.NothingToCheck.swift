extension MachineLaws {
    /// The definition has no initial state, or an initial state without sample events.
    public struct NothingToCheck: Error, Hashable, CustomStringConvertible {
        /// One sentence that says what to do.
        public var description: String {
            "There is nothing to try: list a state in initialStates, and an event in sampleEvents"
        }
    }
}
