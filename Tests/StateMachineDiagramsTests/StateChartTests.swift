import RemoteContentMachine
import StateMachineDiagrams
import StateMachineGraphs
import StateMachines
import StreamMachine
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .computing) struct StateChartTests {
    @Test("states inside a state are drawn inside it")
    func nesting() throws {
        let chart = StateChart(of: MachineDescription(of: try StateGraph(exploring: RemoteContentState.self)))
        #expect(chart.regions.count == 1)
        #expect(chart.regions[0].states.map(\.name) == ["loading", "error", "loaded"])
        let loaded = chart.regions[0].states[2]
        #expect(loaded.regions.flatMap(\.states).map(\.name) == ["empty", "data", "refresh"])
        #expect(loaded.activities == ["content"])
        #expect(loaded.regions[0].states[2].activities == ["dataPresence.refresh"])
        #expect(arrows(of: chart).contains("refresh → error: didReceiveError"))
    }

    @Test("the beginning, ends and failures are marked")
    func marks() throws {
        let chart = StateChart(of: MachineDescription(of: try StateGraph(exploring: FlatRemoteContentState.self)))
        #expect(chart.allStates.filter(\.isInitial).map(\.name) == ["loading"])
        #expect(chart.allStates.filter(\.isEnd).map(\.name) == ["data"])
        #expect(chart.allStates.filter(\.isFailure).map(\.name) == ["error"])
        let description = MachineDescription(of: try StateGraph(exploring: StreamState.self))
        let other = StateChart(of: description, isFailure: { $0 == "live" })
        #expect(other.allStates.filter(\.isFailure).map(\.name) == ["live"])
    }

    @Test("a transition belongs to the region that it moves, and is guarded by what it needs of the others")
    func regions() throws {
        let chart = StateChart(of: MachineDescription(of: try StateGraph(exploring: Room.self)))
        #expect(chart.regions.map(\.name) == ["door", "lamp", "alarm"])
        #expect(
            arrows(of: chart) == [
                "closed → open: openDoor", "silent → ringing: openDoor",
                "off → on: switchOn [door: not closed]", "open → closed: closeDoor",
                "on → off: closeDoor, switchOff", "on → on: switchOn", "armed → broken: smashAlarm",
            ]
        )
        #expect(chart.ignored.map(\.description) == ["thunder"])
    }

    @Test("what goes on, and what changes nothing, is drawn in the region that decides it")
    func decisions() throws {
        let chart = StateChart(of: MachineDescription(of: try StateGraph(exploring: StreamSession.self)))
        let activities = chart.allStates.filter { !$0.activities.isEmpty }.map { "\($0.name): \($0.activities)" }
        #expect(
            activities == [
                #"connecting: ["player", "connection"]"#,
                #"live: ["player", "connection"]"#,
                #"error: ["player"]"#, #"active: ["overlay"]"#,
            ]
        )
        // Active is so only while live, which says that a full buffer changes nothing.
        #expect(arrows(of: chart).contains("live → live: bufferFinished"))
        #expect(arrows(of: chart).contains("active → active: didEnterBackground"))
    }

    @Test("what all states inside a state have in common is drawn once, from that state")
    func lifting() throws {
        let chart = StateChart(of: MachineDescription(of: try StateGraph(exploring: Lifted.self)))
        #expect(arrows(of: chart).contains("working → idle: stop"))
        #expect(arrows(of: chart).contains("reading → idle: finish"))
        #expect(!arrows(of: chart).contains { $0.hasPrefix("reading → idle: stop") })
    }

    @Test("events between the same states are one arrow, and what they return stands after a slash")
    func labels() throws {
        let chart = StateChart(of: MachineDescription(of: try StateGraph(exploring: Stack.self)))
        #expect(
            arrows(of: chart).contains("holding → empty: pop [e.g. [1] or [2]] / popped(…), clear / nothing")
        )
    }

    @Test("what moves no region says when it is handled, and what it returns")
    func unmoved() throws {
        let chart = StateChart(of: MachineDescription(of: try StateGraph(exploring: Switches.self)))
        #expect(
            chart.ignored.map(\.description) == [
                "ask [left: off, right: on] / no", "ask [left: on, right: on] / yes",
            ]
        )
    }

    @Test("regions without a label are told apart by their number, and one that is missing is there all the same")
    func oddRegions() throws {
        let pair = StateChart(of: MachineDescription(of: try StateGraph(exploring: Wrapped.self)))
        #expect(pair.regions[0].states[0].regions.map(\.name) == ["1", "2"])
        #expect(
            pair.regions[0].states[0].regions.map { $0.states.map(\.name).sorted() } == [
                ["off", "on"], ["off", "on"],
            ]
        )

        let optional = StateChart(of: MachineDescription(of: try StateGraph(exploring: WithChild.self)))
        #expect(optional.regions.map(\.name) == ["main", "child"])
        #expect(optional.regions[1].states.map(\.name) == ["none", "off"])
        #expect(arrows(of: optional).contains("none → off: open"))
        #expect(arrows(of: optional).contains("off → none: close"))
    }

    private func arrows(of chart: StateChart) -> [String] {
        let names = Dictionary(uniqueKeysWithValues: chart.allStates.map { ($0.id, $0.name) })
        return chart.arrows.map { arrow in
            let labels = arrow.labels.map(\.description).joined(separator: ", ")
            return "\(names[arrow.source, default: ""]) → \(names[arrow.target, default: ""]): \(labels)"
        }
    }
}

private enum Lifted: FiniteStateDefinition {
    case idle
    case working(Work)

    enum Work: Hashable { case reading, writing }

    enum Event: CaseIterable { case start, next, stop, finish }

    static var initialStates: [Lifted] { [.idle] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.idle, .start): self = .working(.reading)
        case (.working(.reading), .next): self = .working(.writing)
        case (.working, .stop): self = .idle
        case (.working(.reading), .finish): self = .idle
        case (.idle, .next), (.idle, .stop), (.idle, .finish), (.working, .start): throw .invalid
        case (.working(.writing), .next), (.working(.writing), .finish): throw .invalid
        }
    }
}

private enum Switch: StateDefinition, Hashable {
    case off, on

    mutating func handleEvent(_ event: Void) throws(TransitionError) { self = self == .off ? .on : .off }
}

private struct Switches: FiniteStateDefinition {
    var left = Switch.off
    var right = Switch.off

    enum Event: CaseIterable { case left, right, ask }
    enum Answer { case done, yes, no }

    static var initialStates: [Switches] { [Switches()] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) -> Answer {
        switch event {
        case .left: try left.handleEvent(())
        case .right: try right.handleEvent(())
        case .ask:
            guard right == .on else { throw .invalid }
            return left == .on ? .yes : .no
        }
        return .done
    }
}

private enum Wrapped: FiniteStateDefinition {
    case live(Switch, Switch)

    enum Event: CaseIterable { case first, second }

    static var initialStates: [Wrapped] { [.live(.off, .on)] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.live(var first, let second), .first):
            try first.handleEvent(())
            self = .live(first, second)
        case (.live(let first, var second), .second):
            try second.handleEvent(())
            self = .live(first, second)
        }
    }
}

private struct WithChild: FiniteStateDefinition {
    var main = Switch.off
    var child: Switch?

    enum Event: CaseIterable { case toggle, open, close }

    static var initialStates: [WithChild] { [WithChild()] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch event {
        case .toggle: try main.handleEvent(())
        case .open where child == nil: child = .off
        case .close where child != nil: child = nil
        case .open, .close: throw .invalid
        }
    }
}
