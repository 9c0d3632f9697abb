#if !hasFeature(Embedded)
extension StateMachine {
    /// A handled event and its effects.
    public struct Transition: Sendable {
        /// The handled event.
        public let event: Event

        /// The output `handleEvent` returned.
        public let output: Output

        @usableFromInline
        let change: ActivityChange<Activity>

        /// Exited activities, innermost first.
        @inlinable
        public var exited: [Activity] { change.exited }

        /// Entered activities, outermost first.
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

extension StateMachine.Transition: Equatable where Definition.Event: Equatable, Definition.Output: Equatable {}
extension StateMachine.Transition: Hashable where Definition.Event: Hashable, Definition.Output: Hashable {}

extension StateMachine.Transition: CustomStringConvertible {
    /// The event with its output and the activities, such as `search: exits waiting, enters
    /// request`.
    ///
    /// If the event is an enum, its payload is left out.
    public var description: String {
        func names(_ activities: [Definition.Activity]) -> String {
            activities.map { caseName(of: $0) }.joined(separator: " and ")
        }
        var effects: [String] = []
        if !(output is Void) { effects.append("returns \(output)") }
        if !exited.isEmpty { effects.append("exits \(names(exited))") }
        if !entered.isEmpty { effects.append("enters \(names(entered))") }
        let event = caseName(of: event)
        return effects.isEmpty ? event : "\(event): \(effects.joined(separator: ", "))"
    }
}
#endif
