import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// Findings about states with payloads inside payloads, hundreds of levels deep.
@Suite(.serialized, .timeLimit(.minutes(1)), .longComputing) struct DeepPayloadTests {
    /// Cells one inside the other, each of which counts when it is reflected.
    private indirect enum Cell: Hashable, Sendable, CustomReflectable {
        static let reflections = Journal<Int>()
        case end
        case deeper(Cell)

        var customMirror: Mirror {
            Cell.reflections.note(1)
            return switch self {
            case .end: Mirror(self, children: [], displayStyle: .enum)
            case .deeper(let cell): Mirror(self, children: ["deeper": cell], displayStyle: .enum)
            }
        }
    }

    /// Has one more cell inside the others in each state.
    private struct Stack: FiniteStateDefinition {
        static let size = 300
        var cells = Cell.end
        var height = 0

        enum Event: CaseIterable { case push }
        static var initialStates: [Stack] { [Stack()] }
        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            guard height < Self.size else { throw .invalid }
            cells = .deeper(cells)
            height += 1
        }
    }

    @Test func `what many states have inside is looked at once`() throws {
        let graph = try StateGraph(exploring: Stack.self)
        Cell.reflections.removeAll()
        #expect(graph.findings().count == 1)
        // Each state shows up to 16 levels, instead of all 300; the one dead end and its finding
        // show their own.
        #expect(Cell.reflections.entries.count < 20 * Stack.size)
    }

    /// Is an end with any number of cells inside.
    private struct Ends: FiniteStateDefinition {
        static let size = 200
        var cells = Cell.end

        enum Event: CaseIterable { case push }
        static var initialStates: [Ends] {
            var cells = Cell.end
            return (0..<size).map { _ in
                cells = .deeper(cells)
                return Ends(cells: cells)
            }
        }
        mutating func handleEvent(_ event: Event) throws(TransitionError) { throw .invalid }
    }

    @Test func `ends are told apart by the levels that people can tell apart`() throws {
        let graph = try StateGraph(exploring: Ends.self)
        Cell.reflections.removeAll()
        let ends = graph.findings().compactMap { finding in
            if case .deadEnd(_, let others) = finding { others.count + 1 } else { nil }
        }
        #expect(ends == Array(repeating: 1, count: 19) + [Ends.size - 19])
        #expect(Cell.reflections.entries.count < (20 + 101) * Ends.size)
    }

    /// Is inside itself, many levels deep.
    private enum Nest: FiniteStateDefinition {
        case egg
        case nothing
        indirect case nest(Nest)

        static var initialStates: [Nest] { [(0..<100).reduce(.egg) { nest, _ in .nest(nest) }] }
        var sampleEvents: [Int] { [] }
        mutating func handleEvent(_ event: Int) throws(TransitionError) { throw .invalid }
    }

    @Test func `a case that is only deep inside a state is reached`() throws {
        let unreachable = try StateGraph(exploring: Nest.self).findings().compactMap { finding in
            if case .unreachable(_, let caseName) = finding { caseName } else { nil }
        }
        #expect(unreachable == ["nothing"])
    }
}
