import StateMachineDiagrams
import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(1)), .computing) struct ConstraintDiagramTests {
    /// Goes up over a hill, and stays on the peak.
    private enum Climb: FiniteStateDefinition {
        case valley, hill, peak

        enum Event: CaseIterable { case climb, rest }
        static var initialStates: [Climb] { [.valley] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.valley, .climb): self = .hill
            case (.hill, .climb), (.hill, .rest): self = .peak
            case (.valley, .rest), (.peak, .climb), (.peak, .rest): throw .invalid
            }
        }
    }

    private let cut: MachineDescription
    private let whole: MachineDescription

    init() throws {
        cut = MachineDescription(of: try StateGraph(exploring: Climb.self, within: { $0 != .hill }))
        whole = MachineDescription(of: try StateGraph(exploring: Climb.self))
    }

    @Test func `the row of a state outside of the constraint is empty, and rejects nothing`() {
        let table = TransitionTable(of: cut)
        #expect(table.states == ["valley", "hill"] && cut.states.map(\.isCut) == [false, true])
        #expect(table.cells[1].joined().isEmpty)
        #expect(table[0, 1].map(\.outcome) == [.rejected])
        #expect(TransitionTable(of: whole).cells[2].joined().map(\.outcome) == [.rejected, .rejected])
    }

    @Test func `a state outside of the constraint is not drawn as an end`() {
        // Graphviz draws an end with two lines.
        #expect(!cut.text(in: .dot).contains("peripheries"))
        #expect(whole.text(in: .dot).contains("peripheries"))
        #expect(cut.findings.isEmpty && cut.defects.isEmpty)
    }
}
