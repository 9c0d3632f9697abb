import Foundation
import StateMachineTestSupport
import Testing

@testable import StateMachineScaffolding

@Suite(.timeLimit(.minutes(1)), .computing) struct XStateReaderTests {
    private static func states(_ states: String, _ rest: String = "") throws(ChartError) -> Chart {
        try DiagramLanguage.read("{\"id\": \"m\", \"initial\": \"a\"\(rest), \"states\": {\(states)}}", named: "m.json")
    }

    private func run(_ chart: Chart, _ events: [String], guards: [String] = []) -> ([String], [[String]?]) {
        var machine = ChartInterpreter(chart)
        let given = Dictionary(uniqueKeysWithValues: guards.map { ($0, true) })
        let outputs = events.map { machine.handle($0, guards: given) }
        return (machine.leaves, outputs)
    }

    /// `.ci/check-scaffold` compiles what is written for them.
    @Test func `the published examples are read and written`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appending(path: "Fixtures/XState/examples")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }
        #expect(files.count == 8)
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            let chart = try DiagramLanguage.read(text, named: file.lastPathComponent)
            let writer = try MachineWriter(chart, module: "Example")
            #expect(writer.unreachedStates == [], "\(file.lastPathComponent)")
        }
    }

    @Test func `a guard of always decides after each event, with the values that the event contains`() throws {
        let chart = try Self.states(
            """
            "a": {"always": {"target": "b", "guard": "won"}, "on": {"PLAY": {"actions": "mark", "guard": "valid"}}},
            "b": {"on": {"RESET": "a"}}
            """
        )
        #expect(run(chart, ["PLAY"], guards: ["valid"]).0 == ["a"])
        #expect(run(chart, ["PLAY"], guards: ["valid", "won"]).0 == ["b"])
        #expect(run(chart, ["PLAY"], guards: ["won"]).0 == ["a"])
        let text = try MachineWriter(chart, module: "Game").sources()["GameState.swift"] ?? ""
        #expect(text.contains("case play(valid: Bool, won: Bool)"), "\(text)")
        #expect(text.contains("case reset(won: Bool)"), "\(text)")
    }

    /// The states of the feedback machine in the documentation of XState 5
    /// (stately.ai/docs/machines), without its texts.
    @Test func `the published feedback machine is read`() throws {
        let chart = try DiagramLanguage.read(
            """
            {"id": "feedback", "initial": "prompt", "context": {"feedback": "", "rating": 5},
             "states": {
              "prompt": {"on": {"feedback.good": "thanks", "feedback.bad": "form"}},
              "form": {"on": {"feedback.update": {"actions": {"type": "assign"}}, "back": {"target": "prompt"},
                "submit": {"target": "thanks", "guard": "feedbackValid"}}},
              "thanks": {}, "closed": {"type": "final"}},
             "on": {"feedback.close": ".closed"}}
            """,
            named: "feedback.json"
        )
        #expect(chart.name == "feedback")
        #expect(run(chart, ["feedback.bad", "submit"]).0 == ["form"])
        #expect(run(chart, ["feedback.bad", "submit"], guards: ["feedbackValid"]).0 == ["thanks"])
        #expect(run(chart, ["feedback.good", "feedback.close", "back"]).1.last == .some(nil))
        #expect(
            try MachineWriter(chart, module: "Feedback").sources()["FeedbackState.swift"]?.contains("feedbackGood")
                == true
        )
    }

    /// `examples/workflow-parallel/main.ts` of github.com/statelyai/xstate, in JSON.
    @Test func `the published parallel workflow ends when both branches have ended`() throws {
        func branch(_ name: String, _ actor: String) -> String {
            """
            "\(name)": {"initial": "active", "states": {
              "active": {"invoke": {"src": "\(actor)", "onDone": "done"}}, "done": {"type": "final"}}}
            """
        }
        let chart = try DiagramLanguage.read(
            """
            {"id": "parallel-execution", "initial": "ParallelExec", "states": {
              "ParallelExec": {"type": "parallel", "onDone": "Success", "states": {
                \(branch("ShortDelayBranch", "shortDelay")), \(branch("LongDelayBranch", "longDelay"))}},
              "Success": {"type": "final"}}}
            """,
            named: "workflow.json"
        )
        #expect(run(chart, ["longDelay done"]).0 == ["ShortDelayBranch.active", "LongDelayBranch.done"])
        #expect(run(chart, ["longDelay done", "shortDelay done"]).0 == ["Success"])
        #expect(
            try MachineWriter(chart, module: "Workflow").sources().values.contains { $0.contains("case shortDelay\n") }
        )
    }

    @Test(arguments: [
        ("\"b\"", "b"), ("\"b.d\"", "d"), ("\"b.\"", "b"), ("\".x\"", "x"), ("{\"target\": \"#m.b.d\"}", "d"),
        ("{\"target\": [\"#bee\"]}", "b"), ("\"#bee.d\"", "d"), ("\"e\\\\.f\"", "e.f"), ("\"e\\\\.f.g\"", "g"),
    ])
    func `a target is a sibling, a child, an id or a path`(target: String, expected: String) throws {
        let chart = try Self.states(
            """
            "a": {"initial": "x", "states": {"x": {}, "y": {}}, "on": {"go": \(target)}},
            "b": {"id": "bee", "initial": "c", "states": {"c": {}, "d": {}}},
            "e.f": {"initial": "g", "states": {"g": {}}}
            """
        )
        #expect(chart.root.children[0].transitions[0].targets == [expected])
    }

    @Test func `a transition to its own source enters it again only with reenter`() throws {
        let chart = try Self.states(
            """
            "a": {"entry": "in", "exit": "out", "on": {"stay": "a", "again": {"target": "a", "reenter": true}, "b": "b"}},
            "b": {"initial": "c", "exit": "left b", "states": {"c": {}, "d": {}}, "on": {"x": ".d", "stay": "b", "again": {"target": ".d", "reenter": true}}}
            """
        )
        #expect(run(chart, ["stay", "again"]).1 == [[], ["out", "in"]])
        let (leaves, outputs) = run(chart, ["b", "x", "again", "stay"])
        #expect(leaves == ["c"] && outputs == [["out"], [], ["left b"], []])
    }

    @Test func `an exact event comes before a wildcard, wherever it is`() throws {
        let chart = try Self.states(
            """
            "a": {"on": {"*": {"actions": "any"}, "key.*": {"actions": "key"}, "key.up": {"guard": "g", "actions": "up"}}}
            """
        )
        #expect(run(chart, ["key.up", "key.down", "key", "other"]).1 == [["key"], ["key"], ["key"], ["any"]])
        #expect(run(chart, ["key.up"], guards: ["g"]).1 == [["up"]])
    }

    @Test func `the machine's own transition is taken if the guard of the state's transition is false`() throws {
        let chart = try Self.states(
            """
            "a": {"on": {"x": {"target": "b", "guard": "g"}}}, "b": {}, "c": {}
            """,
            ", \"on\": {\"x\": \".c\"}"
        )
        #expect(run(chart, ["x"]).0 == ["c"])
        #expect(run(chart, ["x"], guards: ["g"]).0 == ["b"])
    }

    @Test func `an actor of several states is named by its id, or else by its state`() throws {
        let text = """
            {"id": "m", "initial": "a", "states": {
              "a": {"invoke": {"src": "charge", "id": "first charge", "onDone": "b"}},
              "b": {"invoke": {"src": "charge", "id": "same", "onDone": "c"}},
              "c": {"invoke": {"src": "charge", "id": "same", "onError": "d"}},
              "d": {"invoke": {"src": "charge", "onDone": "e"}},
              "e": {"invoke": {"src": "once", "id": "alone", "onDone": "a"}}}}
            """
        let chart = try XStateReader.read(text)
        #expect(
            chart.root.children.flatMap(\.activities) == [
                "first charge", "charge in b", "charge in c", "charge in d", "once",
            ]
        )
        #expect(chart.root.children[0].transitions[0].events == [EventDescriptor("first charge done")])
        // An id that is also the name of another activity names none.
        let equal = try XStateReader.read(
            """
            {"id": "m", "initial": "a", "states": {
              "a": {"invoke": {"src": "save", "id": "load", "onDone": "b"}},
              "b": {"invoke": {"src": "load", "onDone": "c"}},
              "c": {"invoke": {"src": "charge", "id": "charge in d", "onDone": "d"}},
              "d": {"invoke": {"src": "charge", "onDone": "a"}}}}
            """
        )
        #expect(equal.root.children.flatMap(\.activities) == ["save", "load", "charge in c", "charge in d"])
    }

    @Test func `two actors of one name in a state are two activities`() throws {
        let chart = try Self.states(
            """
            "a": {"invoke": [{"src": "job", "onDone": "b"}, {"src": "job", "onError": "c"}]}, "b": {}, "c": {}
            """
        )
        #expect(chart.root.children[0].activities == ["job in a", "job in a again"])
        #expect(run(chart, ["job in a done"]).0 == ["b"])
        #expect(run(chart, ["job in a again failed"]).0 == ["c"])
        #expect(run(chart, ["job in a failed"]).0 == ["a"])
    }

    @Test func `an actor never has the name of another actor's activity`() throws {
        let chart = try Self.states(
            """
            "a": {"invoke": [{"src": "job"}, {"src": "job in b"}], "initial": "b", "states": {
              "b": {"invoke": {"src": "job", "onDone": "c"}}, "c": {}}}
            """
        )
        let state = chart.root.children[0]
        #expect(state.activities == ["job in a", "job in b"])
        #expect(state.children[0].activities == ["job in b again"])
        #expect(run(chart, ["job in b done"]).0 == ["b"])
        #expect(run(chart, ["job in b again done"]).0 == ["c"])
    }

    @Test func `the target with only a dot is the state itself`() throws {
        let chart = try Self.states(
            """
            "a": {"entry": "in", "on": {"stay": ".", "again": {"target": ".", "reenter": true}, "b": "b"}},
            "b": {"initial": "c", "states": {"c": {"on": {"x": "d"}}, "d": {}}, "on": {"stay": "."}}
            """,
            ", \"on\": {\"restart\": \".\"}"
        )
        #expect(run(chart, ["stay", "again"]).1 == [[], ["in"]])
        #expect(run(chart, ["b", "x", "stay"]).0 == ["c"])
        #expect(run(chart, ["b", "x", "restart"]).0 == ["a"])
    }

    @Test func `histories have the names of their parents or their own names`() throws {
        let chart = try Self.states(
            """
            "a": {"initial": "x", "states": {"x": {"on": {"n": "y"}}, "y": {}, "last": {"type": "history"}}, "on": {"go": "b", "far": "c"}},
            "b": {"initial": "z", "states": {"z": {"on": {"n": "w"}}, "w": {}, "last": {"type": "history"},
              "other": {"type": "history", "target": "w"}}, "on": {"back": "a.last", "leave": "c"}},
            "c": {"on": {"back": "b.last", "other": "b.other"}}
            """
        )
        #expect(run(chart, ["n", "go", "back"]).0 == ["y"])
        #expect(run(chart, ["far", "other"]).0 == ["w"])
        let text = try MachineWriter(chart, module: "M").sources()["MState.swift"] ?? ""
        for property in ["aHistory", "bLast", "bOther"] {
            #expect(text.contains("public internal(set) var \(property): "), "\(text)")
        }
    }

    @Test func `a state has its key as its name if only inner states have the same key`() throws {
        let chart = try Self.states(
            """
            "a": {"initial": "End", "states": {"End": {"type": "final"}}, "onDone": "End"}, "End": {"type": "final"}
            """
        )
        #expect(chart.root.children.map(\.id) == ["a", "End"])
        #expect(chart.root.children[0].children.map(\.id) == ["a.End"])
    }

    @Test func `the end of a machine of regions is called done, even if a region has a state done`() throws {
        let chart = try XStateReader.read(
            """
            {"id": "m", "type": "parallel", "states": {
              "a": {"initial": "x", "states": {"x": {"on": {"go": "done"}}, "done": {"type": "final"}}}}}
            """
        )
        #expect(chart.root.children.map { $0.key ?? $0.id } == ["m", "done"])
        #expect(run(chart, ["go"]).0 == [chart.root.children[1].id])
        #expect(try MachineWriter(chart, module: "M").sources()["MState.swift"]?.contains("case done\n") == true)
    }

    @Test func `delays and actors become activities that end with events`() throws {
        let chart = try Self.states(
            """
            "a": {"after": {"1000": "b", "patience": "b"}, "invoke": [{"src": "load", "onDone": "b"}, {"id": "watch", "onError": "b"}]},
            "b": {"invoke": {"src": "load", "onDone": "a"}, "on": {"xstate.done.actor.0.m.b": "a"}}
            """,
            ", \"after\": {\"5000\": \".b\"}"
        )
        #expect(
            chart.root.children[0].activities
                == ["wait 5s in m", "load in a", "watch", "wait 1s in a", "wait patience in a"]
        )
        for event in [
            "after 1s in a", "after patience in a", "load in a done", "watch failed", "after 5s in m",
        ] {
            #expect(run(chart, [event]).0 == ["b"], "\(event)")
        }
    }

    @Test func `a key that several states have becomes a path`() throws {
        let chart = try Self.states(
            """
            "a": {"initial": "on", "states": {"on": {"on": {"x": "#m.b"}}}}, "b": {"initial": "on", "states": {"on": {}}}
            """
        )
        #expect(run(chart, ["x"]).0 == ["b.on"])
        #expect(chart.root.children[1].children[0].label == "on")
    }

    @Test func `whole numbers come first, as in JavaScript`() throws {
        let chart = try Self.states("\"a\": {\"on\": {\"x\": \"2\"}}, \"10\": {}, \"2\": {}, \"02\": {}")
        #expect(chart.root.children.map(\.id) == ["2", "10", "a", "02"])
    }

    @Test func `In() accepts ids of XState`() throws {
        let chart = try Self.states(
            """
            "a": {"on": {"x": {"target": "b", "guard": "!In('#m.b.c') && In('#first')"}}, "id": "first"},
            "b": {"initial": "c", "states": {"c": {}}}
            """
        )
        #expect(run(chart, ["x"]).0 == ["c"])
    }

    @Test(arguments: [
        (
            "\"a\": {\"on\": {\"x\": \"c\"}}",
            "line 1, column 58: the target “c” does not exist: the machine does not contain “c”; expected “a”"
        ),
        ("\"a\": {\"initial\": \"c\", \"states\": {\"c\": {}}, \"on\": {\"x\": \"c\"}}", "expected “.c”"),
        ("\"a\": {\"cond\": 1}", "line 1, column 46: “cond” belongs to XState 4; expected “guard”"),
        ("\"a\": {\"onn\": {}}", "“onn” is not a member of a state; expected id, type, initial"),
        ("\"a\": {\"entry\": [null]}", "the action is an inline function, which JSON does not contain"),
        ("\"a\": {\"on\": {\"x\": null}}", "a transition is required here"),
        ("\"a\": {\"on\": {\"\": \"a\"}}", "expected “always” for a transition without an event"),
        ("\"a\": {\"on\": {\"a*b\": \"a\"}}", "“a*b” is not a valid event; expected a name, “name.*” or “*”"),
        ("\"a\": {\"on\": {\"xstate.stop\": \"a\"}}", "the machine never raises the event “xstate.stop”"),
        ("\"a\": {\"states\": {\"b\": {}}}", "“a” has no initial state; expected \"initial\": \"b\""),
        ("\"a\": {\"type\": \"parallel\"}", "the state has no states inside it"),
        ("\"a\": {\"type\": \"end\"}", "the type of a state is “end”"),
        ("\"a\": {\"id\": \"m\"}", "the id “m” already belongs to the state at line 1, column 1"),
        (
            "\"a\": {\"entry\": {\"type\": \"xstate.raise\"}}",
            "the action raises an event, which the scaffold does not support"
        ),
        ("\"a\": {\"on\": {\"x\": [\"b\", \"a\"]}}, \"b\": {}", "the machine never takes this transition for “x”"),
        (
            "\"a\": {\"on\": {\"x\": {\"target\": \"a\", \"guard\": \"In('b')\"}}}",
            "In() refers to “b”, which is not a state"
        ),
        ("\"a\": {\"invoke\": {}}", "the invoked actor has no name"),
        (
            "\"a\": {\"initial\": {\"target\": \"x\", \"actions\": \"act\"}, \"states\": {\"x\": {}}}",
            "actions of an initial transition are not supported"
        ),
        ("\"a\": {\"after\": [1]}", "an object of delays is required here"),
    ])
    func `a mistake is reported with its place`(states: String, message: String) throws {
        let error = try #require(throws: ChartError.self) { _ = try Self.states(states) }
        #expect("\(error)".contains(message), "\(error)")
    }

    @Test(arguments: [
        (
            ", \"on\": {\"x\": \"a\"}",
            "the target “a” of a top-level transition needs a period before its name; expected “.a”"
        ),
        (", \"entry\": \"hello\"", "entry actions of the machine itself are not supported"),
        (", \"onDone\": \"a\"", "“onDone” of the machine never runs"),
        (", \"key\": \"m\", \"transitions\": []", "this is the definition of a machine"),
    ])
    func `a mistake of the machine itself is reported`(members: String, message: String) throws {
        let error = try #require(throws: ChartError.self) { _ = try Self.states("\"a\": {}", members) }
        #expect("\(error)".contains(message), "\(error)")
    }

    @Test func `all errors of a file are reported at once`() throws {
        let error = try #require(throws: ChartError.self) {
            _ = try Self.states("\"a\": {\n\"on\": {\"x\": \"q\",\n\"y\": \"r\"},\n\"entry\": [null]}")
        }
        #expect(error.all.map(\.position.line) == [2, 3, 4])
    }

    @Test func `JSON that is not a machine is refused`() throws {
        let error = try #require(throws: ChartError.self) {
            _ = try DiagramLanguage.read("{\"a\": 1}", named: "a.json")
        }
        #expect(error.message.contains("the object is not a state machine"))
    }
}
