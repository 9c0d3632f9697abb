import GalleryMachines
import StateMachineExampleProperties
import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineGraphs

/// Traces that no machine of the gallery takes, because they violate its properties.
@Suite(.timeLimit(.minutes(5)), .computing) struct ViolatedPropertyTests {
    /// Returns whether a trace violates the property with the given name.
    private func isViolated<Definition: StateDefinition>(
        _ name: String,
        of properties: [MachineProperty<Definition>],
        by trace: Trace<Definition>
    ) throws -> Bool {
        let property = try #require(properties.first { $0.name == name })
        let monitor = try #require(PropertyMonitor(property))
        return monitor.counterexample(in: trace) != nil
    }

    @Test(arguments: [
        ("Ada", "ada@example.org", false), ("Ada", "ada", true), ("Ada", "", true), ("A", "ada@example.org", true),
        ("", "ada@example.org", true),
    ])
    func `submitting a form violates its property unless both fields are valid`(
        name: String,
        email: String,
        isViolation: Bool
    ) throws {
        let form = Trace(from: FormValidation(), events: [.editName(name), .editEmail(email)]).last
        let step = TraceStep(before: form, event: .submit, outcome: .handled(()), after: form)
        let trace = Trace(from: form, steps: [step])
        let result = try isViolated("only a valid form is submitted", of: FormValidation.properties, by: trace)
        #expect(result == isViolation)
    }

    @Test func `the second question to the user violates the property of the permission`() throws {
        let name = "the system asks the user at most once"
        let once = Trace(from: PushNotifications.notDetermined, events: [.ask, .didDecline])
        #expect(try !isViolated(name, of: PushNotifications.properties, by: once))
        let again = TraceStep(
            before: PushNotifications.denied,
            event: .ask,
            outcome: .handled(()),
            after: .asking,
            entered: [.prompt]
        )
        let twice = Trace(from: once.initial, steps: once.steps + [again])
        #expect(try isViolated(name, of: PushNotifications.properties, by: twice))
    }
}
