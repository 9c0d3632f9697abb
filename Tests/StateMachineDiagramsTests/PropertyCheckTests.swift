import StateMachineDiagrams
import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// A parcel, of which only the scan tells how often it was weighed.
private struct Parcel: FiniteStateDefinition {
    enum Place: Hashable { case desk, van, door }

    enum Event: Hashable { case weigh, load, deliver, lose }

    var place = Place.desk
    var weighings = 0

    static let initialStates = [Parcel()]

    var sampleEvents: [Event] { place == .van ? [.weigh, .load, .deliver] : [.weigh, .load, .deliver, .lose] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (place, event) {
        case (.desk, .weigh): weighings = min(2, weighings + 1)
        case (.desk, .load): place = .van
        case (.van, .deliver): place = .door
        case (.desk, .deliver), (.desk, .lose), (.van, .weigh), (.van, .load), (.van, .lose), (.door, _): throw .invalid
        }
    }
}

/// A state that is merged with others because it behaves like them.
private enum Merged: FiniteStateDefinition {
    case off
    case on(Int)

    enum Event: CaseIterable { case next, press }

    static let initialStates = [Merged.off]

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch (self, event) {
        case (.off, .press): self = .on(1)
        case (.on(1), .next): self = .on(2)
        case (.on(2), .next): self = .on(1)
        case (.on, .press): self = .off
        case (.off, .next), (.on, .next): throw .invalid
        }
    }
}

