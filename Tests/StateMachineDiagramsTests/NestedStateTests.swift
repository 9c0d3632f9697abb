import StateMachineDiagrams
import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// Enums inside a state that have no events of their own.
@Suite(.timeLimit(.minutes(1)), .computing) struct NestedStateTests {
    @Test func `a nested state is a region, and in an optional it is data`() {
        let name = ValueName(of: Editor())
        #expect(name.description == "document: saved, sidebar: hidden, zoom: whole, last: nil")
        #expect(name.path == ["saved, hidden"])
        let stored = ValueName(of: Editor(document: .changed, last: .changed))
        #expect(stored.path == ["changed, hidden"] && stored.description.hasSuffix("last: changed"))
    }

    @Test func `regions stay regions when the state around them decides, and arrows say what they need of its data`()
        throws
    {
        let text = MachineDescription(of: try StateGraph(exploring: Editor.self)).text(in: .mermaid)
        for line in [
            "state \"document\" as region_1 {", "state \"sidebar\" as region_2 {", "saved --> changed : edit / mark",
            "hidden --> shown : toggle",
            "save #91;last#58; nil#93; / store<br/>save #91;last#58; changed#93; / store#59; tell",
        ] {
            let found = text.split(separator: "\n").contains { $0.contains(line) }
            #expect(found, "\(line) is missing in\n\(text)")
        }
    }
}

private struct Editor: FiniteStateDefinition {
    var document = Document.saved
    var sidebar = Sidebar.hidden
    var zoom = Zoom.whole
    var last: Document?

    enum Document: NestedState { case saved, changed }
    enum Sidebar: NestedState { case hidden, shown }
    enum Zoom { case whole }
    enum Event: CaseIterable { case edit, save, toggle }
    enum Action { case mark, store, tell }

    static var initialStates: [Editor] { [Editor()] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) -> [Action] {
        switch (event, document) {
        case (.edit, .saved):
            document = .changed
            return [.mark]
        case (.save, .changed):
            document = .saved
            defer { last = .changed }
            return last == nil ? [.store] : [.store, .tell]
        case (.toggle, .saved), (.toggle, .changed):
            sidebar = sidebar == .hidden ? .shown : .hidden
            return []
        case (.edit, .changed), (.save, .saved): throw .invalid
        }
    }
}
