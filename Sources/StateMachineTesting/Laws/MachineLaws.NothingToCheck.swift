extension MachineLaws {
    /// The error for a definition that has no initial state, or no sample events in an initial
    /// state.
    public struct NothingToCheck: Error, Hashable, CustomStringConvertible {
        /// One sentence that explains what to do.
        public var description: String {
            "The definition has no states or no events to try; return at least one of each from initialStates and sampleEvents"
        }
    }
}
