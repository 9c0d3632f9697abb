public import Observation
public import StateMachines

/// The view model of a camera stream: what a screen shows, and what its buttons do.
///
/// ```swift
/// let model = StreamModel(camera: CameraClient(address: address))
/// Task { try await model.run() }      // does the connecting
///
/// model.start()                       // connecting, then live; model.player?.latestFrame is the picture
/// model.retry()                       // after an error, with the same player
/// ```
///
/// Everything it shows can be observed.
@MainActor
@Observable
public final class StreamModel {
    /// The player; `nil` only in the idle state, and the same one until the stream is stopped.
    public private(set) var player: StreamPlayer?

    /// The machine that decides.
    @ObservationIgnored public let machine = StateMachine(StreamState.idle)

    /// Called with each picture, and with how many were skipped before it, after the player and the
    /// machine.
    @ObservationIgnored public var onFrame: ((_ frame: CameraFrame, _ skipped: Int) -> Void)?

    @ObservationIgnored private let camera: CameraClient
    @ObservationIgnored private let timeout: Duration
    @ObservationIgnored private let stopwatch: Stopwatch

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - camera: The camera that sends the pictures.
    ///   - timeout: How long to wait for a picture, the first one and each later one.
    ///   - clock: The clock that measures the timeout and the pictures per second.
    public init(
        camera: CameraClient,
        timeout: Duration = .seconds(10),
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        self.camera = camera
        self.timeout = timeout
        stopwatch = Stopwatch(clock)
        // In the transition itself, so that a connection that begins finds the player, and the idle
        // state has none.
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

    /// The state of the machine, which decides which screen is shown.
    public var state: StreamState { machine.state }

    /// What went wrong, in the error state.
    public var errorMessage: String? { state.errorMessage }

    /// Starts the stream.
    @discardableResult
    public func start() -> StateMachine<StreamState>.Outcome { machine.send(.start) }

    /// Stops the stream, and releases the player.
    @discardableResult
    public func stop() -> StateMachine<StreamState>.Outcome { machine.send(.stop) }

    /// Connects again after an error, with the same player.
    @discardableResult
    public func retry() -> StateMachine<StreamState>.Outcome { machine.send(.retry) }

    /// Plays and connects as the state requires, until a state is reached or the task that calls
    /// this is cancelled.
    ///
    /// - Parameter isLast: Whether to end in this state; by default it ends in none.
    /// - Returns: The state in which it ended.
    /// - Throws: `MachineAlreadyRunning` if this model is being run already.
    @discardableResult
    public func run(until isLast: ((StreamState) -> Bool)? = nil) async throws(MachineAlreadyRunning) -> StreamState {
        try await machine.run(until: isLast) { activity, send in
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
