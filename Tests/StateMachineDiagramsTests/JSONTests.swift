import Foundation
import GalleryMachines
import ImageSearchMachine
import RemoteContentMachine
import StateMachineDiagrams
import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import StreamMachine
import Testing
import VideoMachine

/// The JSON has all that a page needs to show a machine and to play it.
@Suite(.timeLimit(.minutes(5)), .computing) struct JSONTests {
    @Test func `each transition is in the JSON once, and the arrows of the picture show it`() throws {
        try check(StreamState.self)
        try check(StreamSession.self)
        try check(ImageSearchState.self)
        try check(RemoteContentState.self)
        try check(DataPresence.self)
        try check(FlatRemoteContentState.self)
        try check(VideoState.self)
        try check(TrafficLight.self)
        try check(Onboarding.self)
        try check(FormValidation.self)
        try check(PushNotifications.self)
        try check(Enemy.self)
        try check(Room.self)
        try check(Stack.self)
    }

    /// Follows the graph and the JSON at the same time, to every pair of states that they reach
    /// together.
    private func check<Definition: FiniteStateDefinition>(_ type: Definition.Type) throws {
        let graph = try StateGraph(exploring: type)
        let machine = MachineDescription(of: graph)
        let json = try MachineJSON(of: machine)
        #expect(json.version == 2 && json.events.map(\.name) == machine.events.map(\.description))
        let transitions = Dictionary(grouping: json.transitions.indices) {
            [json.transitions[$0].source, json.transitions[$0].event]
        }
        var pairs = try machine.states.indices.filter { machine.states[$0].isInitial }.map { index in
            let name = machine.states[index].name
            let alike = json.states.indices.filter { json.states[$0].isInitial && json.states[$0].path == name.path }
            let start = alike.count == 1 ? alike[0] : alike.first { json.states[$0].name == "\(name)" }
            return [index, try #require(start)]
        }
        var seen = Set(pairs)
        var taken: Set<Int> = []
        while let pair = pairs.popLast() {
            let (state, place) = (machine.states[pair[0]], json.states[pair[1]])
            #expect(state.name.path == place.path && state.activities.map(\.description) == place.activities)
            #expect(state.isFinal == place.isFinal && state.isCut == place.isCut)
            for step in machine.steps where step.source == pair[0] {
                let found = transitions[[pair[1], step.event]] ?? []
                guard let reaction = step.reaction else {
                    #expect(found.isEmpty)
                    continue
                }
                try #require(found.count == 1)
                let transition = json.transitions[found[0]]
                #expect(transition.exited == reaction.exited.map(\.description))
                #expect(transition.entered == reaction.entered.map(\.description))
                #expect(transition.output == reaction.output?.description)
                taken.insert(found[0])
                if seen.insert([reaction.target, transition.target]).inserted {
                    pairs.append([reaction.target, transition.target])
                }
            }
        }
        #expect(Set(seen.map { $0[0] }).count == graph.states.count)
        #expect(taken == Set(json.transitions.indices))
        checkArrows(of: json)
    }

    private func checkArrows(of json: MachineJSON) {
        let arrows = Dictionary(uniqueKeysWithValues: json.chart.arrows.map { ($0.id, $0) })
        for transition in json.transitions {
            let (source, target) = (json.states[transition.source], json.states[transition.target])
            let shown = transition.arrows.compactMap { arrows[$0] }
            #expect(shown.count == transition.arrows.count)
            #expect(
                shown.allSatisfy { source.chartStates.contains($0.source) && target.chartStates.contains($0.target) }
            )
            // What moves is shown.
            #expect(source.chartStates == target.chartStates || !shown.isEmpty)
            let event = json.events[transition.event].name.prefix { $0 != "(" }
            if shown.isEmpty {
                #expect((json.chart.ignored + json.chart.updating).contains { $0.hasPrefix(event) })
            }
        }
        #expect(Set(json.transitions.flatMap(\.arrows)) == Set(arrows.keys))
    }

    @Test func `states, frames and arrows have the same ids in the picture and in the JSON, each once`() throws {
        for machine in [
            try MachineDescription(of: StateGraph(exploring: StreamSession.self)),
            try MachineDescription(of: StateGraph(exploring: FormValidation.self)),
            try MachineDescription(of: StateGraph(exploring: RemoteContentState.self)),
            try MachineDescription(of: StateGraph(exploring: Room.self)), regionsInStates,
        ] {
            let chart = try MachineJSON(of: machine).chart
            let dot = machine.text(in: .dot)
            let ids = dot.matches(of: /[\[ ]id="([^"]*)"/).map { String($0.1) }
            #expect(Set(ids).count == ids.count && !ids.isEmpty)
            #expect(ids.sorted() == chart.elementIDs.sorted())
            #expect(chart.arrows.count > 1 && Set(chart.elementIDs).count == ids.count)
            // The element with the id of a state shows its name.
            let lines = dot.split(separator: "\n")
            for state in chart.regions.flatMap(\.allStates) where state.regions.isEmpty {
                #expect(lines.contains { $0.contains("[id=\"\(state.id)\"") && $0.contains("<b>\(state.name)</b>") })
            }
        }
    }

    /// Two states with regions inside them, whose frames have ids of their own.
    private var regionsInStates: MachineDescription {
        let names = ["day", "night"].map { outer in
            let regions = ["left", "right"].map { label in
                ValueName.Region(label: label, name: ValueName(caseName: outer + label))
            }
            return ValueName(caseName: outer, regions: regions)
        }
        return MachineDescription(
            name: "frames",
            states: names.enumerated().map { .init(name: $1, isInitial: $0 == 0) },
            events: [ValueName(caseName: "go")],
            steps: names.indices.map { .init(source: $0, event: 0, reaction: .init(target: 1 - $0)) }
        )
    }

    @Test func `what all states inside a state have in common is one arrow, with the transitions of each behind it`()
        throws
    {
        let json = try MachineJSON(of: MachineDescription(of: StateGraph(exploring: Lamp.self)))
        let names = Dictionary(uniqueKeysWithValues: json.chart.regions.flatMap(\.allStates).map { ($0.id, $0.name) })
        let folded = try #require(json.chart.arrows.first { names[$0.source] == "on" })
        #expect(names[folded.target] == "off" && folded.labels == ["cut"])
        let behind = json.transitions.filter { $0.arrows == [folded.id] }
        #expect(behind.map { json.states[$0.source].path.last } == ["dim", "bright"])
        #expect(json.states.map(\.chartStates.count).sorted() == [1, 2, 2])
    }
}

/// A lamp that can be cut off from the mains at any time.
private enum Lamp: FiniteStateDefinition {
    case off
    case on(Brightness)

    enum Brightness: StateDefinition, Hashable {
        case dim, bright

        mutating func handleEvent(_ event: Void) throws(TransitionError) {
            switch self {
            case .dim: self = .bright
            case .bright: self = .dim
            }
        }
    }

    enum Event: CaseIterable { case press, cut }

    static var initialStates: [Lamp] { [.off] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.off, .press): self = .on(.dim)
        case (.on(var brightness), .press):
            try brightness.handleEvent(())
            self = .on(brightness)
        case (.on, .cut): self = .off
        case (.off, .cut): throw .invalid
        }
    }
}
