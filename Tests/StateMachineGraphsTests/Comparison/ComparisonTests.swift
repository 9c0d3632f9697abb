import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct ComparisonTests {
    /// Three rungs.
    enum Ladder: FiniteStateDefinition {
        case bottom, middle, top

        enum Event: Hashable, CaseIterable { case up, down, look }
        static var initialStates: [Ladder] { [.bottom] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) -> Int {
            switch (self, event) {
            case (.bottom, .up), (.top, .down): self = .middle
            case (.middle, .up): self = .top
            case (.middle, .down): self = .bottom
            case (.bottom, .look), (.middle, .look), (.top, .look): break
            case (.bottom, .down), (.top, .up): throw .invalid
            }
            return height
        }

        var height: Int { [.bottom: 0, .middle: 1, .top: 2][self] ?? 0 }
    }

    /// The same with a number, or not quite the same.
    struct Lift: FiniteStateDefinition {
        enum Fault { case goesTooHigh, skipsTheTop, startsInTheMiddle, alsoStartsInTheMiddle, jumps, lies, hasAnAlarm }

        @TaskLocal static var fault: Fault?
        var floor = 0

        enum Event: Hashable, CaseIterable { case up, down, jump }

        static var initialStates: [Lift] {
            switch fault {
            case .startsInTheMiddle: [Lift(floor: 1)]
            case .alsoStartsInTheMiddle: [Lift(), Lift(floor: 1)]
            case nil, .goesTooHigh, .skipsTheTop, .jumps, .lies, .hasAnAlarm: [Lift()]
            }
        }

        var sampleEvents: [Event] { Self.fault == .jumps ? Event.allCases : [.up, .down] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) -> Int {
            switch event {
            case .up where floor < (Self.fault == .goesTooHigh ? 3 : Self.fault == .skipsTheTop ? 1 : 2): floor += 1
            case .down where floor > 0: floor -= 1
            case .jump where Self.fault == .jumps && floor == 2: floor = 0
            case .up, .down, .jump: throw .invalid
            }
            return Self.fault == .lies && floor == 2 ? 7 : floor
        }
    }

    private func difference(_ fault: Lift.Fault?, as relation: ComparisonRelation = .sameBehavior) throws -> String? {
        try Lift.$fault.withValue(fault) {
            try StateGraph(exploring: Ladder.self).difference(
                from: StateGraph(exploring: Lift.self),
                as: relation,
                events: { event in
                    switch event {
                    case .up: .up
                    case .down: .down
                    case .look: nil
                    }
                },
                states: \.height,
                \.floor,
                outputs: ==
            ).map { "\($0)" }
        }
    }

    @Test func `what is the same is the same, and refines the other`() throws {
        #expect(try difference(nil) == nil)
        #expect(try difference(nil, as: .refinement) == nil)
    }

    @Test func `what accepts less is a refinement, and not the same`() throws {
        #expect(try difference(.goesTooHigh, as: .refinement) == nil)
        #expect(
            try difference(.goesTooHigh) == """
                Ladder rejects the event, but Lift handles it:
                  bottom ─ up → middle ─ up → top ─ up → –
                  Lift(floor: 0) ─ up → Lift(floor: 1) ─ up → Lift(floor: 2) ─ up → Lift(floor: 3)
                """
        )
    }

    @Test func `what accepts more is no refinement`() throws {
        for relation in [ComparisonRelation.refinement, .sameBehavior] {
            #expect(
                try difference(.skipsTheTop, as: relation) == """
                    Ladder handles the event, but Lift rejects it:
                      bottom ─ up → middle ─ up → top
                      Lift(floor: 0) ─ up → Lift(floor: 1) ─ up → –
                    """
            )
        }
    }

    @Test func `an event that nothing stands for is a difference, but not for a refinement`() throws {
        #expect(try difference(.jumps, as: .refinement) == nil)
        #expect(
            try difference(.jumps) == """
                No event of Ladder corresponds to jump, which Lift handles:
                  bottom ─ up → middle ─ up → top
                  Lift(floor: 0) ─ up → Lift(floor: 1) ─ up → Lift(floor: 2)
                """
        )
    }

    @Test func `beginnings have to look alike`() throws {
        #expect(try difference(.startsInTheMiddle) == "No initial state of Lift looks like bottom:\n  bottom")
        #expect(try difference(.alsoStartsInTheMiddle, as: .refinement) == nil)
        #expect(
            try difference(.alsoStartsInTheMiddle)
                == "No initial state of Ladder looks like Lift(floor: 1):\n  Lift(floor: 1)"
        )
    }

    @Test func `outputs have to say the same, where they are compared`() throws {
        #expect(
            try difference(.lies)?.hasPrefix("The outputs 2 and 7 are not equivalent:\n  bottom ─ up → middle") == true
        )
    }

    @Test func `views have to be equal, also after an event that the other does not have`() throws {
        let ladder = try StateGraph(exploring: Ladder.self)
        let other = ladder.difference(from: ladder, events: { $0 == .up ? .look : $0 }, states: \.height, \.height)
        #expect(
            other.map { "\($0)" } == "The two states look different:\n  bottom ─ up → middle\n  bottom ─ look → bottom"
        )
        let untranslated = ladder.difference(from: ladder, events: { $0 == .up ? nil : $0 }, states: \.height, \.height)
        #expect(untranslated?.reason == "Ladder has no event for up, which changes the view of Ladder")
    }

    @Test func `states without an end are an answer, not a comparison without an end`() throws {
        let queues = try StateGraph(exploring: Queue.self, abstractedBy: \.items.isEmpty)
        let difference = queues.difference(from: queues, events: \.self, states: \.items.isEmpty, \.items.isEmpty)
        #expect(difference?.reason.contains("the comparison stopped after") == true)
    }

    @Test func `a definition whose beginnings look alike is the same as itself`() throws {
        try Letter.$rules.withValue(
            Letter.Rules(initialStates: [.a, .b], transitions: [.a: [.go: .c], .b: [.back: .c]])
        ) {
            let graph = try StateGraph(exploring: Letter.self)
            let difference = graph.difference(from: graph, events: \.self, states: { $0 == .c }, { $0 == .c })
            #expect(difference == nil)
        }
    }

    @Test func `what the samples of the other do not reach is said, not taken for the same`() throws {
        /// Hides something when it is looked at, which its samples do not do.
        struct Shy: FiniteStateDefinition {
            var height = 0
            var isHiding = false
            static var initialStates: [Shy] { [Shy()] }
            var sampleEvents: [Ladder.Event] { [.up, .down] }
            mutating func handleEvent(_ event: Ladder.Event) throws(TransitionError) {
                switch event {
                case .up where height < 2: height += 1
                case .down where height > 0: height -= 1
                case .look: isHiding = true
                case .up, .down: throw .invalid
                }
            }
        }
        let shy = try StateGraph(exploring: Shy.self)
        let difference = try StateGraph(exploring: Ladder.self)
            .difference(from: shy, events: \.self, states: \.height, \.height)
        #expect(difference?.reason.hasPrefix("no sample event of Shy leads to ") == true)
    }

    @Test func `all pairs of states are compared`() throws {
        func ring(_ size: Int) throws -> StateGraph<Tabular> {
            try Tabular.Rules(targets: (0..<size).map { [($0 + 1) % size] }).graph()
        }
        #expect(try ring(5).difference(from: ring(7), events: \.self, states: { _ in 0 }, { _ in 0 }) == nil)
    }

    @Test func `what the other does outside of its constraint is not compared`() throws {
        let line = try Tabular.Rules(targets: [[1], [2], [3], [0]]).graph()
        let short = Tabular.Rules(targets: [[1], [2], [3], [nil]])
        let bounded = try Tabular.$rules.withValue(short) {
            try StateGraph(exploring: Tabular.self, within: { $0.index < 3 })
        }
        #expect(line.difference(from: bounded, events: \.self, states: \.index, \.index) == nil)
        #expect(try line.difference(from: short.graph(), events: \.self, states: \.index, \.index) != nil)
    }

    @Test func `what this one does outside of its constraint is not compared either`() throws {
        let short = Tabular.Rules(targets: [[1], [2], [3], [nil]])
        let bounded = try Tabular.$rules.withValue(short) {
            try StateGraph(exploring: Tabular.self, within: { $0.index < 3 })
        }
        let line = try Tabular.Rules(targets: [[1], [2], [3], [0]]).graph()
        #expect(bounded.difference(from: line, events: \.self, states: \.index, \.index) == nil)
    }

    /// Has no samples, and any event leads outside the constraint of its graph.
    private struct Fleeting: FiniteStateDefinition {
        var isLost = false

        static var initialStates: [Fleeting] { [Fleeting()] }
        var sampleEvents: [Int] { [] }
        mutating func handleEvent(_ event: Int) throws(TransitionError) { isLost = true }
    }

    @Test func `a state outside the constraint that no sample leads to does not count as one more pair`() throws {
        let one = try Tabular.Rules(targets: [[0]]).graph()
        let fleeting = try StateGraph(exploring: Fleeting.self, within: { !$0.isLost })
        #expect(one.difference(from: fleeting, events: \.self, states: { _ in 0 }, { _ in 0 }) == nil)
    }

    @Test func `of several states or events that are missing, the first one is named`() throws {
        var rules = Tabular.Rules(targets: [[0], [1], [2]])
        let one = try rules.graph()
        rules.initial = [0, 1, 2]
        let several = try one.difference(from: rules.graph(), events: \.self, states: \.index, \.index)
        #expect(several?.right?.initial.index == 1)
        let events = try one.difference(
            from: Tabular.Rules(targets: [[0, 0, 0]]).graph(),
            events: \.self,
            states: \.index,
            \.index
        )
        #expect(events?.reason == "no event of Tabular corresponds to 1, which Tabular handles")
    }
}
