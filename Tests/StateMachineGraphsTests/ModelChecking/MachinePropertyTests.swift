import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct MachinePropertyTests {
    /// A camera's stream: off, on its path, on, or failed, and after a failure of the picture
    /// broken for good.
    enum Camera: FiniteStateDefinition {
        case idle, connecting, live, failed, broken

        enum Event: Hashable, CaseIterable { case start, picture, fail, retry, stop }
        enum Activity: Hashable { case player, connection }

        static var initialStates: [Camera] { [.idle] }

        mutating func handleEvent(_ event: Event) throws(TransitionError) {
            switch (self, event) {
            case (.idle, .start), (.failed, .retry): self = .connecting
            case (.connecting, .picture), (.live, .picture): self = .live
            case (.connecting, .fail): self = .failed
            case (.live, .fail): self = .broken
            case (.connecting, .stop), (.live, .stop), (.failed, .stop): self = .idle
            case (.idle, .picture), (.idle, .fail), (.idle, .retry), (.idle, .stop): throw .invalid
            case (.connecting, .start), (.connecting, .retry), (.live, .start), (.live, .retry): throw .invalid
            case (.failed, .start), (.failed, .picture), (.failed, .fail): throw .invalid
            case (.broken, .start), (.broken, .picture), (.broken, .fail), (.broken, .retry): throw .invalid
            case (.broken, .stop): throw .invalid
            }
        }

        var activities: [Activity] {
            switch self {
            case .idle, .broken: []
            case .connecting, .live: [.player, .connection]
            case .failed: [.player]
            }
        }
    }

    let graph: StateGraph<Camera>

    init() throws {
        graph = try StateGraph(exploring: Camera.self)
    }

    static let kept: [MachineProperty<Camera>] = [
        .always("live has a connection") { $0 != .live || $0.activities.contains(.connection) },
        .never("a connection without a player") { $0.activities == [.connection] },
        .everyTransition("only stop and fail end the player") {
            !$0.exited.contains(.player) || $0.event == .stop || $0.event == .fail
        },
        .everyEvent("whatever plays can be stopped") {
            $0.event != .stop || !$0.before.activities.contains(.player) || $0.isHandled
        },
        .atAllTimes("no picture before a start", remembering: { _ in false }) { hasStarted, step in
            if step.event == .start { hasStarted = true }
            return hasStarted || step.event != .picture || !step.isHandled
        },
        .reachable("live") { $0 == .live },
        .alwaysPossible("an end") { $0 == .idle || $0 == .broken },
        .eventually("it starts", assuming: []) { $0 == .connecting },
        .leadsTo(
            "connecting comes to something",
            from: { $0 == .connecting },
            to: { $0 == .live || $0 == .failed || $0 == .idle }
        ),
        .activity(.connection, onlyDuring: .player),
        .activity(.player, isEnteredOnceBetween: .start, and: .stop),
    ]

    @Test(arguments: kept)
    func `what is true is proved`(property: MachineProperty<Camera>) throws {
        #expect(graph.check(property).holds)
        try graph.verify(property)
    }

    static let broken: [(property: MachineProperty<Camera>, refutation: String)] = [
        (
            .always("never live") { $0 != .live },
            """
            "never live" does not hold: live violates it.
              1. idle ─ start → connecting
              2. connecting ─ picture → live
            """
        ),
        (
            .never("idle") { $0 == .idle },
            """
            "idle" does not hold: idle is reached.
              idle is the first state
            """
        ),
        (
            .everyTransition("only stop ends the player") { !$0.exited.contains(.player) || $0.event == .stop },
            """
            "only stop ends the player" does not hold: live handles fail.
              1. idle ─ start → connecting
              2. connecting ─ picture → live
              3. live ─ fail → broken
            """
        ),
        (
            .everyEvent("stop always works") { $0.event != .stop || $0.isHandled },
            """
            "stop always works" does not hold: idle rejects stop.
              1. idle ─ stop → –
            """
        ),
        (
            .atAllTimes("one try", remembering: { _ in 0 }) { tries, step in
                if step.event == .retry, step.isHandled { tries += 1 }
                return tries < 2
            },
            """
            "one try" does not hold: failed handles retry.
              1. idle ─ start → connecting
              2. connecting ─ fail → failed
              3. failed ─ retry → connecting
              4. connecting ─ fail → failed
              5. failed ─ retry → connecting
            """
        ),
        (
            .reachable("live without a player") { $0 == .live && $0.activities.isEmpty },
            """
            "live without a player" does not hold: none of 5 states satisfies it.
            """
        ),
        (
            .alwaysPossible("idle again") { $0 == .idle },
            """
            "idle again" does not hold: no path leads from broken to a goal state.
              1. idle ─ start → connecting
              2. connecting ─ picture → live
              3. live ─ fail → broken
            """
        ),
        (
            .eventually("live at last") { $0 == .live },
            """
            "live at last" does not hold: from idle, the machine can repeat the loop forever.
              then again and again:
              1. idle ─ start → connecting
              2. connecting ─ stop → idle
            """
        ),
        (
            .leadsTo("a failure ends in idle", from: { $0 == .failed }, to: { $0 == .idle }),
            """
            "a failure ends in idle" does not hold: from connecting, the machine can repeat the loop forever.
              1. idle ─ start → connecting
              then again and again:
              2. connecting ─ fail → failed
              3. failed ─ retry → connecting
            """
        ),
        (
            .leadsTo("live ends in idle", from: { $0 == .live }, to: { $0 == .idle }),
            """
            "live ends in idle" does not hold: no event is handled in broken, so the machine stops there.
              1. idle ─ start → connecting
              2. connecting ─ picture → live
              3. live ─ fail → broken
            """
        ),
        (
            .activity(.player, onlyDuring: .connection),
            """
            "player runs only during connection" does not hold: connecting violates it.
              1. idle ─ start → connecting
            """
        ),
        (
            .activity(.connection, isEnteredOnceBetween: .start, and: .stop),
            """
            "the activity connection is entered exactly once between the events start and stop" does not hold: failed handles retry.
              1. idle ─ start → connecting
              2. connecting ─ fail → failed
              3. failed ─ retry → connecting
            """
        ),
    ]

    @Test(arguments: broken.indices)
    func `what is not true is refuted on the shortest path`(index: Int) throws {
        let (property, refutation) = Self.broken[index]
        let counterexample = try #require(graph.check(property).counterexample)
        // A state that begins is said only where there is nothing else to show.
        #expect("\(counterexample)".replacing("  idle is the first state\n  then", with: "  then") == refutation)
        let error = #expect(throws: MachineVerificationError<Camera>.self) { try graph.verify(property) }
        guard case .refuted(let thrown) = error else { throw try #require(error) }
        #expect("\(thrown)" == "\(counterexample)")
    }

    @Test func `as many pairs of a state and a memory as the limit says are looked at`() {
        let property = MachineProperty<Camera>.atAllTimes("nothing", remembering: { _ in 0 }) { _, _ in true }
        #expect(graph.check(property, limit: 5).holds)
        #expect(graph.check(property, limit: 4).undecided != nil)
    }

    @Test func `what can be reached is shown`() throws {
        guard case .holds(let witness) = graph.check(.reachable("broken") { $0 == .broken }) else {
            Issue.record("not reached")
            return
        }
        #expect(witness?.events == [.start, .picture, .fail])
    }

    @Test func `a property says what kind it is`() {
        #expect(
            Self.kept.map { "\($0.kind)" } == [
                "always", "never", "every transition", "every event", "at all times", "reachable", "always possible",
                "eventually", "leads to", "always", "at all times",
            ]
        )
        let property = MachineProperty<Camera>.eventually(
            "live",
            assuming: [.weak("a picture comes") { $0 == .picture }]
        ) {
            $0 == .live
        }
        #expect("\(property.kind)" == "eventually, assuming a picture comes (weakly fair)")
        let answer = MachineProperty<Camera>.leadsTo(
            "an answer",
            from: { $0 == .connecting },
            to: { $0 == .live },
            assuming: [.strong("a picture comes") { $0 == .picture }]
        )
        #expect("\(answer.kind)" == "leads to, assuming a picture comes (strongly fair)")
    }

    @Test func `an assumption may be about an event in certain states`() {
        func check(_ assumption: Fairness<Camera>) -> Counterexample<Camera>? {
            graph.check(.eventually("live", assuming: [assumption]) { $0 == .live }).counterexample
        }
        let strong = Fairness<Camera>.strong("a picture comes while connecting") { state, event in
            state == .connecting && event == .picture
        }
        #expect(check(strong) == nil)
        // It does not stay possible without interruption, so it is not enough that it happens then.
        #expect(
            check(.weak("a picture comes") { $0 == .connecting && $1 == .picture })?.loop?.events == [.start, .stop]
        )
        // It is never possible inside the loop, so nothing is assumed of it.
        #expect(check(.strong("a picture follows") { $0 == .live && $1 == .picture })?.loop?.events == [.start, .stop])
        let retry = Fairness<Camera>.weak("a retry") { state, event in state == .failed && event == .retry }
        let property = MachineProperty<Camera>.eventually("live", assuming: [retry, strong]) { $0 == .live }
        #expect(
            "\(property.kind)" == """
                eventually, assuming a retry (weakly fair) and a picture comes while connecting (strongly fair)
                """
        )
    }
}
