public import Observation
public import StateMachines

/// The view model of a camera stream, with the properties and actions that a screen needs.
///
/// ```swift
/// let model = StreamModel(camera: CameraClient(address: address))
/// Task { await model.run() }      // makes the connections
/// model.start()                       // connecting, then live: show model.player?.latestFrame
/// model.retry()                       // after an error, with the same player
/// ```
///
/// Views can observe every property that they show.
@MainActor
@Observable
public final class StreamModel {
    /// The player, which stays the same until the stream stops; `nil` only in the idle state.
    public private(set) var player: StreamPlayer?

    /// The stream's state machine.
    public let machine = StateMachine(StreamState.idle)

    /// A closure to call with each frame and the number of frames skipped before it.
    ///
    /// The model calls it after it has updated the player and the machine.
    @ObservationIgnored public var onFrame: ((_ frame: CameraFrame, _ skipped: Int) -> Void)?

    private let camera: CameraClient
    private let timeout: Duration
    private let stopwatch: Stopwatch

    /// Creates a model for a camera.
    ///
    /// - Parameters:
    ///   - camera: The camera that sends the frames.
    ///   - timeout: The longest time to wait for the first frame and for each later frame.
    ///   - clock: The clock that measures the timeout and the frame rate.
    public init(
        camera: CameraClient,
        timeout: Duration = .seconds(10),
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        self.camera = camera
        self.timeout = timeout
        stopwatch = Stopwatch(clock)
        // Hooks create and release the player within the transition. So a new connection always
        // finds a player, and the idle state never has one.
        machine.onActivityEntry { [weak self, stopwatch] activity in
            switch activity {
            case .player: self?.player = StreamPlayer(stopwatch: stopwatch)
            case .connection: break
            }
        }
        machine.onActivityExit { [weak self] activity in
            switch activity {
            case .player: self?.player = nil
            case .connection: break
            }
        }
    }

    /// The machine's current state, which determines the screen to show.
    public var state: StreamState { machine.state }

    /// The error message, in the error state.
    public var errorMessage: String? { state.errorMessage }

    /// Starts the stream.
    @discardableResult
    public func start() -> StateMachine<StreamState>.Outcome { machine.send(.start) }

    /// Stops the stream and releases the player.
    @discardableResult
    public func stop() -> StateMachine<StreamState>.Outcome { machine.send(.stop) }

    /// Connects again after an error, with the same player.
    @discardableResult
    public func retry() -> StateMachine<StreamState>.Outcome { machine.send(.retry) }

    /// Plays and connects as the state requires, until the machine reaches a given state or the
    /// task is cancelled.
    ///
    /// - Parameter isLast: A closure that receives a state and returns whether the run ends in that
    ///   state. By default, the run ends only when its task is cancelled.
    /// - Returns: The state in which the run ended.
    @discardableResult
    public func run(until isLast: ((StreamState) -> Bool)? = nil) async -> StreamState {
        await machine.run(until: isLast) { activity, send in
            switch activity {
            case .player: await self.player?.play()
            case .connection: await self.connect(send)
            }
        }
    }

    private func connect(_ send: StateMachine<StreamState>.Sender) async {
        guard let player else { return }
        let connection = StreamConnection(of: player, to: camera, timeout: timeout, stopwatch: stopwatch)
        let error = await connection.run {
            await send(.bufferFinished)
        } didReceive: { [weak self] frame, skipped in
            self?.onFrame?(frame, skipped)
        }
        await send(.playerFailed("\(error)"))
    }
}
