import RemoteContentMachine
import StateMachineDiagrams
import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import StreamMachine
import Testing

@Suite(.timeLimit(.minutes(5)), .computing) struct DrawnChartTests {
    @Test func `states inside a state are drawn inside it`() throws {
        let chart = DrawnChart(of: MachineDescription(of: try StateGraph(exploring: RemoteContentState.self)))
        #expect(chart.regions.count == 1)
        #expect(chart.regions[0].states.map(\.name) == ["loading", "error", "loaded"])
        let loaded = chart.regions[0].states[2]
        #expect(loaded.regions.flatMap(\.states).map(\.name) == ["empty", "data", "refresh"])
        #expect(loaded.activities == ["content"])
        #expect(loaded.regions[0].states[2].activities == ["dataPresence.refresh"])
        #expect(arrows(of: chart).contains("refresh → error: didReceiveError"))
    }

    @Test func `the beginning, ends and failures are marked`() throws {
        let chart = DrawnChart(of: MachineDescription(of: try StateGraph(exploring: FlatRemoteContentState.self)))
        #expect(chart.allStates.filter(\.isInitial).map(\.name) == ["loading"])
        #expect(chart.allStates.filter(\.isEnd).map(\.name) == ["data"])
        #expect(chart.allStates.filter(\.isFailure).map(\.name) == ["error"])
        let description = MachineDescription(of: try StateGraph(exploring: StreamState.self))
        let other = DrawnChart(of: description, isFailure: { $0 == "live" })
        #expect(other.allStates.filter(\.isFailure).map(\.name) == ["live"])
    }

    @Test func `a transition belongs to the region that it moves, and is guarded by what it needs of the others`()
        throws
    {
        let chart = DrawnChart(of: MachineDescription(of: try StateGraph(exploring: Room.self)))
        #expect(chart.regions.map(\.name) == ["door", "lamp", "alarm"])
        #expect(
            arrows(of: chart) == [
                "open → closed: closeDoor", "closed → open: openDoor", "on → off: closeDoor, switchOff",
                "on → on: switchOn", "off → on: switchOn [door is not closed]", "armed → broken: smashAlarm",
                "silent → ringing: openDoor",
            ]
        )
        #expect(chart.ignored.map(\.description) == ["thunder"])
    }

    @Test func `what goes on, and what changes nothing, is drawn in the region that decides it`() throws {
        let chart = DrawnChart(of: MachineDescription(of: try StateGraph(exploring: StreamSession.self)))
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

    @Test func `what all states inside a state have in common is drawn once, from that state`() throws {
        let chart = DrawnChart(of: MachineDescription(of: try StateGraph(exploring: Lifted.self)))
        #expect(arrows(of: chart).contains("working → idle: stop"))
        #expect(arrows(of: chart).contains("reading → idle: finish"))
        #expect(!arrows(of: chart).contains { $0.hasPrefix("reading → idle: stop") })
    }

    @Test func `events between the same states are one arrow, and what they return stands after a slash`() throws {
        let chart = DrawnChart(of: MachineDescription(of: try StateGraph(exploring: Stack.self)))
        #expect(
            arrows(of: chart).contains("holding → empty: pop [e.g. [1] or [2]] / popped(…), clear / nothing")
        )
    }

    @Test func `what moves no region says when it is handled, and what it returns`() throws {
        let chart = DrawnChart(of: MachineDescription(of: try StateGraph(exploring: Switches.self)))
        #expect(
            chart.ignored.map(\.description) == [
                "ask [left: off and right: on] / no", "ask [left: on and right: on] / yes",
            ]
        )
    }

    @Test func `regions without a label are told apart by their number, and one that is missing is there all the same`()
        throws
    {
        let pair = DrawnChart(of: MachineDescription(of: try StateGraph(exploring: Wrapped.self)))
        #expect(pair.regions[0].states[0].regions.map(\.name) == ["1", "2"])
        #expect(
            pair.regions[0].states[0].regions.map { $0.states.map(\.name).sorted() } == [
                ["off", "on"], ["off", "on"],
            ]
        )

        let optional = DrawnChart(of: MachineDescription(of: try StateGraph(exploring: WithChild.self)))
        #expect(optional.regions.map(\.name) == ["main", "child"])
        #expect(optional.regions[1].states.map(\.name) == ["none", "off"])
        #expect(arrows(of: optional).contains("none → off: open"))
        #expect(arrows(of: optional).contains("off → none: close"))
    }

    @Test func `an arrow ends at a state inside another one, whatever the payload with that state is called`() {
        let busy = ["sending", "waiting"].map { outer("busy", leaf($0), label: "step") }
        let states = [leaf("idle")] + busy
        let chart = DrawnChart(of: MachineDescription(states, [(0, "go", 1), (1, "pause", 2)]))
        #expect(arrows(of: chart) == ["idle → sending: go", "sending → waiting: pause"])
    }

    @Test func `arrows that are drawn once for all states inside a state come before those of these states`() {
        let busy = ["sending", "waiting"].map { outer("busy", leaf($0)) }
        let states = [leaf("idle")] + busy + [leaf("done"), leaf("lost")]
        let chart = DrawnChart(
            of: MachineDescription(
                states,
                [
                    (0, "go", 1), (0, "lose", 4), (1, "pause", 2), (1, "end", 3), (1, "lose", 4), (2, "lose", 4),
                    (2, "end", 3),
                ]
            )
        )
        #expect(
            arrows(of: chart) == [
                "idle → sending: go", "idle → lost: lose", "busy → lost: lose", "busy → done: end",
                "sending → waiting: pause",
            ]
        )
        // A frame is not a node of Graphviz: an arrow begins at a state inside it, and is cut off
        // at the frame.
        #expect(chart.dot.contains("  s2 -> s4 [id=\"arrow_3\", label=\" end \", ltail=\"cluster_state1\"]\n"))
    }

    @Test
    func `a state inside a state of a region is an end when nothing leads out of it, and the state around it is none`()
    {
        let states = [leaf("idle"), outer("busy", leaf("sending")), outer("busy", leaf("sent"))].flatMap { state in
            ["off", "on"].map { regional(["work": state, "lamp": leaf($0)]) }
        }
        let steps: [(Int, String, Int?)] = (0..<6).flatMap { state in
            [(state, "go", state < 4 ? state + 2 : nil), (state, "flip", state ^ 1)]
        }
        let chart = DrawnChart(of: MachineDescription(states, steps))
        #expect(chart.allStates.filter(\.isEnd).map(\.name) == ["sent"])
    }

    @Test
    func `a transition inside a region of a state says on which regions it depends, inside that state and around it`() {
        func state(_ work: String, isOpen: Bool) -> ValueName {
            regional(["work": leaf(work), "fan": leaf("still")], in: "on").beside(isOpen: isOpen)
        }
        // Work is done while the door is open, and the machine can be switched off when it is done.
        let states = [
            state("waiting", isOpen: false), state("waiting", isOpen: true), state("done", isOpen: false),
            state("done", isOpen: true), leaf("off").beside(isOpen: false), leaf("off").beside(isOpen: true),
        ]
        let steps: [(Int, String, Int?)] = (0..<6).flatMap { state in
            [
                (state, "turn", state ^ 1), (state, "work", state == 1 ? 3 : nil),
                (state, "switchOff", [2, 3].contains(state) ? state + 2 : nil),
            ]
        }
        #expect(
            arrows(of: DrawnChart(of: MachineDescription(states, steps))) == [
                "on → off: switchOff [work is not waiting]", "waiting → done: work [door is not shut]",
                "shut → open: turn", "open → shut: turn",
            ]
        )
    }

    @Test func `regions of a state that is the only one inside another one know of each other`() {
        func state(_ work: String, _ fan: String) -> ValueName {
            outer("on", regional(["work": leaf(work), "fan": leaf(fan)], in: "running"))
        }
        let states = [
            state("waiting", "still"), state("waiting", "turning"), state("done", "turning"), state("done", "still"),
        ]
        let steps: [(Int, String, Int?)] = [
            (0, "turn", 1), (1, "turn", 0), (2, "turn", 3), (3, "turn", 2), (0, "work", nil), (1, "work", 2),
            (2, "work", nil), (3, "work", nil),
        ]
        #expect(
            arrows(of: DrawnChart(of: MachineDescription(states, steps))) == [
                "waiting → done: work [fan is not still]", "still → turning: turn", "turning → still: turn",
            ]
        )
    }
}

extension ValueName {
    /// The state beside a door.
    fileprivate func beside(isOpen: Bool) -> ValueName {
        regional(["machine": self, "door": leaf(isOpen ? "open" : "shut")])
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
