#if !hasFeature(Embedded)
extension StateMachine {
    /// One handled event and its effects.
    public struct Transition: Sendable {
        /// The event that was handled.
        public let event: Event

        /// What `handleEvent` returned for it.
        public let output: Output

        @usableFromInline
        let change: ActivityChange<Activity>

        /// The activities that were exited, innermost first.
        @inlinable
        public var exited: [Activity] { change.exited }

        /// The activities that were entered, outermost first.
        @inlinable
        public var entered: [Activity] { change.entered }

        @inlinable
        init(event: Event, output: Output, change: ActivityChange<Activity>) {
            self.event = event
            self.output = output
            self.change = change
        }
    }
}
#endif
