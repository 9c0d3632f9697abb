import RemoteContentMachine
import StateMachineExampleProperties
import StateMachineExampleSupport
import StateMachineGraphs
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import Testing

/// What can be seen of a model and its feed.
private struct Screen: Hashable, CustomStringConvertible {
    let state: RemoteContentState
    let hasMessage: Bool

    /// How many requests the service has to answer.
    let requests: Int

    var description: String {
        "\(state), message: \(hasMessage), requests: \(requests)"
    }
}

extension Screen {
    /// What has to be seen in a state.
    init(of state: RemoteContentState) {
        self.state = state
        hasMessage = state == .error
        requests = state.isLoading ? 1 : 0
    }
}

/// A model that reads a feed, and everything that can happen to the two.
@MainActor
private final class FeedWorld: SystemUnderTest {
    static let latency = Duration.seconds(1)

    let model: FeedModel
    let witness: DriverMonitor<RemoteContentState>
    private let service: FeedService

    /// The service answers when it is moved.
    private let time: ManualClock

    /// How requests fail, one after the other.
    private var faults: [FeedFault] = [.status500, .disconnect, .truncated, .garbage, .refused]

    init(_ client: FeedClient, _ service: FeedService, time: ManualClock) {
        self.service = service
        self.time = time
        model = FeedModel(client: client)
        witness = DriverMonitor(model.content.machine, properties: RemoteContentState.properties)
    }

    func apply(_ event: RemoteContentState.Event) async throws -> SystemOutcome {
        switch event {
        case .didTriggerReload: return try SystemOutcome(model.reload())
        case .didReceiveError:
            guard model.state.isLoading else { return try SystemOutcome(model.content.receiveError()) }
            faults.append(faults.removeFirst())
            return try await answer(event, with: faults.last)
        case .didReceiveEmptyData: return try await receive([], as: event)
        case .didReceiveData: return try await receive(FeedEdition.bundled[0], as: event)
        }
    }

    /// Has the service answer with entries; when nothing was asked, hands the model an answer that
    /// comes too late.
    private func receive(_ entries: [FeedEntry], as event: RemoteContentState.Event) async throws -> SystemOutcome {
        guard model.state.isLoading else {
            let items = entries.map { FeedItem(id: $0.id, title: "late") }
            return try SystemOutcome(model.content.receiveData(items))
        }
        service.replaceEditions(by: [entries])
        let acceptance = try await answer(event, with: nil)
        #expect(model.items.map(\.title) == entries.map(\.title))
        return acceptance
    }

    private func answer(_ event: RemoteContentState.Event, with fault: FeedFault?) async throws -> SystemOutcome {
        defer { try? service.setFault(nil) }
        return try await witness.accepts(event) { [service] in
            try service.setFault(fault)
        } urging: { [time] in
            time.advance(by: Self.latency)
        }
    }

    /// Looks at the model at once, and at the service when the request has come, or has been
    /// answered.
    func observe() async -> Screen {
        let expected = Screen(of: model.state)
        _ = await eventually { service.requestsInProgress == expected.requests }
        return Screen(
            state: model.state,
            hasMessage: model.errorMessage != nil,
            requests: service.requestsInProgress
        )
    }
}

/// The model, with a feed that answers and fails, along generated suites.
@MainActor
@Suite(.timeLimit(.minutes(5)), .outside) struct FeedTraceTests {
    private func withWorld(_ body: (FeedWorld) async throws -> Void) async throws {
        let time = ManualClock()
        // A client that is patient: a request that nobody has given up stays.
        try await withFeed(latency: FeedWorld.latency, clock: time, timeout: .seconds(600)) { client, service in
            let world = FeedWorld(client, service, time: time)
            world.model.start()
            try await running({ await world.model.run() }) {
                try await body(world)
            }
            #expect(world.witness.complaints.isEmpty)
        }
    }

    @Test func `the model takes every path of the state machine`() async throws {
        let graph = try StateGraph(exploring: RemoteContentState.self)
        let coverage = TransitionCoverage(of: graph)
        for trace in try graph.traces(.transitionPairs) + graph.traces(.rejections) {
            try await withWorld { world in
                try await trace.run(
                    on: world,
                    clock: ManualClock(),
                    expecting: Screen.init,
                    onStep: coverage.record
                )
            }
        }
        // `require` throws if a path was not taken, as `run` does if the model differs.
        for goal in TransitionCoverage<RemoteContentState>.Goal.allCases { try coverage.require(goal) }
    }

    /// The flat machine reloads where the nested one refreshes, and has no way out of data, so only
    /// what it accepts is tried.
    @Test func `the model takes every path of the flat machine`() async throws {
        let graph = try StateGraph(exploring: FlatRemoteContentState.self)
        let coverage = TransitionCoverage(of: graph)
        for trace in try graph.traces(.transitionPairs) {
            try await withWorld { world in
                let system = AnySystemUnderTest<RemoteContentState.Event, FlatRemoteContentState> {
                    try await world.apply($0)
                } observe: {
                    FlatRemoteContentState(seen: await world.observe().state)
                }
                try await trace.run(on: system, clock: ManualClock(), onStep: coverage.record)
            }
        }
        // `require` throws if a path was not taken, as `run` does if the model differs.
        try coverage.require(.states)
        try coverage.require(.transitions)
    }

    /// The child has no error: the parent leaves the content for one, and then there is no child to
    /// compare.
    @Test func `loaded content takes every path of the child's machine`() async throws {
        let graph = try StateGraph(exploring: DataPresence.self)
        let coverage = TransitionCoverage(of: graph)
        for trace in try graph.traces(.transitionPairs) + graph.traces(.rejections) {
            try await withWorld { world in
                let first: RemoteContentState.Event = trace.initial == .empty ? .didReceiveEmptyData : .didReceiveData
                #expect(try await world.apply(first) == .handled)
                let system = AnySystemUnderTest<DataPresence.Event, DataPresence?> {
                    try await world.apply($0.ofParent)
                } observe: {
                    await world.observe().state.presence
                }
                try await trace.run(on: system, clock: ManualClock(), expecting: { $0 }, onStep: coverage.record)
            }
        }
        for goal in TransitionCoverage<DataPresence>.Goal.allCases { try coverage.require(goal) }
    }
}

extension FlatRemoteContentState {
    /// The view of a screen without refreshes.
    fileprivate init(seen state: RemoteContentState) {
        self =
            switch state {
            case .loading, .loaded(.refresh): .loading
            case .loaded(.empty): .empty
            case .loaded(.data): .data
            case .error: .error
            }
    }
}

extension DataPresence.Event {
    /// What reaches the child as this event.
    fileprivate var ofParent: RemoteContentState.Event {
        switch self {
        case .didTriggerRefresh: .didTriggerReload
        case .didReceiveEmptyData: .didReceiveEmptyData
        case .didReceiveData: .didReceiveData
        }
    }
}
