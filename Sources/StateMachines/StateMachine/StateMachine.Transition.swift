#if !hasFeature(Embedded)
extension StateMachine {
    /// One handled event and its effects.
    public struct Transition: Sendable {
        /// The handled event.
        public let event: Event

        /// The output that `handleEvent` returned.
        public let output: Output

        @usableFromInline
        let change: ActivityChange<Activity>

        /// The exited activities, innermost first.
        @inlinable
        public var exited: [Activity] { change.exited }

        /// The entered activities, outermost first.
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
