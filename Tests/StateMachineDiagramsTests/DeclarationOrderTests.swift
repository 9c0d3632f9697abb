import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@testable import StateMachineDiagrams

@Suite(.timeLimit(.minutes(1)), .computing) struct DeclarationOrderTests {
    /// Cases with a payload and cases without, none of which is found in the order of declaration.
    private enum Journey: FiniteStateDefinition {
        case home
        case station
        case train(Int)
        case lost(Int)

        enum Event {
            case leave, board
            case ride(Int)
            case find(Int)
        }

        static var initialStates: [Journey] { [.station] }

        var sampleEvents: [Event] { [.find(1), .ride(2), .ride(1), .leave, .board] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.station, .find): self = .lost(1)
            case (.station, .board): self = .train(2)
            case (.lost, .ride(2)): self = .train(1)
            case (.train, .leave): self = .home
            case (.home, .leave): self = .station
            case (.station, .leave), (.station, .ride), (.lost, _), (.train, _), (.home, _): throw .invalid
            }
        }
    }

    @Test func `reflection tells the order of the cases with a payload, and of those without`() throws {
        let machine = MachineDescription(of: try StateGraph(exploring: Journey.self))
        let table = TransitionTable(of: machine)
        #expect(table.states == ["home", "station", "train", "lost"])
        #expect(table.events == ["ride", "find", "leave", "board"])
        // Of states with one case, the nearest is the first.
        #expect(machine.states.map { "\($0.name)" } == ["home", "station", "train(2)", "train(1)", "lost(1)"])
        #expect(DrawnChart(of: machine).allStates.map(\.name) == table.states)
    }

    @Test func `doc comments tell how the two are mixed`() throws {
        var machine = MachineDescription(of: try StateGraph(exploring: Journey.self))
        func cases(_ names: String...) -> SourceDocumentation.TypeDocumentation {
            .init(comment: "", cases: names.map { .init(name: $0, comment: "") })
        }
        let type = try #require(machine.states.first?.name.type)
        machine.documentation.types[TypeName(type).key] = cases("lost", "home", "station", "train")
        machine.documentation.types[TypeName(type).key + ".Event"] = cases("leave", "board", "ride", "find")
        let properties = machine.steps.map { step in (machine.states[step.source].name, machine.events[step.event]) }
        machine.sortByDeclaration()
        #expect(TransitionTable(of: machine).states == ["lost", "home", "station", "train"])
        #expect(TransitionTable(of: machine).events == ["leave", "board", "ride", "find"])
        // The steps are still the same.
        let after = machine.steps.map { step in (machine.states[step.source].name, machine.events[step.event]) }
        #expect(zip(properties, after).allSatisfy { $0.0 == $1.0 && $0.1 == $1.1 })
        #expect(machine.text(in: .scxml).contains("datamodel=\"ecmascript\" initial=\"station\""))
    }

    @Test func `a counterexample keeps its states`() throws {
        let never = MachineProperty<Journey>.never("it is at home") { $0 == .home }
        let machine = MachineDescription(of: try StateGraph(exploring: Journey.self), properties: [never])
        let found = try #require(machine.properties[0].counterexample)
        #expect("\(machine.states[found.start].name)" == "station")
        let last = try #require(found.steps.last.flatMap { machine.steps[$0].reaction?.target })
        #expect("\(machine.states[last].name)" == "home")
    }

    private struct Pair: FiniteStateDefinition {
        var lamp = Lamp.on
        var door = Door.shut

        enum Lamp: StateDefinition, Hashable {
            case off, on
            mutating func handleEvent(_ event: Void) throws(TransitionError) {}
        }

        enum Door: StateDefinition, Hashable {
            case open, shut
            mutating func handleEvent(_ event: Void) throws(TransitionError) {}
        }

        enum Event: CaseIterable { case flip, turn }

        static var initialStates: [Pair] { [Pair()] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch event {
            case .flip where door == .open: lamp = lamp == .on ? .off : .on
            case .flip: throw .invalid
            case .turn where lamp == .on: door = door == .shut ? .open : .shut
            case .turn: throw .invalid
            }
        }
    }

    @Test func `each region has its states in order, and the picture as well`() throws {
        let machine = MachineDescription(of: try StateGraph(exploring: Pair.self))
        let tables = RegionTable.tables(of: machine)
        #expect(tables.map(\.states) == [["off", "on"], ["open", "shut"]])
        let chart = DrawnChart(of: machine)
        #expect(chart.regions.map { $0.states.map(\.name) } == [["off", "on"], ["open", "shut"]])
        #expect(chart.allStates.map(\.id) == [0, 1, 2, 3])
        #expect(chart.arrows.map(\.source) == chart.arrows.map(\.source).sorted())
        // A program begins in the initial state all the same.
        #expect(machine.text(in: .scxml).contains("<state id=\"lamp\" initial=\"on_\""))
    }
}
