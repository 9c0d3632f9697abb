import StateMachineScaffolding
import StateMachineTestSupport
import Testing

/// Events of diagrams that are times, such as “after 30 s”: an activity waits and sends them.
@Suite(.timeLimit(.minutes(1)), .computing) struct TimerTests {
    @Test(arguments: [
        ("after 30 s", "30s"), ("after 1.5 min", "1.5min"), ("after(2 hours)", "2 hours"),
        ("after (200 ms)", "200ms"), ("After 30 S", "30s"), ("after .5 s", "0.5s"), ("after 3weeks", "3 weeks"),
    ])
    func `an event that is a time is an activity of its state`(label: String, time: String) throws {
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
            #expect(states.map(\.activities) == [["wait \(time) in w"], []], "\(name)")
            let events = states[0].transitions.flatMap(\.events).map(\.name)
            #expect(Set(events) == ["after \(time) in w"], "\(name)")
        }
    }

    @Test(arguments: [
        ("30000", "30s"), ("1500", "1500ms"), ("50", "50ms"), ("60000", "1min"), ("90000", "90s"), ("7200000", "2h"),
        ("86400000", "1 day"), ("2592000000", "30 days"), ("0", "0 ms"), ("1.5", "1.5 ms"), ("patience", "patience"),
    ])
    func `a delay in milliseconds is named in the largest unit that divides it`(delay: String, time: String) throws {
        let text = "{\"initial\":\"a\",\"states\":{\"a\":{\"after\":{\"\(delay)\":\"b\"}},\"b\":{}}}"
        let chart = try DiagramLanguage.read(text, named: "a.json")
        #expect(chart.root.children[0].activities == ["wait \(time) in a"])
    }

    @Test func `two delays of a state have two names`() throws {
        let text = "{\"initial\":\"a\",\"states\":{\"a\":{\"after\":{\"1000\":\"b\",\"1s\":\"b\"}},\"b\":{}}}"
        let chart = try DiagramLanguage.read(text, named: "a.json")
        #expect(chart.root.children[0].activities == ["wait 1000 ms in a", "wait 1s in a"])
    }

    @Test(arguments: [
        "after", "afterwards", "after lunch", "after30s", "after 30", "30s", "thereafter 30s", "after s", "after (30",
        "after (30 s", "after 30 s)", "after ((30 s))", "after 0 s", "after 0.0 s", "after ٣ s", "after 5 m",
        "after  s",
    ])
    func `any other event is no time`(label: String) throws {
        let chart = try DiagramLanguage.read("digraph { a -> b [label=\"\(label)\"]; }\n", named: "a.dot")
        #expect(chart.root.children.flatMap(\.activities) == [])
    }

    @Test func `the same time in several states is an event of each`() throws {
        let text = """
            stateDiagram-v2
            [*] --> Session
            state Session {
              [*] --> Form
              Form --> Help : after 30 s
            }
            Session --> Out : after 30 s
            state "Form" as Out
            Out --> Session : after 30 s
            """
        let chart = try MermaidReader.read(text)
        let writer = try MachineWriter(chart, module: "Login")
        let code = try #require(writer.sources()["LoginState.swift"])
        for event in ["after30sInSession", "after30sInForm", "after30sInOut"] {
            #expect(code.contains("        case \(event)\n"), "\(code)")
        }
        for state in ["Session", "Form", "Out"] {
            let activity = """
                        /// Waits 30s and then sends `.after30sIn\(state)`.
                        case wait30sIn\(state)

                """
            #expect(code.contains(activity), "\(code)")
        }
    }

    @Test func `a comment chooses the name of a time`() throws {
        let text = """
            stateDiagram-v2
            %% event: "after 30s in Paying" = timeout
            %% activity: "wait 30s in Paying" = waiting
            Paying --> Cart : after 30 s
            """
        let code = try #require(MachineWriter(MermaidReader.read(text), module: "Shop").sources()["ShopState.swift"])
        #expect(
            code.contains("        case timeout\n") && code.contains("        case .paying: [.waiting]\n"),
            "\(code)"
        )
    }

    @Test(arguments: ["after 5 s / ring", "go, after 5 s", "after 5 s,<br>go"])
    func `a time at a join is an error of each arrow`(label: String) throws {
        let arrows = """
            [*] --> p
            state j <<join>>
            state p {
              [*] --> a
              a --> j : LABEL
              --
              [*] --> b
              b --> j : LABEL
            }
            j --> done
            """.replacing("LABEL", with: label)
        for (name, text) in [("a.mmd", "stateDiagram-v2\n\(arrows)"), ("a.puml", "@startuml\n\(arrows)\n@enduml")] {
            if name == "a.puml", label.contains("<br>") { continue }
            let error = #expect(throws: ChartError.self) { _ = try DiagramLanguage.read(text, named: name) }
            let problem = "the arrow to the join “j” has the time “after 5 s”"
            #expect(error?.all.map(\.problem) == [problem, problem], "\(name)")
        }
    }

    @Test func `a time has no parameters`() throws {
        let error = #expect(throws: ChartError.self) {
            _ = try MermaidReader.read("stateDiagram-v2\na --> b : after 30 s(count: Int)")
        }
        #expect(error?.problem == "the time “after 30 s” has parameters" && error?.instead == "a --> b : after 30 s")
    }

    @Test func `activities that a transition does not start again are named`() throws {
        func notes(_ text: String) throws -> [String] {
            let names = try MachineWriter(MermaidReader.read("stateDiagram-v2\n\(text)"), module: "M").restartNotes
            return names.map { String($0.split(separator: ";")[0]) }
        }
        func note(_ event: String, _ state: String, _ activity: String) -> String {
            "note: “\(event)” can enter “\(state)” again, but does not start the activity “\(activity)” again"
        }
        #expect(
            try notes("Poll --> Poll : after 5 s / refresh") == [
                "note: the activity “wait 5s in Poll” sends “after 5s in Poll” only once, because the "
                    + "transition reenters “Poll” without restarting the activity"
            ]
        )
        // The inner state is entered again by default, and both of its activities end.
        let inner =
            "state P {\n[*] --> c\nc : do / load\nc --> d : after 5 s\n}\nP --> P : reset\nP --> Q : stop\nQ --> P : go"
        #expect(try notes(inner) == [note("reset", "c", "load"), note("reset", "c", "wait 5s in c")])
        // An inner state that is not entered by default is not entered again.
        #expect(try notes("state P {\n[*] --> c\nd : do / load\nc --> d : next\n}\nP --> P : reset") == [])
        let regions = "state P {\n[*] --> a\na --> b : reset\n--\n[*] --> c\nc : do / load\n}\nP --> P : again"
        #expect(try notes(regions) == [note("again", "c", "load")])
    }

    @Test func `an event with a time that starts no timer is named`() throws {
        func notes(_ labels: String...) throws -> [String] {
            let arrows = labels.enumerated().map { "a --> s\($0) : \($1)\n" }.joined()
            return try MachineWriter(MermaidReader.read("stateDiagram-v2\n\(arrows)"), module: "M").timeNotes.map {
                String($0.split(separator: ";")[0])
            }
        }
        #expect(
            try notes(
                "timeout 60s",
                "every 5 min",
                "after 1h 30 min",
                "after 5 m",
                "wait 3 WEEKS",
                "1.5 s passed",
                "after 30 s",
                "step 2",
                "go",
                "30s5",
                "a3s",
                "2 more"
            )
                == ["timeout 60s", "every 5 min", "after 1h 30 min", "after 5 m", "wait 3 WEEKS", "1.5 s passed"].map {
                    "note: “\($0)” contains a time, but no activity waits for it"
                }
        )
        let xstate = #"{"initial":"a","states":{"a":{"on":{"every 5 min":"b"}},"b":{}}}"#
        #expect(try MachineWriter(DiagramLanguage.read(xstate, named: "a.json"), module: "M").timeNotes == [])
    }

    @Test func `a delay of an XState machine itself is not of its states`() throws {
        let text = """
            {"id":"m","initial":"a","after":{"1000":{"actions":"beep"}},"states":{
              "a":{"after":{"50":"b"},"on":{"go":{"target":"a","reenter":true}}},"b":{"on":{"x":"a"}}}}
            """
        let writer = try MachineWriter(DiagramLanguage.read(text, named: "a.json"), module: "M")
        #expect(
            writer.restartNotes.map { String($0.split(separator: ";")[0]) } == [
                "note: “go” can enter “a” again, but does not start the activity “wait 50ms in a” again"
            ]
        )
        let code = try #require(writer.sources()["MState.swift"])
        for (activity, time, event) in [
            ("wait1sInM", "1s", "`.after1sInM`."),
            ("wait50msInA", "50ms", "`.after50msInA`. Does not start again if `.go` leads to its state again."),
        ] {
            #expect(
                code.contains("/// Waits \(time) and then sends \(event)\n        case \(activity)\n"),
                "\(code)"
            )
        }
    }
}
