import StateMachineTestSupport
import StateMachines
import StreamMachine
import Testing

@Suite(.timeLimit(.minutes(5)), .computing) struct StreamStateTests {
    static let failed = StreamState.Event.playerFailed("late")

    static let pairs: [Pair<StreamState>] = [
        Pair(.idle, .start, .connecting, enters: [.player, .connection]),
        Pair(.idle, .bufferFinished),
        Pair(.idle, failed),
        Pair(.idle, .stop),
        Pair(.idle, .retry),

        Pair(.connecting, .start),
        Pair(.connecting, .bufferFinished, .live),
        Pair(.connecting, failed, .error("late"), exits: [.connection]),
        Pair(.connecting, .stop, .idle, exits: [.connection, .player]),
        Pair(.connecting, .retry),

        Pair(.live, .start),
        Pair(.live, .bufferFinished, .live),
        Pair(.live, failed, .error("late"), exits: [.connection]),
        Pair(.live, .stop, .idle, exits: [.connection, .player]),
        Pair(.live, .retry),

        Pair(.error("first"), .start),
        Pair(.error("first"), .bufferFinished),
        Pair(.error("first"), failed, .error("first")),
        Pair(.error("first"), .stop, .idle, exits: [.player]),
        Pair(.error("first"), .retry, .connecting, enters: [.connection]),
    ]

    @Test(arguments: pairs)
    func `every pair does what is written down`(pair: Pair<StreamState>) {
        pair.check()
    }

    @Test func `every pair is written down`() {
        expectComplete(Self.pairs, states: 4, events: 5)
    }

    @Test(arguments: [
        (StreamState.idle, false, false, 0, nil),
        (.connecting, false, true, 1, nil),
        (.live, true, true, 2, nil),
        (.error("no signal"), false, true, 3, "no signal"),
    ])
    func `what a view reads of a state`(
        state: StreamState,
        isLive: Bool,
        isStreaming: Bool,
        phase: Int,
        message: String?
    ) {
        #expect(state.isLive == isLive)
        #expect(state.isStreaming == isStreaming)
        #expect(state.phase == phase)
        #expect(state.errorMessage == message)
    }

    @Test func `the phase stays when only the message differs`() {
        #expect(StreamState.error("a") != .error("b"))
        #expect(StreamState.error("a").phase == StreamState.error("b").phase)
    }

    @Test func `the player survives errors and retries, the connection comes and goes`() {
        let machine = StateMachine(StreamState.idle)
        var log: [String] = []
        machine.onActivityEntry { log.append("+\($0)") }
        machine.onActivityExit { log.append("-\($0)") }
        for event in [.start, .playerFailed("x"), .retry, .bufferFinished, .playerFailed("y"), .retry, .stop]
            as [StreamState.Event]
        {
            #expect(machine.send(event).isHandled)
        }
        #expect(
            log.map { $0.replacing("StreamMachine.StreamState.Activity.", with: "") } == [
                "+player", "+connection", "-connection", "+connection", "-connection", "+connection", "-connection",
                "-player",
            ]
        )
    }
}
