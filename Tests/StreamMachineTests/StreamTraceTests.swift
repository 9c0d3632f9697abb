import Foundation
import StateMachineExampleProperties
import StateMachineExampleSupport
import StateMachineGraphs
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import StreamMachine
import Testing

/// What can be seen of a model and its camera.
private struct Screen: Hashable, CustomStringConvertible {
    let state: String
    let hasPlayer: Bool
    let hasMessage: Bool

    /// How many requests the camera answers.
    let requests: Int

    var description: String {
        "\(state), player: \(hasPlayer), message: \(hasMessage), requests: \(requests)"
    }
}

extension Screen {
    /// What has to be seen in a state.
    init(of state: StreamState) {
        self.state = ValueName(of: state).path.joined(separator: ".")
        hasPlayer = state.isStreaming
        hasMessage = state.errorMessage != nil
        requests = state.activities.contains(.connection) ? 1 : 0
    }
}

/// A model that watches a camera, and everything that can happen to the two.
@MainActor
private final class StreamWorld: SystemUnderTest {
    private static let timeout = Duration.seconds(10)

    let model: StreamModel
    let witness: DriverMonitor<StreamState>
    private let camera: LoopbackCamera

    /// The camera takes a picture when it is moved.
    private let pictures: ManualClock

    /// What the model measures pauses with.
    private let time = ManualClock()

    init(_ camera: LoopbackCamera, at address: URL, pictures: ManualClock) {
        self.camera = camera
        self.pictures = pictures
        model = StreamModel(camera: CameraClient(address: address), timeout: Self.timeout, clock: time)
        witness = DriverMonitor(model.machine, properties: StreamState.properties)
    }

    func apply(_ event: StreamState.Event) async throws -> SystemOutcome {
        switch event {
        case .start: return try SystemOutcome(model.start())
        case .stop: return try SystemOutcome(model.stop())
        case .retry: return try SystemOutcome(model.retry())
        case .bufferFinished, .playerFailed:
            // Without a connection, the event can only be a late report, sent directly.
            guard model.machine.activities.contains(.connection) else {
                return try SystemOutcome(model.machine.send(event))
            }
            return try await report(event)
        }
    }

    /// Has the camera do what makes the player report an event.
    private func report(_ event: StreamState.Event) async throws -> SystemOutcome {
        switch event {
        case .bufferFinished:
            return try await witness.accepts(event) { [model, time] in
                // After a pause the buffer has run dry.
                if model.state.isLive { time.advance(by: .seconds(3)) }
            } urging: { [pictures] in
                pictures.advance(by: .milliseconds(50))
            }
        case .playerFailed("timed out"):
            return try await witness.accepts(event, urging: { [time] in time.advance(by: Self.timeout) })
        case .playerFailed:
            defer { try? camera.setFault(nil) }
            return try await witness.accepts(event, after: { [camera] in try camera.setFault(.refused) })
        case .start, .stop, .retry: return .unknown
        }
    }

    /// Looks at the model at once, and at the camera when the connection has been made, or has
    /// ended.
    func observe() async -> Screen {
        let expected = Screen(of: model.state)
        _ = await eventually { camera.requestsInProgress == expected.requests }
        return Screen(
            state: ValueName(of: model.state).path.joined(separator: "."),
            hasPlayer: model.player != nil,
            hasMessage: model.errorMessage != nil,
            requests: camera.requestsInProgress
        )
    }
}

/// The model, with a camera that sends pictures, keeps silent, and goes away, along generated
/// suites.
@MainActor
@Suite(.timeLimit(.minutes(5)), .outside) struct StreamTraceTests {
    /// The camera breaks off a connection once: no error can follow an error, whose connection is
    /// over.
    private static let leftOut: Set<TransitionCoverage<StreamState>.Pair> = [.init(.error(""), .playerFailed(""))]

    private func run(_ trace: Trace<StreamState>, _ coverage: TransitionCoverage<StreamState>) async throws {
        let pictures = ManualClock()
        // A picture is whole when the next one begins, so that there is none before the clock is
        // moved.
        try await withCamera(announcesLength: false, clock: pictures) { camera, address in
            let world = StreamWorld(camera, at: address, pictures: pictures)
            try await running({ await world.model.run() }) {
                try await trace.run(
                    on: world,
                    clock: ManualClock(),
                    expecting: Screen.init,
                    onStep: coverage.record
                )
            }
            #expect(world.witness.complaints.isEmpty)
        }
    }

    @Test func `the model takes every path of the state machine, as far as a camera can cause it`() async throws {
        let graph = try StateGraph(exploring: StreamState.self)
        let coverage = TransitionCoverage(of: graph)
        for trace in try graph.traces(.transitionPairs) + graph.traces(.rejections) {
            try await run(trace.keeping { !Self.leftOut.contains(.init($0, $1)) }, coverage)
        }
        // `require` throws if a path was not taken, as `run` does if the model differs.
        try coverage.require(.states)
        try coverage.require(.transitions, except: Self.leftOut)
        try coverage.require(.pairs, except: Self.leftOut)
    }
}
