import StateMachineDiagrams
import StateMachineGraphs
import StateMachineTestSupport
import Testing

/// Names that readers need for themselves; `.ci/check-readers` has the readers try them.
@Suite(.timeLimit(.minutes(5)), .computing) struct IdentifierTests {
    @Test(arguments: [
        "parallel", "initial", "final", "enter", "exit", "invoke", "id", "value", "to", "from_", "parent",
        "history",
        "true", "toString", "stateDiagram", "restore", "Parallel",
    ])
    func `a state inside a state, a region and an event keep clear of the words of readers, and keep their names`(
        word: String
    ) {
        for regions in [[word], [word, "other"]] {
            let machine = ring(of: [word, "next"], regions: regions, event: word)
            let scxml = machine.text(in: .scxml)
            #expect(!scxml.contains(" id=\"\(word)\"") && scxml.contains("machine:name=\"\(word)\""))
            #expect(!scxml.contains(" event=\"\(word)\"") && !scxml.contains(" target=\"\(word)\""))
            #expect(!machine.text(in: .sismic).contains("\"name\" : \"\(word)\""))
            #expect(!machine.text(in: .json).contains("\"id\" : \"\(word)\""))
            #expect(machine.text(in: .mermaid).contains("\" as \(word)_"))
        }
    }

    @Test func `what a reader would call by itself begins in another way`() {
        let scxml = ring(of: ["on_enter_next", "next"], regions: ["done_state"], event: "before_go").text(in: .scxml)
        #expect(scxml.contains("id=\"s_on_enter_next\"") && scxml.contains("event=\"s_before_go\""))
    }

    @Test func `in a program's file no state and no event have the same identifier`() {
        let json = ring(of: ["go", "next"], regions: ["only"], event: "go_go").text(in: .json)
        #expect(json.contains("\"id\" : \"go_go_2\"") && json.contains("\"name\" : \"go_go\""))
    }

    @Test(arguments: 0..<UInt64(ProcessEnvironment.runs(30)))
    func `an event has one identifier in all formats, which no state has`(seed: UInt64) {
        let machine = randomMachine(seed: seed)
        let (scxml, sismic, json) = (machine.text(in: .scxml), machine.text(in: .sismic), machine.text(in: .json))
        let events = Set(scxml.matches(of: /event="(\w+)"/).map { String($0.output.1) })
        let states = Set(scxml.matches(of: /\sid="(\w+)"/).map { $0.output.1.lowercased() })
        #expect(states.isDisjoint(with: events.map { $0.lowercased() }), "\(scxml)")
        #expect(Set(sismic.matches(of: /"event" : "(\w+)"/).map { String($0.output.1) }) == events)
        for event in events { #expect(json.contains("\"id\" : \"\(event)\""), "\(event)\n\(json)") }
    }

    /// States and events of few names, some of them inside others, with payloads, or in two
    /// regions.
    private func randomMachine(seed: UInt64) -> MachineDescription {
        var generator = SeededGenerator(seed: seed)
        let words = ["a", "b", "A_b", "a_b_2"]
        func name(depth: Int) -> ValueName {
            let word = words[Int.random(in: words.indices, using: &generator)]
            let payload = generator.chance(1, in: 2) ? "0" : "1"
            return depth > 0 && generator.chance(1, in: 2)
                ? ValueName(caseName: word, regions: [.init(label: nil, name: name(depth: depth - 1))])
                : ValueName(caseName: word, payload: [.init(label: nil, value: payload)])
        }
        let hasRegions = seed.isMultiple(of: 2)
        let states = (0..<6).map { _ in
            hasRegions
                ? ValueName(
                    caseName: nil,
                    regions: ["b", "c"].map { .init(label: $0, name: ValueName(caseName: name(depth: 0).caseName)) }
                ) : name(depth: 1)
        }
        let events = (0..<3).map { _ in name(depth: 1) }
        return MachineDescription(
            name: "random",
            states: states.enumerated().map { index, state in
                let activities = generator.chance(1, in: 2) ? [ValueName(caseName: "working")] : []
                return .init(name: state, activities: activities, isInitial: index == 0)
            },
            events: events,
            steps: states.indices.flatMap { source in
                events.indices.map { event in
                    .init(
                        source: source,
                        event: event,
                        reaction: .init(target: Int.random(in: 0..<6, using: &generator))
                    )
                }
            }
        )
    }

    @Test func `Mermaid has a dot in a frame inside a frame whose states are all ends of arrows from outside`() {
        let inner = ValueName(caseName: "busy", regions: [.init(label: nil, name: ValueName(caseName: "sending"))])
        let states = [ValueName(caseName: "idle"), inner].map { state in
            ValueName(
                caseName: nil,
                regions: [.init(label: "a", name: state), .init(label: "b", name: ValueName(caseName: "fixed"))]
            )
        }
        let machine = MachineDescription(
            name: "frames",
            states: states.enumerated().map { .init(name: $1, isInitial: $0 == 0) },
            events: [ValueName(caseName: "go")],
            steps: [
                .init(source: 0, event: 0, reaction: .init(target: 1)), .init(source: 1, event: 0, reaction: nil),
            ]
        )
        #expect(machine.text(in: .mermaid).contains("      state \"sending\" as sending\n      [*] --> sending\n"))
        #expect(!machine.text(in: .plantuml).contains("[*] --> sending"))
    }

    @Test
    func `such a frame has its dot at the first state that is entered, or at its first one; another frame has none`() {
        func mermaid(_ steps: [(Int, String, Int?)]) -> String {
            let frame = ["sending", "waiting"].map { outer("busy", leaf($0)) }
            let states = ([leaf("idle")] + frame).map { regional(["a": $0, "b": leaf("fixed")]) }
            return MachineDescription(states, steps).text(in: .mermaid)
        }
        func dots(_ steps: [(Int, String, Int?)]) -> [String] {
            mermaid(steps).matches(of: /\[\*\] --> (\w+)/).map { String($0.1) }
        }
        // No arrow from outside ends at the second state.
        #expect(dots([(0, "go", 1), (1, "pause", 2)]) == ["idle", "fixed"])
        #expect(dots([(0, "go", 2), (2, "resume", 1), (1, "stop", 0)]) == ["waiting", "idle", "fixed"])
        #expect(dots([(1, "stop", 0), (2, "quit", 0)]) == ["sending", "idle", "fixed"])
    }

    /// States inside a state of the first region, with an event that leads from each to the next
    /// one.
    private func ring(of names: [String], regions: [String], event: String) -> MachineDescription {
        let states = names.map { name in
            let outer = ValueName(caseName: names[0], regions: [.init(label: nil, name: ValueName(caseName: name))])
            let others = regions.dropFirst().map { ValueName.Region(label: $0, name: ValueName(caseName: "fixed")) }
            return others.isEmpty
                ? outer : ValueName(caseName: nil, regions: [.init(label: regions[0], name: outer)] + others)
        }
        return MachineDescription(
            name: "ring",
            states: states.enumerated().map { .init(name: $1, isInitial: $0 == 0) },
            events: [ValueName(caseName: event)],
            steps: states.indices.map {
                .init(source: $0, event: 0, reaction: .init(target: ($0 + 1) % states.count))
            }
        )
    }
}
