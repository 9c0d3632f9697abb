import StateMachineScaffolding
import TestSupport
import Testing

/// Events after a time: an activity waits and sends them.
@Suite(.timeLimit(.minutes(1)), .computing) struct DelayedEventTests {
    private func scxml(_ waiting: String, after: String = "<transition event='late' target='b'/>") throws -> Chart {
        try SCXMLReader.read("<scxml><state id='a'>\(waiting)\(after)</state><final id='b'/></scxml>")
    }

    @Test func `a delayed event that the state cancels is an activity`() throws {
        let chart = try scxml(
            """
            <onentry><log label='ring'/><send event='late' delay='1.5s' id='t'/></onentry>
            <onentry><send id='u' event='late.again' delay='200ms'/></onentry>
            <onexit><cancel sendid='u'/><log label='stop'/><cancel sendid='t'/></onexit>
            """
        )
        let state = chart.root.children[0]
        #expect(state.activities == ["wait 1.5 s for late in a", "wait 200 ms for late.again in a"])
        #expect(state.entryActions == ["ring"] && state.exitActions == ["stop"])
        let sources = try MachineWriter(chart, module: "Alarm").sources()
        let code = try #require(sources["AlarmState.swift"])
        #expect(code.contains("        case .a: [.wait1Point5SForLateInA, .wait200MsForLateAgainInA]\n"))
    }

    @Test(arguments: [
        (
            "<onentry><send event='late' delay='1s'/></onentry>",
            "the delayed event “late” arrives even if the machine has left the state; "
                + "to cancel it, add <cancel sendid=\"x\"/> to the <onexit> of the state, and id=\"x\" to <send>"
        ),
        (
            "<onentry><send event='late' delay='1s' id='t'/></onentry>",
            "to cancel it, add <cancel sendid=\"t\"/> to the <onexit> of the state"
        ),
        (
            "<onentry><send event='late' delay='1s' id='t'/></onentry><onexit><cancel sendid='u'/></onexit>",
            "<cancel> cancels “u”, which the state does not send"
        ),
        ("<onexit><cancel/></onexit>", "<cancel> has no sendid"),
        (
            "<onentry><cancel sendid='t'/></onentry>",
            "<cancel> cancels an event, which the scaffold supports only in <onexit>"
        ),
        ("<onexit><send event='late' delay='1s'/></onexit>", "supports only in <onentry> of a state that is not final"),
        ("<onentry><send event='late' delay='0s' id='t'/></onentry>", "the delay “0s” is not valid"),
        ("<onentry><send event='late' delay='1m' id='t'/></onentry>", "the delay “1m” is not valid"),
        ("<onentry><send event='late' delay='' id='t'/></onentry>", "the delay “” is not valid"),
        ("<onentry><send event='late.*' delay='1s' id='t'/></onentry>", "“late.*” is not the name of an event"),
        ("<onentry><send delay='1s' id='t'/></onentry>", "“” is not a valid event descriptor"),
        (
            "<onentry><send event='late' delay='1s' id='t' target='#_x'/></onentry>",
            "<send> has the attribute “target”, which the scaffold does not support"
        ),
        (
            "<onentry><send event='late' delay='1s' id='t'><content/></send></onentry>",
            "<content> passes data, which the scaffold does not support"
        ),
        (
            "<onentry><send event='never' delay='1s' id='t'/></onentry><onexit><cancel sendid='t'/></onexit>",
            "no transition handles the delayed event “never”; expected a transition for the event"
        ),
    ])
    func `a delayed event that would be another one is an error`(waiting: String, message: String) {
        let error = #expect(throws: ChartError.self) { _ = try scxml(waiting) }
        #expect(error.map { "\($0)".contains(message) } == true, "\(String(describing: error))")
    }

    @Test func `a final state sends no delayed event`() {
        let error = #expect(throws: ChartError.self) {
            _ = try SCXMLReader.read(
                """
                <scxml><state id='a'><transition event='e' target='b'/></state>
                <final id='b'><onentry><send event='e' delay='1s' id='t'/></onentry></final></scxml>
                """
            )
        }
        #expect(error?.problem.hasPrefix("<send> sends a delayed event") == true)
    }

    @Test(arguments: [
        ("after 30s", "wait 30s in Waiting"), ("after 1.5 min", "wait 1.5 min in Waiting"),
        ("after(2 hours)", "wait 2 hours in Waiting"), ("after (200 ms)", "wait 200 ms in Waiting"),
    ])
    func `an event that is a time is an activity of its state`(label: String, activity: String) throws {
        let diagrams = [
            (
                "a.mmd",
                "stateDiagram-v2\n[*] --> w\nstate \"Waiting\" as w\nw --> b : \(label)\nw --> w : \(label) [x]\n"
            ),
            ("a.puml", "@startuml\n[*] --> w\nstate \"Waiting\" as w\nw --> b : \(label)\n@enduml\n"),
            ("a.dot", "digraph { w [label=\"Waiting\"]; w -> b [label=\"\(label)\"]; }\n"),
        ]
        for (name, text) in diagrams {
            let states = try DiagramLanguage.read(text, named: name).root.children
            #expect(states.map(\.activities) == [[activity], []], "\(name)")
        }
    }

    @Test(arguments: [
        "after", "afterwards", "after lunch", "after30s", "after 30", "30s", "thereafter 30s", "after s", "after (30",
    ])
    func `any other event is no time`(label: String) throws {
        let chart = try DiagramLanguage.read("digraph { a -> b [label=\"\(label)\"]; }\n", named: "a.dot")
        #expect(chart.root.children.flatMap(\.activities) == [])
    }
}
