import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// What findings cost, where there is much to look at.
@Suite(.serialized, .timeLimit(.minutes(1)), .longComputing) struct FindingCostTests {
    /// Each state has an event of its own, which is named by its value.
    private struct Keys: FiniteStateDefinition {
        var number = 0

        static var initialStates: [Keys] { [Keys()] }
        var sampleEvents: [Int] { [number] }
        mutating func handleEvent(_ event: Int) throws(TransitionError) { number = (number + 1) % 10_000 }
    }

    @Test func `events that are not offered everywhere are found without a look at all events in all states`() throws {
        let graph = try StateGraph(exploring: Keys.self, stateLimit: 10_000)
        let findings = graph.findings()
        #expect(findings.count == 10_000)
        #expect(
            findings.first?.description
                == "The event 0 is missing from the sample events of Keys(number: 1), although other states try it."
        )
        #expect(
            findings.last?.description
                == "The event 9999 is missing from the sample events of Keys(number: 0), although other states try it."
        )
    }

    /// Ends the first of many activities with each event, and counts how often one is named.
    private struct Shift: FiniteStateDefinition {
        static let size = 60
        static let names = Journal<Int>()
        var ended = 0

        struct Activity: Hashable, CustomStringConvertible {
            let number: Int
            var description: String {
                Shift.names.note(number)
                return "\(number)"
            }
        }

        enum Event: CaseIterable { case end }
        static var initialStates: [Shift] { [Shift()] }
        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            guard ended < Self.size else { throw .invalid }
            ended += 1
        }
        var activities: [Activity] { (ended..<Self.size).map(Activity.init) }
    }

    @Test func `activities are named once each, and not for each pair of them`() throws {
        let graph = try StateGraph(exploring: Shift.self)
        let count = Shift.names.entries.count
        let outlived = graph.findings().count { if case .outlives = $0 { true } else { false } }
        // Each activity but the first outlives each one before it, when that one is exited.
        #expect(outlived == Shift.size * (Shift.size - 1) / 2)
        #expect(Shift.names.entries.count - count <= 2 * Shift.size)
    }

    /// Has a payload of many elements, each of which counts when it is described.
    private struct Warehouse: FiniteStateDefinition {
        struct Item: Hashable, CustomStringConvertible {
            static let described = Journal<Int>()
            let number: Int
            var description: String {
                Item.described.note(number)
                return "item"
            }
        }

        var items = (0..<5_000).map(Item.init)
        var nested = [(0..<5_000).map(Item.init)]
        var unordered = Set((0..<100).map(Item.init))

        enum Event: CaseIterable { case deliver }
        static var initialStates: [Warehouse] { [Warehouse()] }
        mutating func handleEvent(_ event: Event) throws(TransitionError) { items.append(Item(number: items.count)) }
    }

    @Test func `too many states are described without a look at each element of a large payload`() throws {
        // A failed expectation would describe the error by all that is in it.
        var text = ""
        do throws(ExplorationError<Warehouse>) {
            _ = try StateGraph(exploring: Warehouse.self, stateLimit: 20)
        } catch {
            text = error.description
        }
        #expect(text.contains("keeps changing in items: Warehouse(items: 5019 elements, nested: [5000 elements]"))
        #expect(Warehouse.Item.described.entries.isEmpty)
    }
}
