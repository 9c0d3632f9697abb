import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import StreamMachine
import Testing

@Suite(.timeLimit(.minutes(5)), .computing) struct StreamSessionTests {
    typealias Session = StreamSession
    typealias Row = (state: String, cells: [String])

    static let failed = StreamState.Event.playerFailed("late")

    static let events: [Session.Event] = [
        .stream(.start), .stream(.bufferFinished), .stream(failed), .stream(.stop), .stream(.retry),
        .rotate(to: .portrait), .rotate(to: .landscape),
        .startPictureInPicture, .stopPictureInPicture, .didEnterBackground, .willEnterForeground,
    ]

    /// The state after each of the events: – where it is rejected, = where nothing changes.
    ///
    /// P and L are the layouts; + is active picture in picture.
    static let table: [Row] = [
        // start buffer failed stop retry portrait landscape start+ stop+ back fore
        ("idle P", ["connecting P", "–", "–", "–", "–", "=", "idle L", "–", "–", "=", "="]),
        ("idle L", ["connecting L", "–", "–", "–", "–", "idle P", "=", "–", "–", "=", "="]),
        ("connecting P", ["–", "live P", "late P", "idle P", "–", "=", "connecting L", "–", "–", "=", "="]),
        ("connecting L", ["–", "live L", "late L", "idle L", "–", "connecting P", "=", "–", "–", "=", "="]),
        ("live P", ["–", "=", "late P", "idle P", "–", "=", "live L", "live P+", "–", "live P+", "="]),
        ("live L", ["–", "=", "late L", "idle L", "–", "live P", "=", "live L+", "–", "live L+", "="]),
        ("live P+", ["–", "=", "late P", "idle P", "–", "=", "live L+", "–", "live P", "=", "="]),
        ("live L+", ["–", "=", "late L", "idle L", "–", "live P+", "=", "–", "live L", "=", "="]),
        ("first P", ["–", "–", "=", "idle P", "connecting P", "=", "first L", "–", "–", "=", "="]),
        ("first L", ["–", "–", "=", "idle L", "connecting L", "first P", "=", "–", "–", "=", "="]),
    ]

    /// The activities of the states, by the first word of their names.
    static let activities: [Substring: [Session.Activity]] = [
        "idle": [],
        "connecting": [.stream(.player), .stream(.connection)],
        "live": [.stream(.player), .stream(.connection)],
        "late": [.stream(.player)],
        "first": [.stream(.player)],
    ]

    /// The state of that name, made by events: a session cannot be made otherwise.
    static func session(_ name: String) -> Session {
        let words = name.split(separator: " ")
        let ways: [Substring: [StreamState.Event]] = [
            "connecting": [.start], "live": [.start, .bufferFinished],
            "late": [.start, .playerFailed("late")], "first": [.start, .playerFailed("first")],
        ]
        var events = ways[words[0], default: []].map(Session.Event.stream)
        if words[1].hasSuffix("+") { events.append(.startPictureInPicture) }
        return events.reduce(into: Session(layout: words[1].hasPrefix("P") ? .portrait : .landscape)) {
            session,
            event in
            do { try session.handleEvent(event) } catch { Issue.record("\(session) does not handle \(event)") }
        }
    }

    static func activities(of name: String) -> [Session.Activity] {
        activities[name.split(separator: " ")[0], default: []]
            + (name.hasSuffix("+") ? [.pictureInPicture(.overlay)] : [])
    }

    static let pairs: [Pair<Session>] = table.flatMap { row in
        zip(events, row.cells).map { event, cell in
            if cell == "–" { return Pair(session(row.state), event) }
            let next = cell == "=" ? row.state : cell
            let (before, after) = (activities(of: row.state), activities(of: next))
            return Pair(
                session(row.state),
                event,
                session(next),
                exits: before.reversed().filter { !after.contains($0) },
                enters: after.filter { !before.contains($0) }
            )
        }
    }

    @Test(arguments: pairs)
    func `every pair does what is written down`(pair: Pair<Session>) {
        pair.check()
    }

    @Test func `every pair is written down`() {
        #expect(Self.table.allSatisfy { $0.cells.count == Self.events.count })
        expectComplete(Self.pairs, states: 10, events: 11)
    }

    @Test func `every pair of the small regions does what is written down`() {
        let layouts: [Pair<Session.Layout>] = [
            Pair(.portrait, .rotate(to: .portrait), .portrait),
            Pair(.portrait, .rotate(to: .landscape), .landscape),
            Pair(.landscape, .rotate(to: .portrait), .portrait),
            Pair(.landscape, .rotate(to: .landscape), .landscape),
        ]
        for pair in layouts { pair.check() }
        expectComplete(layouts, states: 2, events: 2)

        let pictures: [Pair<Session.PictureInPicture>] = [
            Pair(.inactive, .start, .active, enters: [.overlay]),
            Pair(.inactive, .stop),
            Pair(.active, .start),
            Pair(.active, .stop, .inactive, exits: [.overlay]),
        ]
        for pair in pictures { pair.check() }
        expectComplete(pictures, states: 2, events: 2)
    }

    /// What is entered and exited while these events are handled, one after the other.
    private func log(of events: [Session.Event]) -> [String] {
        let machine = StateMachine(Session())
        var log: [String] = []
        func name(_ activity: Session.Activity) -> String {
            switch activity {
            case .stream(.player): "player"
            case .stream(.connection): "connection"
            case .pictureInPicture(.overlay): "overlay"
            }
        }
        machine.onActivityEntry { log.append("+" + name($0)) }
        machine.onActivityExit { log.append("-" + name($0)) }
        for event in events { #expect(machine.send(event).isHandled, "\(event)") }
        return log
    }

    @Test func `the small window needs a live stream, and is not opened twice`() throws {
        var session = Session()
        #expect(session.rejection(of: .startPictureInPicture) == .notLive)
        for event in [Session.Event.stream(.start), .stream(.bufferFinished), .startPictureInPicture] {
            try session.handleEvent(event)
        }
        #expect(session.rejection(of: .startPictureInPicture) == .invalid)
        #expect(session.rejection(of: .stream(.start)) == .invalid)
    }

    @Test func `one player lives through rotation, errors, retries and picture in picture`() {
        let events: [Session.Event] = [
            .stream(.start), .rotate(to: .landscape), .stream(.bufferFinished), .rotate(to: .portrait),
            .startPictureInPicture, .rotate(to: .landscape), .stream(.playerFailed("lost")), .rotate(to: .portrait),
            .stream(.retry), .stream(.bufferFinished), .didEnterBackground, .willEnterForeground,
            .stopPictureInPicture, .stream(.stop),
        ]
        #expect(
            log(of: events) == [
                "+player", "+connection", "+overlay", "-overlay", "-connection", "+connection", "+overlay", "-overlay",
                "-connection", "-player",
            ]
        )
    }

    @Test func `rotation enters and exits nothing, wherever it happens`() {
        for row in Self.table {
            for layout in Session.Layout.allCases {
                let machine = StateMachine(Self.session(row.state))
                machine.start()
                machine.onActivityEntry { Issue.record("\(row.state) entered \($0)") }
                machine.onActivityExit { Issue.record("\(row.state) exited \($0)") }
                #expect(machine.send(.rotate(to: layout)).isHandled)
                #expect(machine.state.layout == layout)
                #expect(machine.state.stream == Self.session(row.state).stream)
            }
        }
    }

    @MainActor @Test func `a run has one task for the player, from the start of the stream to its end`() async throws {
        let begun = Journal<Session.Activity>()
        let ended = Journal<Session.Activity>()
        let clock = ManualClock()
        let machine = StateMachine(Session())
        let run = Task {
            await machine.run { activity, _ in
                begun.note(activity)
                try? await clock.sleep(for: .seconds(1))
                ended.note(activity)
            }
        }
        let stages: [(events: [Session.Event], tasks: Int)] = [
            ([.stream(.start), .stream(.bufferFinished)], 2),
            ([.didEnterBackground], 3),
            ([.rotate(to: .landscape), .willEnterForeground], 3),
            ([.stream(.playerFailed("lost"))], 1),
            ([.rotate(to: .portrait), .stream(.retry), .stream(.bufferFinished)], 2),
        ]
        for stage in stages {
            for event in stage.events { #expect(machine.send(event).isHandled, "\(event)") }
            #expect(await eventually { clock.sleeperCount == stage.tasks }, "\(stage.events)")
        }
        #expect(begun.entries.count { $0 == .stream(.player) } == 1)
        #expect(begun.entries.count { $0 == .stream(.connection) } == 2)
        #expect(begun.entries.count { $0 == .pictureInPicture(.overlay) } == 1)
        #expect(!ended.entries.contains(.stream(.player)))
        machine.send(.stream(.stop))
        #expect(await eventually { ended.entries.contains(.stream(.player)) })
        run.cancel()
        _ = await run.value
        #expect(clock.sleeperCount == 0)
    }
}
