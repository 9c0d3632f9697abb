#if !hasFeature(Embedded)
extension StateMachine {
    /// One accepted event, with what it brought about.
    public struct Transition: Sendable {
        /// The event that was accepted.
        public let event: Event

        /// What `handleEvent` returned for it.
        public let output: Output

        /// The activities that were exited, innermost first.
        public let exited: [Activity]

        /// The activities that were entered, outermost first.
        public let entered: [Activity]

        @inlinable
        init(event: Event, output: Output, change: ActivityChange<Activity>) {
            self.event = event
            self.output = output
            self.exited = change.exited
            self.entered = change.entered
        }
    }
}
#endif
