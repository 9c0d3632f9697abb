import GalleryMachines
import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import StreamMachine
import Testing

@testable import StateMachineDiagrams

@Suite(.timeLimit(.minutes(5)), .computing) struct RegionTableTests {
    @Test func `a region has the events that change it, and names the regions on which an entry depends`() throws {
        let tables = RegionTable.tables(of: MachineDescription(of: try StateGraph(exploring: StreamSession.self)))
        #expect(tables.map(\.name) == ["stream", "layout", "pictureInPicture"])
        #expect(tables.map(\.states.count) == [4, 2, 2])
        #expect(
            tables[0].events == ["start", "bufferFinished", "playerFailed", "stop", "retry"].map { "stream.\($0)" }
        )
        #expect(tables[1].cells.map { $0.map(words) } == [["=", "landscape"], ["portrait", "="]])
        #expect(
            tables[2].events == [
                "stream.playerFailed", "stream.stop", "startPictureInPicture", "stopPictureInPicture",
                "didEnterBackground",
            ]
        )
        let start = "– notLive; active if stream is live"
        let inactive = ["·", "·", start, "–", "active if stream is live; = if otherwise"]
        #expect(tables[2].cells.map { $0.map(words) } == [inactive, ["inactive", "inactive", "–", "inactive", "="]])
    }

    @Test func `payloads and other regions decide in the same entry`() throws {
        let tables = RegionTable.tables(of: MachineDescription(of: try StateGraph(exploring: FormValidation.self)))
        #expect(tables[0].events == ["editName"] && tables[0].states == ["empty", "invalid", "valid"])
        let valid = words(tables[0].cells[2][0])
        let editing = #"invalid if the value is "A"; = if the value is "Ada" and submission is editing; – locked"#
        #expect(valid.contains(editing))
        let submission = tables[2].cells[0].map(words)
        #expect(submission[..<2] == ["·", "·"] && submission[3...] == ["–", "–"])
        #expect(submission[2].hasSuffix("submitting if name is valid and email is valid"))
    }

    @Test func `what changes a payload of no region is told where the states decide about it`() throws {
        let tables = RegionTable.tables(of: MachineDescription(of: try StateGraph(exploring: Stopwatch.self)))
        #expect(tables.map(\.name) == ["power", "lap"])
        #expect(tables[0].events == ["toggle", "tick"])
        #expect(tables[0].cells.map { $0.map(words) } == [["on", "–"], ["off", "on"]])
    }

    @Test func `a machine that does not consist of regions has no such tables`() throws {
        #expect(RegionTable.tables(of: MachineDescription(of: try StateGraph(exploring: StreamState.self))).isEmpty)
    }

    @Test func `a machine has tables only if each of its states consists of the same regions, two at least`() {
        func tables(_ states: ValueName...) -> [String] {
            RegionTable.tables(of: MachineDescription(states, [(0, "go", 1), (1, "go", 0)])).map(\.name)
        }
        let (open, shut) = (leaf("open"), leaf("shut"))
        #expect(tables(regional(["a": open, "b": open]), regional(["a": shut, "b": open])) == ["a", "b"])
        #expect(tables(regional(["a": open]), regional(["a": shut])) == [])
        #expect(tables(regional(["a": open, "b": open]), regional(["a": shut, "c": open])) == [])
        #expect(tables(regional(["a": open, "b": open]), regional(["a": shut, "b": open], in: "live")) == [])
        let (before, after) = (["a": open, "b": open], ["a": shut, "b": open]) as (KeyValuePairs, KeyValuePairs)
        #expect(tables(regional(before, in: "live"), regional(after, in: "live")) == [])
    }

    /// The tables of a machine with a door and a lamp.
    ///
    /// - Parameter steps: For each event, the target from each state. The states are: the door shut
    ///   and open with the first state of the lamp, then shut and open with its second state.
    private func house(
        lamps: (ValueName, ValueName) = (leaf("off"), leaf("on")),
        _ steps: KeyValuePairs<String, [Int?]>
    ) -> [RegionTable] {
        let states = [lamps.0, lamps.1].flatMap { lamp in
            ["shut", "open"].map { regional(["door": leaf($0), "lamp": lamp]) }
        }
        let all: [(Int, String, Int?)] = states.indices.flatMap { state in steps.map { (state, $0, $1[state]) } }
        return RegionTable.tables(of: MachineDescription(states, all))
    }

    @Test func `where an event always changes another region and never this one, others decide`() {
        let tables = house(["turn": [1, 3, 3, 1]])
        #expect(tables[0].cells.map { $0.map(words) } == [["open"], ["·"]])
        let lamp = tables[1].cells.map { words($0[0]) }
        #expect(lamp == ["· if door is shut; on if door is open", "· if door is shut; off if door is open"])
    }

    @Test func `where another region decides whether an event is rejected or changes nothing, others decide`() {
        let tables = house(["turn": [1, nil, 3, 3]])
        #expect(tables[0].cells.map { $0.map(words) } == [["open"], ["·"]])
    }

    @Test func `what changes the payload of another region changes nothing in this one`() {
        let tables = house(lamps: (leaf("on", "1"), leaf("on", "2")), ["turn": [1, 3, 3, 1]])
        #expect(tables[0].cells.map { $0.map(words) } == [["open"], ["·"]])
        #expect(tables[1].states == ["on"])
    }

    @Test func `a payload that happens to be there already is not told from one that comes`() {
        func lamp(_ level: String) -> ValueName { regional(["lamp": leaf("on", level), "door": leaf("shut")]) }
        let steps: [(Int, ValueName, Int?)] = [0, 1].flatMap { state in
            [(state, leaf("dim", "1"), 0), (state, leaf("dim", "2"), 1)]
        }
        let tables = RegionTable.tables(of: MachineDescription([lamp("1"), lamp("2")], steps))
        #expect(tables.map(\.events) == [["dim"], []])
        #expect(tables[0].cells.map { $0.map(words) } == [["on"]])
    }

    @Test func `an event that changes no region is in the table of the region that decides about it`() {
        let tables = house(["turn": [1, 0, 3, 2], "flip": [2, 3, 0, 1], "ring": [0, nil, 2, nil]])
        #expect(tables.map(\.events) == [["turn", "ring"], ["flip"]])
        #expect(tables[0].cells.map { $0.map(words) } == [["open", "="], ["shut", "–"]])
    }

    @Test func `every cell says what the definition does, and every event that changes something is in some table`()
        throws
    {
        try check(StreamSession.self)
        try check(FormValidation.self)
        try check(Room.self)
    }

    private func check<Definition: FiniteStateDefinition>(_ type: Definition.Type) throws {
        let machine = MachineDescription(of: try StateGraph(exploring: type))
        let tables = RegionTable.tables(of: machine)
        try #require(!tables.isEmpty)
        func title(_ state: Int, _ region: Int) -> String {
            MachineDescription.title(of: machine.states[state].name.regions[region].name)
        }
        for step in machine.steps {
            let event = MachineDescription.title(of: machine.events[step.event])
            for (region, table) in tables.enumerated() {
                let before = title(step.source, region)
                let after = step.reaction.map { title($0.target, region) }
                let row = try #require(table.states.firstIndex(of: before))
                guard let column = table.events.firstIndex(of: event) else {
                    #expect(
                        after == nil || after == before,
                        "\(table.name) changes with \(event), and does not have it"
                    )
                    continue
                }
                let results =
                    switch table.cells[row][column] {
                    case .entries(let entries): entries.map(\.outcome)
                    case .othersDecide: [TransitionTable.Outcome]()
                    }
                if let after, after != before {
                    #expect(results.contains(.moves(to: after)), "\(event) in \(before) of \(table.name)")
                }
                if results == [.rejected] { #expect(after == nil) }
                if results == [.stays] { #expect(step.reaction?.target == step.source) }
                if case .moves(let target)? = results.first, results.count == 1, after != nil {
                    #expect(after == target || after == before)
                }
            }
        }
    }

    private func words(_ cell: RegionTable.Cell) -> String {
        guard case .entries(let entries) = cell else { return "·" }
        return entries.words
    }

    @Test(arguments: [true, false])
    func `the rest stays as it is only if none of it is rejected`(isRejected: Bool) throws {
        let states = ["shut", "open"].map { regional(["door": leaf($0), "lamp": leaf("off")]) }
        let steps = [(0, leaf("turn", "1"), 1), (0, leaf("turn", "2"), 0)] as [(Int, ValueName, Int?)]
        let rejection = isRejected ? [(0, leaf("turn", "3"), nil as Int?)] : []
        let table = try #require(RegionTable.tables(of: MachineDescription(states, steps + rejection)).first)
        guard case .entries(let entries) = try #require(table.cells.first?.first) else {
            Issue.record("others decide")
            return
        }
        #expect(entries.map(\.outcome) == [.moves(to: "open"), .stays] + (isRejected ? [.rejected] : []))
        #expect(entries.contains { $0.condition == "otherwise" } != isRejected)
    }
}

/// Two regions, and a count beside them.
private struct Stopwatch: FiniteStateDefinition {
    enum Power: StateDefinition, Hashable {
        case off, on

        enum Event { case toggle }

        mutating func handleEvent(_ event: Event) throws(TransitionError) { self = self == .on ? .off : .on }
    }

    enum Lap: StateDefinition, Hashable {
        case first, second

        enum Event { case next }

        mutating func handleEvent(_ event: Event) throws(TransitionError) { self = self == .first ? .second : .first }
    }

    enum Event: CaseIterable { case toggle, next, tick }

    var power = Power.off
    var lap = Lap.first
    var count = 0

    static var initialStates: [Stopwatch] { [Stopwatch()] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (power, event) {
        case (_, .toggle): try power.handleEvent(.toggle)
        case (_, .next): try lap.handleEvent(.next)
        case (.on, .tick): count = (count + 1) % 3
        case (.off, .tick): throw .invalid
        }
    }
}
