import StateMachineDiagrams
import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// Charts for programs, compared as a whole with what SCXML (W3C, 2015) and sismic take.
@Suite(.timeLimit(.minutes(1)), .computing) struct ExecutableTextTests {
    /// Work that begins while a lamp is lit, and an event that is handled in two of four states.
    private let regions = MachineDescription(
        [leaf("idle"), outer("work", leaf("x"))].flatMap { state in
            ["dark", "lit"].map { regional(["a": state, "b": leaf($0)]) }
        },
        [
            (0, "start", nil), (1, "start", 3), (2, "start", nil), (3, "start", nil), (0, "flip", 1), (1, "flip", 0),
            (2, "flip", 3), (3, "flip", 2), (0, "ping", 0), (1, "ping", nil), (2, "ping", nil), (3, "ping", 3),
        ]
    )

    /// States inside a state that differ in what they carry, and an end.
    private var nested: MachineDescription {
        let busy = ["1", "2"].map { outer("busy", leaf("sending", $0)) }
        var machine = MachineDescription(
            [leaf("idle")] + busy + [leaf("done")],
            [
                (0, "go", 1), (0, "finish", nil), (1, "go", 2), (1, "finish", nil), (2, "go", nil), (2, "finish", 3),
                (3, "go", nil), (3, "finish", nil),
            ]
        )
        machine.states[3].isFinal = true
        return machine
    }

    @Test func `regions are states side by side in SCXML, with guards that name states of others`() {
        #expect(
            regions.text(in: .scxml) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:machine="urn:swift-state-machines" version="1.0" \
                datamodel="ecmascript" initial="everything" machine:name="written">
                  <parallel id="everything" machine:name="written">
                    <transition event="ping" \
                cond="(In('idle') &amp;&amp; In('dark')) || (In('work_x') &amp;&amp; In('lit'))" machine:name="ping"/>
                    <state id="a" initial="idle" machine:name="a">
                      <state id="idle" machine:name="idle">
                        <transition event="start" cond="In('lit')" target="work_x" machine:name="start"/>
                      </state>
                      <state id="work" initial="work_x" machine:name="work">
                        <state id="work_x" machine:name="x"/>
                      </state>
                    </state>
                    <state id="b" initial="dark" machine:name="b">
                      <state id="dark" machine:name="dark">
                        <transition event="flip" target="lit" machine:name="flip"/>
                      </state>
                      <state id="lit" machine:name="lit">
                        <transition event="flip" target="dark" machine:name="flip"/>
                      </state>
                    </state>
                  </parallel>
                </scxml>

                """
        )
    }

    @Test func `states inside a state begin with the first in SCXML, and say what they carry if others look alike`() {
        #expect(
            nested.text(in: .scxml) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:machine="urn:swift-state-machines" version="1.0" \
                datamodel="ecmascript" initial="idle" machine:name="written">
                  <state id="idle" machine:name="idle">
                    <transition event="go" target="busy_sending" machine:name="go"/>
                  </state>
                  <state id="busy" initial="busy_sending" machine:name="busy">
                    <state id="busy_sending" machine:name="sending" machine:variant="busy(sending(1))">
                      <transition event="go" target="busy_sending_2" machine:name="go"/>
                    </state>
                    <state id="busy_sending_2" machine:name="sending" machine:variant="busy(sending(2))">
                      <transition event="finish" target="done" machine:name="finish"/>
                    </state>
                  </state>
                  <final id="done" machine:name="done"/>
                </scxml>

                """
        )
    }

    @Test func `a state with inner states is separate from a state with the same name that has none`() {
        let machine = MachineDescription(
            [leaf("loading", "nil"), outer("loading", leaf("first"))],
            [(0, "next", 1), (1, "next", nil)]
        )
        #expect(
            machine.text(in: .scxml).contains(
                """
                  <state id="loading" machine:name="loading">
                    <transition event="next" target="loading_first" machine:name="next"/>
                  </state>
                  <state id="loading_2" initial="loading_first" machine:name="loading">
                    <state id="loading_first" machine:name="first"/>
                  </state>
                </scxml>
                """
            )
        )
    }

    @Test func `an event that moves several regions has its output only in the first of them`() {
        let states = [("shut", "dark"), ("open", "lit")].map { regional(["door": leaf($0.0), "lamp": leaf($0.1)]) }
        var machine = MachineDescription(states, [(0, "arrive", 1), (1, "arrive", nil)])
        machine.steps[0].reaction?.output = leaf("greeting")
        let text = machine.text(in: .scxml)
        #expect(text.contains("target=\"open\" machine:name=\"arrive\" machine:output=\"greeting\"/>"), "\(text)")
        #expect(text.contains("target=\"lit\" machine:name=\"arrive\"/>"), "\(text)")
    }

    @Test func `sismic has the same states, and nothing where there is nothing to say`() {
        #expect(
            regions.text(in: .sismic).dense
                == """
                {"statechart" : {"name" : "written","root state" : {
                  "name" : "everything",
                  "parallel states" : [
                    {"initial" : "idle","name" : "a","states" : [
                      {"name" : "idle","transitions" : [
                        {"event" : "start","guard" : "active('lit')","target" : "work_x"}]},
                      {"initial" : "work_x","name" : "work","states" : [{"name" : "work_x"}]}]},
                    {"initial" : "dark","name" : "b","states" : [
                      {"name" : "dark","transitions" : [{"event" : "flip","target" : "lit"}]},
                      {"name" : "lit","transitions" : [{"event" : "flip","target" : "dark"}]}]}],
                  "transitions" : [
                    {"event" : "ping",
                    "guard" : "(active('idle') and active('dark')) or (active('work_x') and active('lit'))"}]}}}
                """.dense
        )
        #expect(
            nested.text(in: .sismic).dense
                == """
                {"statechart" : {"name" : "written","root state" : {
                  "initial" : "idle","name" : "everything","states" : [
                    {"name" : "idle","transitions" : [{"event" : "go","target" : "busy_sending"}]},
                    {"initial" : "busy_sending","name" : "busy","states" : [
                      {"name" : "busy_sending","transitions" : [{"event" : "go","target" : "busy_sending_2"}]},
                      {"name" : "busy_sending_2","transitions" : [{"event" : "finish","target" : "done"}]}]},
                    {"name" : "done","type" : "final"}]}}}
                """.dense
        )
    }

    /// Has two lamps, each a region, while they are plugged in.
    private struct Board: FiniteStateDefinition {
        enum Lamp: NestedState, Hashable { case dark, lit }
        enum Power: NestedState, Hashable { case off, on }

        struct Lamps: StateDefinition, Hashable {
            enum Event { case left, right }

            var left = Lamp.dark
            var right = Lamp.dark

            mutating func handleEvent(_ event: Event) throws(TransitionError) {
                switch event {
                case .left: left = left == .dark ? .lit : .dark
                case .right:
                    guard left == .lit else { throw .invalid }
                    right = .lit
                }
            }
        }

        enum Event: CaseIterable { case plug, toggle, left, right }

        @TaskLocal static var lamps: Lamps?

        var power = Power.off
        var lamps: Lamps?

        static var initialStates: [Board] { [Board(lamps: lamps)] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch event {
            case .plug: lamps = lamps == nil ? Lamps() : nil
            case .toggle: power = power == .off && lamps != nil ? .on : .off
            case .left: try forward(.left)
            case .right: try forward(.right)
            }
        }

        private mutating func forward(_ event: Lamps.Event) throws(TransitionError) {
            guard var inner = lamps else { throw .invalid }
            try inner.handleEvent(event)
            lamps = inner
        }
    }

    @Test(arguments: [false, true])
    func `states with different regions are states of one machine, each with all of its regions`(isPlugged: Bool) throws
    {
        let machine = try Board.$lamps.withValue(isPlugged ? Board.Lamps() : nil) {
            MachineDescription(of: try StateGraph(exploring: Board.self))
        }
        let text = machine.text(in: .scxml)
        #expect(!text.contains("<parallel") && !text.contains("cond="))
        // Each with the power off and on: no lamps, and two lamps with two states each.
        #expect(machine.states.count == 10)
        #expect(text.matches(of: /<transition event="toggle"/).count == 10)
    }
}

extension String {
    /// The text without indentation and ends of lines.
    fileprivate var dense: String { split(separator: "\n").map { $0.drop { $0 == " " } }.joined() }
}