/// The tables with which a page checks the properties of a run.
@Suite(.timeLimit(.minutes(1)), .computing) struct PropertyCheckTests {
    private func json<Definition: FiniteStateDefinition>(
        of type: Definition.Type,
        _ properties: [MachineProperty<Definition>]
    ) throws -> MachineJSON {
        try MachineJSON(of: MachineDescription(of: StateGraph(exploring: Definition.self), properties: properties))
    }

    /// The states and events of a table by their names, in groups of some numbers.
    private func named(_ text: String?, _ json: MachineJSON, _ group: [KeyPath<MachineJSON, [String]>]) -> [String] {
        let numbers = (text ?? "").split(separator: " ").compactMap { Int($0) }
        return stride(from: 0, to: numbers.count, by: group.count).map { start in
            zip(group, numbers[start...]).map { json[keyPath: $0][$1] }.joined(separator: " ")
        }
    }

    @Test func `a property of states lists those that violate it, and a promise those that open and close it`() throws {
        let json = try json(
            of: Merged.self,
            [
                .never("it is on") { $0 != .off }, .noDeadEnd(), .eventually("off") { $0 == .off },
                .leadsTo("goes off", from: { $0 != .off }, to: { $0 == .off }),
                .eventuallyAlways("stays on") { $0 != .off },
            ]
        )
        #expect(json.states.map(\.name) == ["off", "on"])
        #expect(json.states.map(\.values) == [nil, ["on(1)", "on(2)"]])
        #expect(json.properties[0].check == ["states": ["broken": "1", "unsure": ""]])
        #expect(json.properties[1].check == ["states": ["broken": "", "unsure": ""]])
        #expect(json.properties[2].check == ["promise": ["starts": "0", "begins": "", "goals": "0", "unsure": ""]])
        #expect(json.properties[3].check == ["promise": ["begins": "1", "goals": "0", "unsure": ""]])
        #expect(json.properties[4].check == ["promise": ["begins": "0", "goals": "1", "unsure": ""]])
    }

    @Test func `where a property tells merged states apart, its table is unsure`() throws {
        let json = try json(
            of: Merged.self,
            [
                .never("it is on 2") { $0 == .on(2) },
                .leadsTo("2 leads to off", from: { $0 == .on(2) }, to: { $0 == .off }),
                .everyTransition("1 is not pressed") { $0.before != .on(1) || $0.event != .press },
                .everyEvent("off is not rejected") { $0.isHandled || $0.before != .off },
                .atAllTimes("2 is left by next", remembering: { _ in false }) { wasTwo, step in
                    defer { wasTwo = step.after == .on(2) }
                    return !wasTwo || step.event == .next
                },
            ]
        )
        #expect(json.properties[0].check == ["states": ["broken": "", "unsure": "1"]])
        #expect(json.properties[1].check == ["promise": ["begins": "", "goals": "0", "unsure": "1"]])
        let pair = [\MachineJSON.stateNames, \.eventNames]
        #expect(named(json.properties[2].check?["steps"]?["unsure"], json, pair) == ["on press"])
        #expect(json.properties[2].check?["steps"]?["broken"] == "")
        #expect(named(json.properties[3].check?["steps"]?["broken"], json, pair) == ["off next"])
        // The memory tells the states apart where the page does not.
        let memory = try #require(json.properties[4].check?["memory"])
        #expect(memory["starts"] == "0 0" && memory["unsure"] == "")
        #expect(named(memory["broken"], json, [\.memories] + pair) == ["1 on press"])
        #expect(named(memory["moves"], json, [\.memories] + pair + [\.memories]) == ["0 on next 1", "1 on next 0"])
    }

    @Test func `a memory that merged states change differently is unsure`() throws {
        let json = try json(
            of: Merged.self,
            [
                .atAllTimes("few visits of 2", remembering: { _ in 0 }) { count, step in
                    if step.after == .on(2), step.isHandled { count = min(2, count + 1) }
                    if step.after == .off { count = 0 }
                    return true
                }
            ]
        )
        let memory = try #require(json.properties[0].check?["memory"])
        let triple = [\MachineJSON.memories, \.stateNames, \.eventNames]
        #expect(named(memory["unsure"], json, triple) == ["1 on next"])
        #expect(named(memory["moves"], json, triple + [\.memories]) == ["0 on next 1", "1 on press 0", "2 on press 0"])
    }

    @Test func `an event that a state does not offer is unsure`() throws {
        let json = try json(
            of: Parcel.self,
            [
                .everyEvent("nothing is lost") { $0.event != .lose },
                .atAllTimes("remembers nothing", remembering: { _ in 0 }) { _, step in step.event != .lose },
            ]
        )
        let steps = try #require(json.properties[0].check?["steps"])
        let pair = [\MachineJSON.stateNames, \.eventNames]
        let unsure = named(steps["unsure"], json, pair)
        let vans: [String] = json.states.filter { $0.name.contains("van") }.map(\.name)
        #expect(!vans.isEmpty && unsure == vans.map { (van: String) in "\(van) lose" })
        #expect(named(steps["broken"], json, pair).count == json.states.count - vans.count)
        let memory = try #require(json.properties[1].check?["memory"])
        #expect(named(memory["unsure"], json, [\.memories] + pair) == vans.map { "0 \($0) lose" })
    }

    @Test func `a property without a table says why, and then no state lists its values`() throws {
        let json = try json(
            of: Merged.self,
            [
                .reachable("it is on") { $0 != .off }, .alwaysPossible("it can be off") { $0 == .off },
                .atAllTimes("endless", remembering: { _ in 0 }) { count, _ in
                    count += 1
                    return true
                },
            ]
        )
        #expect(json.properties.allSatisfy { $0.check == nil })
        #expect(
            json.properties.map(\.unchecked) == [
                "a single run does not show what other runs can do",
                "a single run does not show what other runs can do",
                "its table would be too large for this page",
            ]
        )
        #expect(json.states.allSatisfy { $0.values == nil })
        let keyed = try StateGraph(exploring: Merged.self, abstractedBy: { $0 == .off })
        let machine = try MachineJSON(
            of: MachineDescription(of: keyed, properties: [.never("it is on") { $0 != .off }])
        )
        #expect(
            machine.properties.map(\.unchecked) == ["each state of this page stands for several states of the machine"]
        )
    }

    @Test func `a table with too many numbers is left out`() throws {
        let json = try json(
            of: Merged.self,
            [
                .atAllTimes("counts to a thousand", remembering: { _ in 0 }) { count, step in
                    count = (count + 1) % 1_000
                    return true
                },
                .never("it is on") { $0 != .off },
            ]
        )
        #expect(json.properties.map(\.unchecked) == ["its table would be too large for this page", nil])
        #expect(json.properties[1].check != nil)
    }
}

extension MachineJSON {
    fileprivate var stateNames: [String] { states.map(\.name) }
    fileprivate var eventNames: [String] { events.map(\.name) }
    fileprivate var memories: [String] { (0..<100).map(String.init) }
}
