import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.timeLimit(.minutes(1)), .computing) struct CaseCoverageTests {
    /// Has a lamp in later states only.
    private struct Socket: FiniteStateDefinition {
        enum Slot: Hashable {
            case empty
            case filled(Lamp)
        }
        enum Event: CaseIterable { case fill }

        var slot = Slot.empty

        static var initialStates: [Socket] { [Socket()] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            guard slot == .empty else { throw .invalid }
            slot = .filled(.off)
        }
    }

    /// Has a lamp in a value that describes itself.
    private struct Poster: FiniteStateDefinition {
        struct Picture: Hashable, CustomStringConvertible {
            var lamp = Lamp.off
            var description: String { "a picture of a lamp" }
        }
        enum Event: CaseIterable { case turn }

        var picture = Picture()
        var isTurned = false

        static var initialStates: [Poster] { [Poster()] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) { isTurned.toggle() }
    }

    /// Has a lamp in a value that does not.
    private struct Frame: FiniteStateDefinition {
        struct Picture: Hashable { var lamp = Lamp.off }
        enum Event: CaseIterable { case turn }

        var picture = Picture()
        var isTurned = false

        static var initialStates: [Frame] { [Frame()] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) { isTurned.toggle() }
    }

    /// Does not list all of its cases.
    private enum Partial: FiniteStateDefinition, CaseIterable {
        case first, second, retired

        enum Event: CaseIterable { case turn }

        static var allCases: [Partial] { [.first, .second] }
        static var initialStates: [Partial] { [.first] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            self = self == .first ? .second : .first
        }
    }

    /// A struct that lists its values, of which nothing leads to the last one.
    private struct Level: FiniteStateDefinition, CaseIterable {
        enum Event: CaseIterable { case turn }

        var number = 0

        static var allCases: [Level] { (0...3).map(Level.init) }
        static var initialStates: [Level] { [Level()] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) { number = (number + 1) % 3 }
    }

    /// Has a lamp in some states.
    private struct Holder: FiniteStateDefinition {
        enum Event: CaseIterable { case fill, turn, smash }

        var lamp: Lamp?

        static var initialStates: [Holder] { [Holder()] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (lamp, event) {
            case (nil, .fill): lamp = .off
            case (.off?, .turn): lamp = .on
            case (.on?, .smash): lamp = .broken
            case (nil, _), (.off?, _), (.on?, _), (.broken?, _): throw .invalid
            }
        }
    }

    @Test func `the cases of an optional state are counted once`() throws {
        #expect(try missing(Holder.self) == [])
    }

    private func missing<Definition: FiniteStateDefinition>(_: Definition.Type) throws -> [String] {
        try StateGraph(exploring: Definition.self).findings().compactMap { finding in
            guard case .unreachable(let type, let name) = finding else { return nil }
            return "\(type.split(separator: ".").last ?? "").\(name)"
        }
    }

    @Test func `cases of a state are missed that is inside some states only`() throws {
        #expect(try missing(Socket.self) == ["Lamp.on", "Lamp.broken"])
    }

    @Test func `what describes itself has no states inside`() throws {
        #expect(try missing(Poster.self) == [])
        #expect(try missing(Frame.self) == ["Lamp.on", "Lamp.broken"])
    }

    @Test func `what a type lists are its cases, whatever else it declares`() throws {
        #expect(try missing(Partial.self) == [])
    }

    @Test func `values that a struct lists are missed, too`() throws {
        #expect(try missing(Level.self) == ["Level.Level(number: 3)"])
    }
}
