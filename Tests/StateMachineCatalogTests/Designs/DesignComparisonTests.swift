import StateMachineGraphs
import StateMachineTestSupport
import Testing

@testable import StateMachineCatalog

/// The comparison of two graphs of names.
@Suite(.timeLimit(.minutes(2)), .computing) struct DesignComparisonTests {
    private let door = RandomSystem(
        edges: [("closed", "open", "opened"), ("opened", "close", "closed"), ("closed", "lock", "locked")],
        final: ["locked"]
    )

    private func differences(_ design: RandomSystem, _ code: RandomSystem) -> [DesignDifference] {
        StateMachineCatalog.differences(between: design.graph, and: code.graph)
    }

    @Test func `equal graphs have no differences`() {
        #expect(differences(door, door) == [])
    }

    @Test func `an event that only one side handles is missing or added, with the run that shows it`() throws {
        var other = door
        other.edges.append(("opened", "lock", "locked"))
        let run = Run(start: "closed").appending("open", "opened").appending("lock", "locked")
        func difference(_ kind: DesignDifference.Kind, _ design: [String], _ code: [String]) -> DesignDifference {
            DesignDifference(kind: kind, subject: .event("lock", in: "opened", design: design, code: code), run: run)
        }
        #expect(differences(other, door) == [difference(.missing, ["locked"], [])])
        #expect(differences(door, other) == [difference(.added, [], ["locked"])])
    }

    @Test func `an event with other targets leads elsewhere, even if one target is equal`() throws {
        var other = door
        other.edges.append(("closed", "open", "closed"))
        let found = differences(door, other)
        let subject = DesignDifference.Subject.event(
            "open",
            in: "closed",
            design: ["opened"],
            code: ["closed", "opened"]
        )
        let run = Run(start: "closed").appending("open", "closed")
        #expect(found == [DesignDifference(kind: .elsewhere, subject: subject, run: run)])
        #expect(differences(other, door).map(\.kind) == [.elsewhere])
        #expect(differences(other, door).map(\.run) == [run])
    }

    @Test func `a state of one side is one difference, without the events in it`() {
        var other = door
        other.edges += [("opened", "break", "broken"), ("broken", "repair", "closed"), ("broken", "open", "opened")]
        let found = differences(door, other)
        #expect(found.count == 2)
        #expect(found.contains { $0.kind == .added && $0.subject == .state("broken") })
        #expect(found.contains { $0.subject == .event("break", in: "opened", design: [], code: ["broken"]) })
        #expect(differences(other, door).map(\.kind) == [.missing, .missing])
    }

    @Test func `other beginnings and other ends are differences`() {
        var other = door
        other.initial = ["closed", "opened"]
        other.final = []
        let found = differences(door, other)
        #expect(Set(found.map(\.subject)) == [.beginning("opened"), .end("locked")])
        #expect(found.map(\.kind) == [.added, .missing])
        #expect(differences(other, door).map(\.kind) == [.missing, .added])
    }

    @Test func `transitions that were not explored are not missing`() {
        var other = door
        other.edges.removeAll { $0.1 == "close" }
        #expect(differences(door, other).count == 1)
        other.open = ["opened"]
        #expect(differences(door, other) == [])
    }

    @Test func `states with one name are one state, which is final only if all of them are`() {
        var system = NamedGraph.Source()
        system.nodes = ["a", "b", "b"].map { .init(place: StatePlace(name: $0)) }
        system.nodes[0].isInitial = true
        system.nodes[1].isFinal = true
        system.edges = [
            .init(source: 0, event: ["go"], target: 1), .init(source: 0, event: ["run"], target: 2),
            .init(source: 2, event: ["go"], target: 0),
        ]
        let graph = NamedGraph(ofMachine: system)
        #expect(graph.states.count == 2)
        #expect(graph.states["b"]?.isFinal == false)
        #expect(graph.states["b"]?.run == Run(start: "a").appending("go", "b"))
        #expect(graph.transitions[.init(source: "b", event: "go", target: "a")]?.run.steps.count == 2)
        system.nodes[2].isFinal = true
        #expect(NamedGraph(ofMachine: system).states["b"]?.isFinal == true)
        system.nodes[1].isFinal = false
        #expect(NamedGraph(ofMachine: system).states["b"]?.isFinal == false)
    }

    @Test(arguments: 0..<UInt64(ProcessEnvironment.runs(100)))
    func `a random graph has no difference from itself, and a random change of it is found`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let system = RandomSystem(using: &generator)
        #expect(differences(system, system) == [])
        let (changed, place) = try #require(system.changed(using: &generator))
        let found = differences(system, changed)
        #expect(found.contains { $0.isAbout(place) }, "\(place): \(found)")

        // The same differences from the other side.
        let reverse = differences(changed, system)
        #expect(Set(found.map(\.mirrored)) == Set(reverse.map(\.subject)))
        #expect(found.count == Set(found.map(\.subject)).count)
        for difference in found {
            let side = difference.kind == .missing ? system : difference.kind == .added ? changed : nil
            for system in [system, changed] where side == nil || system == side {
                guard system.hasRun(difference.run) else { continue }
                #expect(system.distance(to: difference.run) == difference.run.steps.count)
            }
            #expect(system.hasRun(difference.run) || changed.hasRun(difference.run))
        }
    }
}

extension DesignDifference {
    /// Whether the difference is about an event in a state.
    fileprivate func isAbout(_ place: RandomSystem.Edge) -> Bool {
        switch subject {
        case .event(place.event, in: place.source, _, _): true
        case .state, .beginning, .end, .event: false
        }
    }

    /// The subject as the other side sees it.
    fileprivate var mirrored: Subject {
        switch subject {
        case .event(let event, in: let state, let design, let code):
            .event(event, in: state, design: code, code: design)
        case .state, .beginning, .end: subject
        }
    }
}

extension Run {
    fileprivate func appending(_ event: String, _ target: String) -> Run {
        Run(start: start, steps: steps + [Step(event: event, target: target)])
    }
}
