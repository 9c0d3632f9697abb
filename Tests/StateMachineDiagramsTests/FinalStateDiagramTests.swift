import GalleryMachines
import StateMachineDiagrams
import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// An order that ends on purpose when it is delivered, and by an oversight when it is lost.
private enum Order: FiniteStateDefinition {
    case open, delivered, lost

    enum Event: CaseIterable { case deliver, lose }

    static var initialStates: [Order] { [.open] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.open, .deliver): self = .delivered
        case (.open, .lose): self = .lost
        case (.delivered, .deliver), (.delivered, .lose), (.lost, .deliver), (.lost, .lose): throw .invalid
        }
    }

    var isFinal: Bool { self == .delivered }
}

/// A count that is at its end at three, where it can still be reset.
private struct Laps: FiniteStateDefinition {
    var count = 0

    enum Event: CaseIterable { case lap, reset }

    static var initialStates: [Laps] { [Laps()] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch event {
        case .lap where count < 3: count += 1
        case .reset where count > 0: count = 0
        case .lap, .reset: throw .invalid
        }
    }

    var isFinal: Bool { count == 3 }
}

/// A sale that ends in two ways, both in one state.
private enum Sale: FiniteStateDefinition {
    case open
    case over(Ending)

    enum Ending: NestedState { case sold, lost }
    enum Event: CaseIterable { case sell, lose }

    static var initialStates: [Sale] { [.open] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.open, .sell): self = .over(.sold)
        case (.open, .lose): self = .over(.lost)
        case (.over, .sell), (.over, .lose): throw .invalid
        }
    }

    var isFinal: Bool { self != .open }
}

@Suite(.timeLimit(.minutes(2)), .computing) struct FinalStateDiagramTests {
    @Test func `a final state is no dead end`() throws {
        let ends = try StateGraph(exploring: Order.self).findings().filter { "\($0)".contains("end") }
        #expect(ends.map { "\($0)" } == ["No event is handled in lost, so it is a dead end."])
    }

    @Test func `diagrams draw UML's final state`() throws {
        let chart = DrawnChart(of: MachineDescription(of: try StateGraph(exploring: Order.self)))
        #expect(chart.allStates.filter(\.isFinal).map(\.name) == ["delivered"])
        #expect(chart.mermaid.contains("  delivered --> [*]\n"))
        #expect(!chart.mermaid.contains("lost --> [*]"))
        #expect(chart.plantUML.contains("delivered --> [*]\n"))
        #expect(chart.dot.contains("shape=doublecircle"))
    }

    @Test func `of a state that is final whatever is inside it, the states inside it are drawn as final`() throws {
        let chart = DrawnChart(of: MachineDescription(of: try StateGraph(exploring: Sale.self)))
        #expect(chart.allStates.map(\.name) == ["open", "over", "sold", "lost"])
        #expect(chart.allStates.map(\.isFinal) == [false, false, true, true])
        #expect(chart.mermaid.hasSuffix("\n  sold --> [*]\n  lost --> [*]\n"))
    }

    @Test func `a final state of a region leads out of the frame`() throws {
        let chart = DrawnChart(of: MachineDescription(of: try StateGraph(exploring: FormValidation.self)))
        #expect(chart.allStates.filter(\.isFinal).map(\.name) == ["submitted"])
        #expect(chart.mermaid.contains("\n  submitted --> [*]\n"))
        #expect(chart.plantUML.contains("\nsubmitted --> [*]\n"))
        #expect(chart.dot.contains("\n  \"final\" ["))
    }

    @Test func `a page marks the innermost states in which the machine begins and has reached its end`() throws {
        let page = MarkdownPage(MachineDescription(of: try StateGraph(exploring: Onboarding.self))).text
        let marked = page.split(separator: "\n").filter { $0.contains("&nbsp;") }.map { $0.split(separator: " ")[1] }
        #expect(marked == ["showing.welcome&nbsp;●", "finished&nbsp;◉"])
        #expect(page.contains("● marks an initial state. ◉ marks a final state."))
        let laps = MarkdownPage(MachineDescription(of: try StateGraph(exploring: Laps.self))).text
        #expect(!laps.contains("◉"))
    }

    @Test func `SCXML and sismic have a final state for an end without transitions`() throws {
        let order = MachineDescription(of: try StateGraph(exploring: Order.self))
        #expect(order.text(in: .scxml).contains(#"<final id="delivered" machine:name="delivered"/>"#))
        #expect(order.text(in: .scxml).contains(#"<state id="lost" machine:name="lost"/>"#))
        #expect(order.text(in: .sismic).contains("\"type\" : \"final\""))
        for other in [
            MachineDescription(of: try StateGraph(exploring: Laps.self)),
            MachineDescription(of: try StateGraph(exploring: FormValidation.self)),
        ] {
            #expect(
                !other.text(in: .scxml).contains("<final") && !other.text(in: .sismic).contains("\"type\" : \"final\"")
            )
        }
    }

    @Test func `a state whose payload decides is drawn as any other`() throws {
        let chart = DrawnChart(of: MachineDescription(of: try StateGraph(exploring: Laps.self)))
        #expect(chart.allStates.allSatisfy { !$0.isFinal })
    }
}
