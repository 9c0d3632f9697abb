import StateMachineGraphs
import StateMachineLocks
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import Testing

/// Definitions that break a law, and those that do not.
@Suite(.timeLimit(.minutes(5)), .computing) struct MachineLawsTests {
    /// Something with payloads, nested activities, and an activity for each value.
    struct Search: FiniteStateDefinition {
        enum Event {
            case type(Int)
            case cancel, found
        }
        enum Activity: Hashable {
            case session
            case query(Int)
            case spinner
        }

        var query: Int?
        var isSearching = false

        static var initialStates: [Search] { [Search()] }
        var sampleEvents: [Event] { [.type(1), .type(2), .cancel, .found] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) -> [String] {
            switch event {
            case .type(let query):
                self = Search(query: query, isSearching: true)
                return ["search \(query)"]
            case .cancel: self = Search()
            case .found:
                if !isSearching { throw .invalid }
                isSearching = false
            }
            return []
        }

        var activities: [Activity] {
            [.session] + (query.map { [.query($0)] } ?? []) + (isSearching ? [.spinner, .session] : [])
        }
    }

    @Test func `correct machines obey the laws`() async throws {
        // `check` throws the first law that a machine breaks.
        try await MachineLaws.check(Door.self, runs: 25)
        try await MachineLaws.check(Search.self, runs: 25)
    }

    @Test func `a rejection that changes the state is caught, with the one event that it takes`() async {
        enum Leaky: FiniteStateDefinition {
            case idle, busy
            enum Event: CaseIterable { case start, stop }
            static var initialStates: [Leaky] { [.idle] }
            mutating func handleEvent(_ event: Event) throws(TransitionError) {
                switch (self, event) {
                case (.idle, .start): self = .busy
                case (.busy, .stop): self = .idle
                case (.idle, .stop): throw .invalid
                case (.busy, .start):
                    self = .idle
                    throw .invalid
                }
            }
        }
        #expect(
            await failure { try await MachineLaws.check(Leaky.self, seed: 3) } == """
                Leaky violates a law: a rejected event changes nothing.
                busy rejects start but becomes idle.
                   idle
                1. start → busy
                2. start → –
                To run it again: try await MachineLaws.check(Leaky.self, seed: 3, runs: 1, steps: 50)
                """
        )
    }

    @Test func `a definition without initial states is an error`() async {
        enum Nowhere: FiniteStateDefinition {
            case lost
            enum Event: CaseIterable { case look }
            static var initialStates: [Nowhere] { [] }
            mutating func handleEvent(_ event: Event) throws(TransitionError) {}
        }
        await #expect(throws: MachineLaws.CheckError<Nowhere>.self) { try await MachineLaws.check(Nowhere.self) }
    }

    private static let calls = Locked(0)
    private static func count() -> Int {
        calls.withLock {
            $0 += 1
            return $0
        }
    }

    @Test func `a definition that depends on more than state and event is caught`() async {
        struct Moody: FiniteStateDefinition {
            enum Event: CaseIterable { case poke }
            var mood = 0
            static var initialStates: [Moody] { [Moody()] }
            mutating func handleEvent(_ event: Event) throws(TransitionError) { mood = MachineLawsTests.count() }
        }
        struct Talker: FiniteStateDefinition {
            enum Event: CaseIterable { case poke }
            static var initialStates: [Talker] { [Talker()] }
            mutating func handleEvent(_ event: Event) throws(TransitionError) -> Int { MachineLawsTests.count() }
        }
        struct Chooser: FiniteStateDefinition {
            enum Event: CaseIterable { case poke }
            static var initialStates: [Chooser] { [Chooser()] }
            mutating func handleEvent(_ event: Event) throws(TransitionError) {
                if MachineLawsTests.count() % 2 == 0 { throw .invalid }
            }
        }
        struct Grumbler: FiniteStateDefinition {
            struct Complaint: Error, Hashable { let number: Int }
            enum Event: CaseIterable { case poke }
            static var initialStates: [Grumbler] { [Grumbler()] }
            mutating func handleEvent(_ event: Event) throws(Complaint) {
                throw Complaint(number: MachineLawsTests.count())
            }
        }
        struct Lister: FiniteStateDefinition {
            enum Event: CaseIterable { case poke }
            static var initialStates: [Lister] { [Lister()] }
            mutating func handleEvent(_ event: Event) throws(TransitionError) {}
            var activities: [Int] { [MachineLawsTests.count()] }
        }
        func law<Definition: FiniteStateDefinition>(brokenBy definition: Definition.Type) async -> MachineLaw? {
            do throws(MachineLaws.CheckError<Definition>) {
                try await MachineLaws.check(definition)
                return nil
            } catch {
                if case .violation(let violation) = error { return violation.law }
                return nil
            }
        }
        #expect(await law(brokenBy: Moody.self) == .sameEventSameResult)
        #expect(await law(brokenBy: Talker.self) == .sameEventSameResult)
        #expect(await law(brokenBy: Chooser.self) == .sameEventSameResult)
        #expect(await law(brokenBy: Grumbler.self) == .sameEventSameResult)
        #expect(await law(brokenBy: Lister.self) == .sameEventSameResult)
    }

    /// Lists the content before the request, and visits them the other way round.
    enum Page: FiniteStateDefinition, ActivityVisiting {
        case empty, shown, refreshing
        enum Event: CaseIterable { case show, refresh }
        enum Activity: Hashable { case content, request }
        static var initialStates: [Page] { [.empty] }
        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.empty, .show), (.refreshing, .show): self = .shown
            case (.shown, .refresh): self = .refreshing
            case (.empty, .refresh), (.shown, .show), (.refreshing, .refresh): throw .invalid
            }
        }
        func visitActivities(_ visit: (Activity) -> Void) {
            switch self {
            case .empty: break
            case .shown: visit(.content)
            case .refreshing:
                visit(.request)
                visit(.content)
            }
        }
        var activities: [Activity] {
            switch self {
            case .empty: []
            case .shown: [.content]
            case .refreshing: [.content, .request]
            }
        }
    }

    @Test func `a state that does not visit what it lists is caught`() async {
        #expect(
            await failure { try await MachineLaws.check(Page.self, seed: 3) } == """
                Page violates a law: a state visits the activities that it lists.
                refreshing lists [content, request] but visits [request, content].
                   empty
                1. show → shown
                2. refresh → refreshing
                To run it again: try await MachineLaws.check(Page.self, seed: 3, runs: 1, steps: 50)
                """
        )
        struct Forgetful: FiniteStateDefinition, ActivityVisiting {
            enum Event: CaseIterable { case end }
            var isOver = false
            static var initialStates: [Forgetful] { [Forgetful()] }
            mutating func handleEvent(_ event: Event) throws(TransitionError) { isOver = true }
            func visitActivities(_ visit: (Int) -> Void) {}
            var activities: [Int] { isOver ? [] : [1] }
        }
        #expect(
            await failure { try await MachineLaws.check(Forgetful.self) }.contains(
                "Forgetful(isOver: false) lists [1] but visits []."
            )
        )
    }

    @Test func `checks of a live machine see a state that does not visit what it lists`() {
        let machine = StateMachine(Page.empty)
        var violations: [MachineLaw] = []
        machine.checkLaws { violations.append($0.law) }
        machine.send(.show)
        #expect(violations.isEmpty)
        machine.send(.refresh)
        #expect(violations.contains(.visitsWhatIsListed))
    }

    @Test func `the same seed finds the same events`() async {
        struct Counter: FiniteStateDefinition {
            enum Event: CaseIterable { case up, down, hold }
            var count = 0
            static var initialStates: [Counter] { [Counter()] }
            mutating func handleEvent(_ event: Event) throws(TransitionError) {
                switch event {
                case .up: count += 1
                case .down: count -= 1
                case .hold:
                    if count == 3 {
                        count = 0
                        throw .invalid
                    }
                }
            }
        }
        let texts = [
            await failure { try await MachineLaws.check(Counter.self, seed: 11) },
            await failure { try await MachineLaws.check(Counter.self, seed: 11) },
        ]
        #expect(texts[0] == texts[1])
        #expect(texts[0].contains("4. hold → –\nTo run it again"))
        #expect(!texts[0].contains("5. "))
    }

    @Test func `checks of a live machine see what it does, and can be removed`() {
        enum Leaky: StateDefinition, Equatable {
            case idle, busy, odd
            enum Event { case start, stop, flip }
            mutating func handleEvent(_ event: Event) throws(TransitionError) {
                switch event {
                case .start: self = .busy
                case .stop:
                    self = .idle
                    throw .invalid
                case .flip: self = MachineLawsTests.count() % 2 == 0 ? .busy : .odd
                }
            }
        }
        let machine = StateMachine(Leaky.idle)
        var violations: [LawViolation<Leaky>] = []
        let checks = machine.checkLaws { violations.append($0) }
        machine.send(.start)
        machine.send(.start)
        #expect(violations.isEmpty)
        machine.send(.stop)
        #expect(
            violations.last?.description == """
                Leaky violates a law: a rejected event changes nothing.
                busy rejects stop but becomes idle.
                   busy
                1. stop → –
                """
        )
        machine.send(.flip)
        #expect(violations.last?.law == .machineFollowsDefinition)
        checks.cancel()
        machine.send(.stop)
        #expect(violations.count == 2)
    }

    @Test func `checks of a live machine track activities from before the start to after the stop`() {
        for isStarted in [false, true] {
            let machine = StateMachine(Search(query: 1, isSearching: true))
            if isStarted { machine.start() }
            machine.checkLaws { Issue.record($0) }
            for event in [.found, .type(2), .type(1), .found, .found, .cancel, .type(1)] as [Search.Event] {
                machine.send(event)
            }
            machine.stop()
        }
        struct Lister: StateDefinition, Equatable {
            enum Event { case poke }
            mutating func handleEvent(_ event: Event) throws(TransitionError) {}
            var activities: [Int] { [MachineLawsTests.count()] }
        }
        let machine = StateMachine(Lister())
        var violations: Set<MachineLaw> = []
        machine.checkLaws { violations.insert($0.law) }
        machine.send(.poke)
        #expect(violations == [.machineFollowsDefinition, .visitsWhatIsListed, .accountOfActivities])
    }
}
