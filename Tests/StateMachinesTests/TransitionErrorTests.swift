import StateMachines
import Testing

@Test func `an invalid transition describes itself`() {
    #expect(TransitionError.invalid.description == "invalid transition")
}
