import StateMachineScaffolding
import StateMachineTestSupport
import Testing

/// Delayed events in SCXML: an activity waits and sends them.
@Suite(.timeLimit(.minutes(1)), .computing) struct DelayedEventTests {
    private func scxml(_ waiting: String, after: String = "<transition event='late' target='b'/>") throws -> Chart {
        try SCXMLReader.read("<scxml><state id='a'>\(waiting)\(after)</state><final id='b'/></scxml>")
    }

    /// All messages about a chart, each without its position.
    private func messages(_ read: () throws -> Chart) -> [String] {
        let error = #expect(throws: ChartError.self) { _ = try read() }
        return error?.all.map { error in
            [error.problem, error.expected.map { "expected \($0)" }, error.fix].compactMap(\.self).joined(
                separator: "; "
            )
        } ?? []
    }

    @Test func `a delayed event that the state cancels is an activity`() throws {
        let chart = try scxml(
            """
            <onentry><log label='ring'/><send event='late' delay='1.5s' id='t'/></onentry>
            <onentry><send id='u' event='late.again' delay='.2s'/></onentry>
            <onexit><cancel sendid='u'/><log label='stop'/><cancel sendid='t'/></onexit>
            """,
            after: "<transition event='late' target='b'/><transition event='late.again' target='a'/>"
        )
        let state = chart.root.children[0]
        #expect(state.activities == ["wait 1.5s for late in a", "wait 0.2s for late.again in a"])
        #expect(state.entryActions == ["ring"] && state.exitActions == ["stop"])
        let sources = try MachineWriter(chart, module: "Alarm").sources()
        let code = try #require(sources["AlarmState.swift"])
        #expect(code.contains("        case .a: [.wait1Point5sForLateInA, .wait0Point2sForLateAgainInA]\n"), "\(code)")
        #expect(code.contains("        case late\n        case lateAgain\n"))
    }

    static let mistakes: [(waiting: String, messages: [String])] = [
        (
            "<onentry><send event='late' delay='1s'/></onentry>",
            [
                "the delayed event “late” arrives even if the machine has left the state; to cancel it, "
                    + "add <cancel sendid=\"x\"/> to the <onexit> of the state, and id=\"x\" to <send>"
            ]
        ),
        (
            "<onentry><send event='late' delay='1s' id='t'/></onentry><onexit><cancel sendid='u'/></onexit>",
            [
                "<cancel> cancels “u”, which the state does not send; "
                    + "expected the id of a delayed <send> in the <onentry> of the same state",
                "the delayed event “late” arrives even if the machine has left the state; "
                    + "to cancel it, add <cancel sendid=\"t\"/> to the <onexit> of the state",
            ].reversed()
        ),
        ("<onexit><cancel/></onexit>", ["<cancel> has no sendid; expected the id of a delayed <send>"]),
        (
            "<onentry><cancel sendid='t'/></onentry>",
            [
                "<cancel> cancels an event, which the scaffold supports only in an <onexit>; "
                    + "cancel the event in the state that sends it"
            ]
        ),
        (
            "<onexit><send event='late' delay='1s'/></onexit>",
            [
                "<send> sends a delayed event, which the scaffold supports only in the <onentry> of a "
                    + "nonfinal state; enter a state that waits, and send the event there"
            ]
        ),
        (
            "<onentry><send event='late' delay='1s' id='t' target='#_x'/></onentry><onexit><cancel sendid='t'/></onexit>",
            ["<send> has the attribute “target”, which the scaffold does not support; expected event, delay, id"]
        ),
        (
            "<onentry><send event='late' delayexpr='d' id='t'/></onentry>",
            ["<send> has the attribute “delayexpr”, which the scaffold does not support; expected event, delay, id"]
        ),
        (
            "<onentry><send event='late' delay='1s' id='t'><content/></send></onentry>",
            ["<send> contains <content>; expected no elements inside it"]
        ),
        (
            "<onexit><cancel sendid='t'><y/></cancel></onexit>",
            ["<cancel> contains <y>; expected no elements inside it"]
        ),
        (
            "<onentry><send event='late' id='t'/></onentry><onexit><cancel sendid='t'/></onexit>",
            [
                "<send> sends an event, which the scaffold does not support; "
                    + "expected states, transitions, and <log> for actions"
            ]
        ),
        (
            "<onentry><send event='late.later' delay='1s' id='t'/></onentry><onexit><cancel sendid='t'/></onexit>",
            ["no transition handles the delayed event “late.later”; expected a transition for the event"]
        ),
        (
            """
            <onentry><send event='late' delay='1s' id='t'/><send event='late' delay='1s' id='u'/></onentry>
            <onexit><cancel sendid='t'/><cancel sendid='u'/></onexit>
            """,
            ["the state sends “late” twice after 1s; expected one <send>"]
        ),
    ]

    @Test(arguments: mistakes)
    func `a delayed event that would be another one is an error`(waiting: String, messages: [String]) {
        #expect(self.messages { try scxml(waiting) } == messages)
    }

    @Test(arguments: [
        "0s", "0.0s", "1m", "", "s", ".s", "1 s", "1.s", "-1s", "1S", "٣s", String(repeating: "1", count: 40) + "s",
    ])
    func `a delay is a time of CSS`(delay: String) {
        let text =
            "<onentry><send event='late' delay='\(delay)' id='t'/></onentry><onexit><cancel sendid='t'/></onexit>"
        #expect(
            messages { try scxml(text) } == [
                "the delay “\(delay)” is not valid; expected more than 0 seconds or milliseconds, such as “1.5s” or “200ms”"
            ]
        )
    }

    @Test(arguments: ["late.*", "*", "", "late late", "done.state.a", "done.state"])
    func `an event that cannot be sent is an error`(event: String) {
        let text = "<onentry><send event='\(event)' delay='1s' id='t'/></onentry><onexit><cancel sendid='t'/></onexit>"
        #expect(
            messages { try scxml(text) } == [
                "“\(event)” is not a valid name for an event; expected a name such as “key.up”"
            ]
        )
    }

    @Test func `a final state sends no delayed event`() {
        let messages = messages {
            try SCXMLReader.read(
                """
                <scxml><state id='a'><transition event='e' target='b'/></state>
                <final id='b'><onentry><send event='e' delay='1s' id='t'/></onentry>
                <onexit><cancel sendid='t'/></onexit></final></scxml>
                """
            )
        }
        #expect(messages.count == 1 && messages[0].hasPrefix("<send> sends a delayed event"))
    }

    /// A state that waits for the event `e` with an id.
    private func waiting(_ id: String, _ content: String = "") -> String {
        """
        <state id='\(id)'><onentry><send event='e' delay='1s' id='t'/></onentry><onexit><cancel sendid='t'/></onexit>\
        <transition event='e' target='z'/>\(content)</state>
        """
    }

    @Test func `states that are active together have their own ids`() throws {
        let error = ["the <send> in line 1 has the id “t”, too, so <cancel> cancels both events; expected another id"]
        #expect(
            messages { try SCXMLReader.read("<scxml>\(waiting("a", waiting("b")))<state id='z'/></scxml>") } == error
        )
        let regions = "<parallel id='p'>\(waiting("a"))<state id='r'>\(waiting("b"))</state></parallel>"
        #expect(messages { try SCXMLReader.read("<scxml>\(regions)<state id='z'/></scxml>") } == error)
        let apart = "\(waiting("a"))<state id='r'>\(waiting("b"))</state>"
        #expect(throws: Never.self) { try SCXMLReader.read("<scxml>\(apart)<state id='z'/></scxml>") }
    }

    @Test func `an activity whose own event enters its state again sends it only once`() throws {
        func notes(_ descriptor: String, _ event: String) throws -> [String] {
            let chart = try SCXMLReader.read(
                """
                <scxml><state id='a'><onentry><send event='\(event)' delay='1s' id='t'/></onentry>\
                <onexit><cancel sendid='t'/></onexit><transition event='\(descriptor)' target='a'/>\
                <transition event='never \(event)' cond='g' target='b'/></state><state id='b'/></scxml>
                """
            )
            return try MachineWriter(chart, module: "M").restartNotes.map { String($0.split(separator: ",")[0]) }
        }
        let once = "note: the activity “wait 1s for tick in a” sends “tick” only once"
        #expect(try notes("tick", "tick") == [once])
        #expect(try notes("*", "tick") == [once])
        let both = try notes("go tick", "tick")
        #expect(both.count == 2 && both[0].hasPrefix("note: “go” can enter “a” again") && both[1] == once)
        #expect(try notes("poll.*", "poll.tick")[0].contains("sends “poll.tick” only once"))
    }
}
