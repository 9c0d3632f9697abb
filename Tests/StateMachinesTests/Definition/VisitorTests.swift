import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// A `House` that visits what goes on in it.
private struct VisitedHouse: ActivityVisiting {
    var house = House.empty

    mutating func handleEvent(_ event: House.Event) throws(TransitionError) { try house.handleEvent(event) }

    func visitActivities(_ visit: (House.Activity) -> Void) {
        switch house {
        case .empty: break
        case .occupied(let light):
            visit(.heating)
            light.forEachActivity { visit(.light($0)) }
        }
    }
}

/// A `Room` that visits what goes on in its regions, the power that they share twice.
private struct VisitedRoom: ActivityVisiting {
    var room = Room()

    mutating func handleEvent(_ event: Room.Event) throws(TransitionError) { try room.handleEvent(event) }

    func visitActivities(_ visit: (Room.Activity) -> Void) {
        room.ceiling.forEachActivity { _ in
            visit(.power)
            visit(.ceiling)
        }
        room.desk.forEachActivity { _ in
            visit(.power)
            visit(.desk)
        }
    }
}

/// A `Listing` that visits its list, and counts how often it is asked to, and how often for the
/// list.
private struct VisitedListing: ActivityVisiting {
    var listing = Listing()
    var visits = Counter()
    var lists = Counter()

    mutating func handleEvent(_ event: Listing.Event) throws(TransitionError) -> Int { try listing.handleEvent(event) }

    func visitActivities(_ visit: (Int) -> Void) {
        visits.increment()
        for activity in listing.list { visit(activity) }
    }

    var activities: [Int] {
        lists.increment()
        var activities: [Int] = []
        visitActivities { activities.append($0) }
        return activities
    }
}

/// Definitions that visit their activities, beside equal ones that list them.
@Suite(.timeLimit(.minutes(2)), .computing) struct VisitorTests {
    /// The calls of a machine's hooks, and the activities after each event.
    private func history<Definition: StateDefinition>(of state: Definition, _ events: [Definition.Event]) -> [String] {
        let machine = StateMachine(state)
        var log: [String] = []
        machine.onActivityExit { log.append("-\($0)") }
        machine.onActivityEntry { log.append("+\($0)") }
        let transitions = machine.onTransition { log.append("\($0.exited) \($0.entered)") }
        for (index, event) in events.enumerated() {
            // Without hooks of transitions, the machine takes another path.
            if index == events.count / 2 { transitions.cancel() }
            machine.send(event)
            log.append("\(machine.activities)")
        }
        machine.stop()
        return log
    }

    private func randomEvents<Event>(from events: [Event], seed: UInt64) -> [Event] {
        var random = SeededGenerator(seed: seed)
        return (0..<400).compactMap { _ in events.randomElement(using: &random) }
    }

    @Test(arguments: [1, 2] as [UInt64])
    func `a nested machine that is visited enters and exits what one that is listed does`(seed: UInt64) {
        let events: [House.Event] = randomEvents(from: [.arrive, .leave, .light(.toggle), .light(.off)], seed: seed)
        #expect(history(of: VisitedHouse(), events) == history(of: House.empty, events))
    }

    @Test(arguments: [1, 2] as [UInt64])
    func `regions that are visited enter and exit what those that are listed do`(seed: UInt64) {
        let events = randomEvents(from: Room.Event.allCases, seed: seed)
        #expect(history(of: VisitedRoom(), events) == history(of: Room(), events))
    }

    @Test(arguments: [1, 2] as [UInt64])
    func `long lists that are visited are entered and exited as if they were listed`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let events = (0..<400).map { _ in
            Listing.Event.list(
                (0..<Int.random(in: 0...40, using: &random)).map { _ in .random(in: 1...30, using: &random) }
            )
        }
        #expect(history(of: VisitedListing(), events) == history(of: Listing(), events))
    }

    @Test func `a nested machine enters and exits its child's activities inside its own`() {
        let machine = StateMachine(VisitedHouse())
        var (entered, exited): ([House.Activity], [House.Activity]) = ([], [])
        machine.onActivityEntry { entered.append($0) }
        machine.onActivityExit { exited.append($0) }
        machine.send(.arrive)
        #expect(machine.activities == [.heating, .light(.shining)])
        machine.send(.leave)
        #expect(entered == [.heating, .light(.shining)])
        #expect(exited == [.light(.shining), .heating])
    }

    @Test(arguments: [[], [1], [1, 2, 3], Array(1...20)])
    func `what is visited again is found unchanged, one visit for each event and no list`(list: [Int]) {
        let definition = VisitedListing(listing: Listing(list: list))
        let machine = StateMachine(definition)
        machine.start()
        // In a debug build, the start looks for an activity that nobody takes up.
        let visitsAtStart = definition.visits.value
        machine.send(.ping)
        #expect(definition.visits.value == visitsAtStart, "nobody listens")
        machine.onActivityEntry { _ in Issue.record("entered") }
        machine.onActivityExit { _ in Issue.record("exited") }
        let visitsBefore = definition.visits.value
        for _ in 0..<10 { machine.send(.ping) }
        #expect(definition.visits.value == visitsBefore + 10)
        machine.onTransition { #expect($0.exited.isEmpty && $0.entered.isEmpty) }
        for _ in 0..<10 { machine.send(.ping) }
        #expect(definition.visits.value == visitsBefore + 20)
        #expect(definition.lists.value == 0)
    }

    @Test(arguments: [
        ([1, 2], [1, 2, 3], [3]), ([1, 2, 3], [1, 2], [-3]), ([], [1], [1]), ([1], [], [-1]), ([1, 2], [2, 1], []),
        ([1, 2], [3, 2], [-1, 3]), ([1], [1, 1], []),
    ])
    func `what is new or gone at the end of what is visited is noticed`(
        old: [Int],
        new: [Int],
        changes: [Int]
    ) {
        let machine = StateMachine(VisitedListing(listing: Listing(list: old)))
        var log: [Int] = []
        machine.start()
        machine.onActivityExit { log.append(-$0) }
        machine.onActivityEntry { log.append($0) }
        machine.send(.list(new))
        #expect(log == changes)
    }
}
