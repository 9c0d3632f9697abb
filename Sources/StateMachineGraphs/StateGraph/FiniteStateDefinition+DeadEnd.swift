public import StateMachines

extension FiniteStateDefinition {
    /// Whether the state handles none of its sample events.
    @inlinable
    var handlesNothing: Bool {
        !sampleEvents.contains { event in
            var next = self
            do throws(Rejection) { _ = try next.handleEvent(event) } catch { return false }
            return true
        }
    }
}
