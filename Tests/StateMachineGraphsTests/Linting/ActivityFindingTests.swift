import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct ActivityFindingTests {
    @Test func `regions inside a case may end one before the other`() throws {
        #expect(try findings(of: Hall.self) == ["No sample event leads to broken, a case of Lamp."])
    }

    @Test func `an activity that is listed twice is named`() throws {
        var rules = Letter.Rules.clean
        rules.activities[.c] = [.outer, .inner, .outer]
        #expect(try findings(rules) == ["c lists the activity “outer” twice."])
    }

    @Test func `an activity that never ends is named, with the first state from which on it does not`() throws {
        var rules = Letter.Rules.clean
        rules.transitions[.c] = [.go: .d]
        rules.transitions[.d] = [.back: .c]
        rules.activities[.d] = [.outer, .inner]
        #expect(
            try findings(rules) == [
                "Once the machine enters c, the activity “outer” never ends.",
                "Once the machine enters c, the activity “inner” never ends.",
            ]
        )
    }

    @Test func `an activity that ends nowhere is named once, though it goes on to an end`() throws {
        let rules = Letter.Rules(
            transitions: [.a: [.go: .b], .b: [.go: .c]],
            activities: [.b: [.outer], .c: [.outer]],
            samples: [.a: [.go], .b: [.go], .c: [.go]]
        )
        #expect(
            try findings(rules) == [
                "No event is handled in c, so it is a dead end.",
                "Once the machine enters b, the activity “outer” never ends.",
            ]
        )
    }

    @Test func `an activity ends if a path leads out of it, however long`() throws {
        let rules = Letter.Rules(
            transitions: [.a: [.go: .b], .b: [.go: .c], .c: [.go: .d, .back: .b], .d: [.back: .a]],
            activities: [.b: [.outer], .c: [.outer], .d: [.outer]]
        )
        #expect(try findings(rules) == [])
    }

    @Test func `an activity that goes on when one listed before it ends is named`() throws {
        var rules = Letter.Rules.clean
        rules.activities = [.b: [.inner], .c: [.outer, .inner]]
        #expect(
            try findings(rules) == [
                "The activity “inner” continues although “outer”, listed before it, ends: c ─ back → b."
            ]
        )
    }

    @Test func `an activity of a region that goes on when one of the same region ends is named`() throws {
        #expect(
            try findings(of: Pair.self) == [
                """
                The activity “pair.left.second” continues although “pair.left.first”, listed before it, ends: \
                pair(left: both, right: both) ─ left → pair(left: one, right: both).
                """,
                """
                The activity “pair.right.second” continues although “pair.right.first”, listed before it, ends: \
                pair(left: both, right: both) ─ right → pair(left: both, right: one).
                """,
            ]
        )
    }

    @Test func `regions are known by their activities, with a case around them or none, or several`() throws {
        #expect(
            try findings(of: Sides.self) == [
                """
                The activity “left.second” continues although “left.first”, listed before it, ends: \
                left: both, right: both ─ left → left: one, right: both.
                """,
                """
                The activity “right.second” continues although “right.first”, listed before it, ends: \
                left: both, right: both ─ right → left: both, right: one.
                """,
            ]
        )
        #expect(try findings(of: Nest.self) == ["No sample event leads to broken, a case of Lamp."])
    }

    @Test func `what is around the regions is a neighbor of each, and of what has its name`() throws {
        #expect(
            try findings(of: Workshop.self).contains(
                """
                The activity “sides.left.first” continues although “heating.slow”, listed before it, ends: \
                open(left: both, right: both, isWarm: true) ─ cool → open(left: both, right: both, isWarm: false).
                """
            )
        )
        #expect(
            try findings(of: Workshop.self).contains {
                $0.hasPrefix("The activity “carrying” continues although “carrying”, listed before it, ends")
            }
        )
    }
}

/// Two regions, the activities of each listed in the wrong order.
private struct Sides: FiniteStateDefinition {
    var left = Half.both
    var right = Half.both

    enum Event: Hashable, CaseIterable { case left, right }

    static var initialStates: [Sides] { [Sides()] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch event {
        case .left: try left.handleEvent(.toggle)
        case .right: try right.handleEvent(.toggle)
        }
    }

    var activities: [Halves.Activity] { Halves(left: left, right: right).activities }
}

/// Regions inside a case inside a case.
private enum Nest: FiniteStateDefinition {
    case inside(Hall)

    enum Activity: Hashable { case inside(Hall.Activity) }

    static var initialStates: [Nest] { [.inside(.dark)] }

    var hall: Hall {
        switch self {
        case .inside(let hall): hall
        }
    }

    var sampleEvents: [Hall.Event] { hall.sampleEvents }

    mutating func handleEvent(_ event: Hall.Event) throws(TransitionError) {
        var hall = hall
        try hall.handleEvent(event)
        self = .inside(hall)
    }

    var activities: [Activity] { hall.activities.map(Activity.inside) }
}

/// Two regions in a case that is warm before it is cool.
private enum Workshop: FiniteStateDefinition {
    case open(Halves, isWarm: Bool)

    enum Heating: Hashable { case slow }
    enum Activity: Hashable {
        case heating(Heating)
        case sides(Halves.Activity)
        case carrying(Int)
    }
    enum Event: Hashable, CaseIterable { case cool }

    static var initialStates: [Workshop] { [.open(Halves(), isWarm: true)] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        guard case .open(let halves, isWarm: true) = self else { throw .invalid }
        self = .open(halves, isWarm: false)
    }

    var activities: [Activity] {
        switch self {
        case .open(let halves, let isWarm):
            (isWarm ? [.heating(.slow)] : []) + halves.activities.map(Activity.sides)
                + (isWarm ? [.carrying(1), .carrying(2)] : [.carrying(2)])
        }
    }
}

/// Two regions inside a case, the activities of each listed in the wrong order.
private enum Pair: FiniteStateDefinition {
    case pair(Halves)

    enum Event: Hashable, CaseIterable { case left, right }
    enum Activity: Hashable { case pair(Halves.Activity) }

    static var initialStates: [Pair] { [.pair(Halves())] }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        guard case .pair(var halves) = self else { throw .invalid }
        switch event {
        case .left: try halves.left.handleEvent(.toggle)
        case .right: try halves.right.handleEvent(.toggle)
        }
        self = .pair(halves)
    }

    var activities: [Activity] {
        guard case .pair(let halves) = self else { return [] }
        return halves.activities.map(Activity.pair)
    }
}

private struct Halves: StateDefinition, Hashable {
    var left = Half.both
    var right = Half.both

    enum Activity: Hashable {
        case left(Half.Activity)
        case right(Half.Activity)
    }
    enum Event: Hashable { case none }

    mutating func handleEvent(_ event: Event) throws(TransitionError) { throw .invalid }

    var activities: [Activity] { left.activities.map(Activity.left) + right.activities.map(Activity.right) }
}

private enum Half: StateDefinition, Hashable {
    case none, one, both

    enum Event: Hashable { case toggle }
    enum Activity: Hashable { case first, second }

    mutating func handleEvent(_ event: Event) throws(TransitionError) {
        switch self {
        case .none: self = .both
        case .one: self = .none
        case .both: self = .one
        }
    }

    var activities: [Activity] {
        switch self {
        case .none: []
        case .one: [.second]
        case .both: [.first, .second]
        }
    }
}
