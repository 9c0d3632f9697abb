import Foundation
import StateMachineDiagrams
import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// What the JSON says of properties, comments, Swift expressions and odd names.
@Suite(.timeLimit(.minutes(1)), .computing) struct JSONContentTests {
    @Test func `a refuted property has a trace that can be followed, and the cycle of a liveness property`() throws {
        let json = try json(properties: [
            .reachable("it can be sold") { $0 == .sold(price: 20) },
            .never("it is never sold") { if case .sold = $0 { true } else { false } },
            .everyEvent("each bid is taken") { $0.isHandled },
            .eventually("it comes to an end") { if case .open = $0 { false } else { true } },
            .reachable("it can be lost") { _ in false },
            .atAllTimes("endless", remembering: { _ in 0 }) { count, _ in
                count += 1
                return true
            },
        ])
        let properties = json.properties
        #expect(properties.map(\.verdict) == ["holds", "refuted", "refuted", "refuted", "refuted", "undecided"])
        #expect(properties.map { $0.reason == nil } == [true, false, false, false, false, false])
        #expect(properties.map { $0.counterexample != nil } == [false, true, true, true, false, false])
        for counterexample in properties.compactMap(\.counterexample) { try follow(counterexample, in: json) }

        let sold = try #require(properties[1].counterexample)
        #expect(sold.trace.map(\.name).last?.hasPrefix("sold(price: ") == true && sold.loop == nil)
        let rejected = try #require(properties[2].counterexample?.trace)
        let (last, before) = (try #require(rejected.last), rejected[rejected.count - 2])
        #expect(!json.transitions.contains { $0.source == before.state && $0.event == last.event })
        let endless = try #require(properties[3].counterexample)
        #expect(endless.loop?.last?.state == endless.trace.last?.state && endless.loop?.isEmpty == false)
    }

    /// Takes the transition of each event.
    private func follow(_ counterexample: MachineJSON.Property.Counterexample, in json: MachineJSON) throws {
        #expect(json.states[counterexample.trace[0].state].isInitial && counterexample.trace[0].event == nil)
        var state = counterexample.trace[0].state
        for moment in counterexample.trace.dropFirst() + (counterexample.loop ?? []) {
            let event = try #require(moment.event)
            let transition = json.transitions.first { $0.source == state && $0.event == event }
            state = transition?.target ?? state
            #expect(state == moment.state)
            #expect(moment.name.hasPrefix(json.states[state].path[0]))
        }
    }

    @Test func `a state, an event and an activity have their comments, and the machine has its module and type`() throws
    {
        var machine = MachineDescription(of: try StateGraph(exploring: Auction.self))
        #expect(try MachineJSON(of: machine).comment == nil)
        let type = "StateMachineDiagramsTests.Auction"
        machine.documentation = SourceDocumentation(types: [
            type: .init(comment: "Sells.", cases: [.init(name: "open", comment: "Bids are taken.")]),
            "\(type).Event": .init(comment: "", cases: [.init(name: "bid", comment: "Somebody bids | \"more\".")]),
            "\(type).Activity": .init(comment: "", cases: [.init(name: "clock", comment: "It ticks.")]),
        ])
        let json = try MachineJSON(of: machine)
        #expect(json.module == "StateMachineDiagramsTests" && json.type == type && json.comment == "Sells.")
        let comments = Dictionary(
            uniqueKeysWithValues: json.chart.regions.flatMap(\.allStates).map { ($0.name, $0.comment) }
        )
        #expect(comments == ["open": "Bids are taken.", "sold": nil, "closed": nil])
        #expect(json.events.map(\.comment) == ["Somebody bids | \"more\".", "Somebody bids | \"more\".", nil, nil])
        #expect(json.activities.map(\.name) == ["clock"] && json.activities.map(\.comment) == ["It ticks."])
        #expect(json.states.map(\.isFinal) == json.states.map { $0.path == ["closed"] })
        #expect(json.transitions.contains { $0.exited == ["clock"] && $0.output == "hammer(times: 3)" })
    }

    @Test func `a state and an event have a Swift expression unless a part of them hides what it is made of`() throws {
        let json = try json()
        #expect(json.events.map(\.swift) == [".bid(10)", ".bid(20)", ".end", nil])
        #expect(json.events[3].name.hasPrefix("cancel"))
        let states = json.states.compactMap(\.swift)
        #expect(states.contains(".open(highest: nil)") && states.contains(".open(highest: 10)"))
    }

    @Test func `a state outside of the constraint is not the same as one that rejects each event`() throws {
        let machine = MachineDescription(
            name: "cut",
            states: [
                .init(name: ValueName(caseName: "a"), isInitial: true),
                .init(name: ValueName(caseName: "b", payload: [.init(label: nil, value: "1")])),
                .init(name: ValueName(caseName: "b", payload: [.init(label: nil, value: "2")]), isCut: true),
            ],
            events: [ValueName(caseName: "x"), ValueName(caseName: "y")],
            steps: [
                .init(source: 0, event: 0, reaction: .init(target: 1)),
                .init(source: 0, event: 1, reaction: .init(target: 2)), .init(source: 1, event: 0, reaction: nil),
                .init(source: 1, event: 1, reaction: nil),
            ]
        )
        let json = try MachineJSON(of: machine)
        #expect(json.states.map(\.isCut) == [false, false, true])
        #expect(json.states.map(\.name) == ["a", "b(1)", "b(2)"])
    }

    @Test func `a state outside of the constraint is not the same as one in which no event is offered`() throws {
        let machine = MachineDescription(
            name: "cut",
            states: [
                .init(name: leaf("a"), isInitial: true), .init(name: leaf("b", "1")), .init(name: leaf("b", "2")),
                .init(name: leaf("b", "3"), isCut: true),
            ],
            events: [leaf("x"), leaf("y"), leaf("z")],
            steps: (0..<3).map { .init(source: 0, event: $0, reaction: .init(target: $0 + 1)) }
        )
        let json = try MachineJSON(of: machine)
        #expect(json.states.map(\.name) == ["a", "b(1)", "b(3)"])
        #expect(json.states.map(\.isCut) == [false, false, true])
        #expect(json.transitions.map(\.target) == [1, 1, 2])
    }

    @Test func `an event inside an event has the comment of the innermost case that has one`() throws {
        var machine = MachineDescription(
            [leaf("a")],
            [("child", "end"), ("child", "other"), ("parent", "other")].map { (0, outer($0, leaf($1)), 0) }
        )
        machine.documentation = SourceDocumentation(types: [
            "": .init(
                comment: "",
                cases: [.init(name: "child", comment: "To the child."), .init(name: "end", comment: "It ends.")]
            )
        ])
        #expect(try MachineJSON(of: machine).events.map(\.comment) == ["It ends.", "To the child.", nil])
    }

    @Test func `names that mean something to a page survive, and no element of a page can end in the text`() throws {
        let names = ["|", "\"", "<script>", "</script>", "\u{600}</script>", "<\u{301}", "<!--", "&lt;", "\\u003C"]
        let machine = MachineDescription(
            name: "</script>",
            states: names.enumerated().map {
                .init(name: ValueName(caseName: $1), activities: [ValueName(caseName: $1)], isInitial: $0 == 0)
            },
            events: names.map { ValueName(caseName: $0, payload: [.init(label: nil, value: $0)]) },
            steps: names.indices.map {
                let output = ValueName(caseName: names[$0])
                return .init(
                    source: $0,
                    event: $0,
                    reaction: .init(target: ($0 + 1) % names.count, exited: [output], output: output)
                )
            }
        )
        let text = machine.text(in: .json)
        #expect(!text.unicodeScalars.contains("<"))
        let json = try MachineJSON(of: machine)
        #expect(json.name == "</script>" && json.module == nil && json.type == nil)
        #expect(json.states.map(\.name) == names && json.activities.map(\.name) == names)
        #expect(json.states.map(\.activities) == names.map { [$0] })
        #expect(json.events.map(\.name) == names.map { "\($0)(\($0))" })
        #expect(json.transitions.map(\.output) == names && json.transitions.map(\.exited) == names.map { [$0] })
        #expect(json.chart.regions.flatMap(\.allStates).map(\.name) == names)
        #expect(json.chart.arrows.flatMap(\.labels) == names.map { "\($0) / \($0)" })
        #expect(json.transitions.map(\.arrows.count) == names.map { _ in 1 })
        let ids = machine.text(in: .dot).matches(of: /[\[ ]id="([^"]*)"/).map { String($0.1) }
        #expect(ids.sorted() == json.chart.elementIDs.sorted())
    }

    private func json(properties: [MachineProperty<Auction>] = []) throws -> MachineJSON {
        try MachineJSON(of: MachineDescription(of: StateGraph(exploring: Auction.self), properties: properties))
    }
}

/// An auction, which may go on for ever.
private enum Auction: FiniteStateDefinition {
    case open(highest: Int?)
    case sold(price: Int)
    case closed

    enum Event: Hashable {
        case bid(Int)
        case end
        case cancel(Reason)
    }

    enum Activity: Hashable { case clock }

    enum Output: Hashable {
        case nothing
        case hammer(times: Int)
    }

    /// Hides what it is made of.
    final class Reason: Hashable, Sendable {
        static func == (left: Reason, right: Reason) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    private static let reason = Reason()

    static var initialStates: [Auction] { [.open(highest: nil)] }

    var sampleEvents: [Event] { [.bid(10), .bid(20), .end, .cancel(Auction.reason)] }

    var isFinal: Bool { self == .closed }

    var activities: [Activity] {
        switch self {
        case .open: [.clock]
        case .sold, .closed: []
        }
    }

    mutating func handleEvent(_ event: Event) throws(TransitionError) -> Output {
        switch (self, event) {
        case (.open(let highest), .bid(let bid)):
            guard bid > highest ?? 0 else { throw .invalid }
            self = .open(highest: bid)
            return .nothing
        case (.open(let highest?), .end):
            self = .sold(price: highest)
            return .hammer(times: 3)
        case (.open(nil), .end): return .nothing
        case (.open, .cancel): self = .closed
        case (.sold, .bid), (.sold, .end), (.sold, .cancel), (.closed, .bid), (.closed, .end), (.closed, .cancel):
            throw .invalid
        }
        return .nothing
    }
}
