import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// Ends that must not hide each other.
@Suite(.serialized, .timeLimit(.minutes(1)), .longComputing) struct SeveralEndsTests {
    /// Two clients that take two locks: they are done, or wait for each other.
    private struct Clients: FiniteStateDefinition {
        enum Phase: Hashable { case idle, holding, done }

        var phases = [Phase.idle, .idle]
        var isFirstTaken = false
        var isSecondTaken = false

        static var initialStates: [Clients] { [Clients()] }
        var sampleEvents: [Int] { [0, 1] }

        mutating func handleEvent(_ client: Int) throws(TransitionError) {
            switch phases[client] {
            case .idle:
                if client == 0 ? isFirstTaken : isSecondTaken { throw .invalid }
                if client == 0 { isFirstTaken = true } else { isSecondTaken = true }
                phases[client] = .holding
            case .holding:
                if client == 0 ? isSecondTaken : isFirstTaken { throw .invalid }
                if client == 0 { isFirstTaken = false } else { isSecondTaken = false }
                phases[client] = .done
            case .done: throw .invalid
            }
        }
    }

    /// Goes to an end for each number.
    private struct Numbers: FiniteStateDefinition {
        enum Activity: Hashable { case counting }

        var number = 0
        var isWaiting = false

        static var initialStates: [Numbers] { [Numbers()] }
        var sampleEvents: [Int] { Array(1...12) }

        mutating func handleEvent(_ event: Int) throws(TransitionError) {
            guard number == 0 else { throw .invalid }
            number = event
            isWaiting = event.isMultiple(of: 10)
        }

        var activities: [Activity] { number == 0 ? [] : [.counting] }
    }

    /// As many kinds of ends as flags can be set.
    private struct Flags: FiniteStateDefinition {
        var flags: [Bool] = []

        static var initialStates: [Flags] { [Flags()] }
        var sampleEvents: [Bool] { [false, true] }

        mutating func handleEvent(_ event: Bool) throws(TransitionError) {
            guard flags.count < 6 else { throw .invalid }
            flags.append(event)
        }
    }

    /// Circles for ever, with a number that says where.
    private enum Loop: FiniteStateDefinition {
        case start
        case circling(Int)

        static var initialStates: [Loop] { [.start] }
        var sampleEvents: [Int] { [1, 2] }

        mutating func handleEvent(_ event: Int) throws(TransitionError) {
            if case .start = self { self = .circling(event) }
        }
    }

    /// Ends with a text, or without one.
    private struct Note: FiniteStateDefinition {
        var number = 0
        var text: Int?

        static var initialStates: [Note] { [Note()] }
        var sampleEvents: [Int] { [1, 2] }

        mutating func handleEvent(_ event: Int) throws(TransitionError) {
            guard number == 0 else { throw .invalid }
            (number, text) = (event, event == 2 ? 7 : nil)
        }
    }

    private func ends<Definition>(_ findings: [StateGraph<Definition>.Finding]) -> [Definition] {
        findings.flatMap { finding in
            if case .deadEnd(let node, let others) = finding { ([node] + others).map(\.state) } else { [Definition]() }
        }
    }

    @Test func `a deadlock is not hidden by an end that was meant`() throws {
        let findings = try StateGraph(exploring: Clients.self).findings()
        #expect(findings.count == 2)
        #expect(ends(findings).map(\.phases) == [[.holding, .holding], [.done, .done]])
    }

    @Test func `ends whose cases are the same are in one sentence, and each of them is in the finding`() throws {
        let findings = try StateGraph(exploring: Numbers.self).findings()
        #expect(ends(findings).map(\.number) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 10])
        let name = { (number: Int) in "Numbers(number: \(number), isWaiting: \(number == 10))" }
        let list = (1...5).map(name).joined(separator: ", ")
        #expect(
            findings.map(\.description) == [
                "No event is handled in \(list) or 6 other states, so each is a dead end.",
                "No event is handled in \(name(10)), so it is a dead end.",
                "Once the machine enters \(list) or 6 other states, the activity “counting” never ends.",
                "Once the machine enters Numbers, the activity “counting” never ends.",
            ]
        )
    }

    @Test func `of very many kinds of ends, the last finding has the rest`() throws {
        let findings = try StateGraph(exploring: Flags.self).findings()
        #expect(findings.count == 20 && ends(findings).count == 64)
        #expect(findings.last?.description.hasSuffix(" or 40 other states, so each is a dead end.") == true)
    }

    @Test func `states that no event leads out of are all there`() throws {
        let findings = try StateGraph(exploring: Loop.self).findings()
        #expect(
            findings.map(\.description) == [
                "No event leads out of circling(1) or circling(2), although some events are handled there."
            ]
        )
    }

    @Test func `what is there and what is missing are different ends`() throws {
        let findings = try StateGraph(exploring: Note.self).findings()
        #expect(ends(findings).map(\.text) == [nil, 7])
        #expect(findings.count == 2)
    }
}
