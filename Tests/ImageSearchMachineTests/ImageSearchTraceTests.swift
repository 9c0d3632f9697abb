import ImageSearchMachine
import StateMachineExampleProperties
import StateMachineExampleSupport
import StateMachineGraphs
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import StateMachineTesting
import StateMachines
import Testing

/// What can be seen of a model and its service.
private struct Screen: Hashable, CustomStringConvertible {
    let state: String
    let hasFocus: Bool
    let hasCancelButton: Bool
    let hasMessage: Bool

    /// How many requests the service has to answer.
    let requests: Int

    var description: String {
        "\(state), focus: \(hasFocus && hasCancelButton), message: \(hasMessage), requests: \(requests)"
    }
}

extension Screen {
    /// What has to be seen in a state.
    init(of state: ImageSearchState) {
        self.state = ValueName(of: state).path.joined(separator: ".")
        hasFocus = state == .searching
        hasCancelButton = state == .searching
        hasMessage = state.errorMessage != nil
        requests = state.activities.contains { $0 != .editing } ? 1 : 0
    }
}

/// A model that asks a service, and everything that can happen to the two.
@MainActor
private final class SearchWorld: SystemUnderTest {
    static let latency = Duration.seconds(1)

    let model: ImageSearchModel
    let witness: DriverMonitor<ImageSearchState>
    private let service: ImageService

    /// The service answers when it is moved.
    private let time: ManualClock

    /// How requests fail, one after the other.
    private var faults: [SearchFault] = [.status500, .truncated, .garbage, .refused]

    init(_ client: ImageSearchClient, _ service: ImageService, time: ManualClock) {
        self.service = service
        self.time = time
        model = ImageSearchModel(client: client)
        witness = DriverMonitor(model.machine, properties: ImageSearchState.properties)
    }

    func apply(_ event: ImageSearchState.Event) async throws -> SystemOutcome {
        switch event {
        case .startSearch: return try SystemOutcome(model.searchStatusChanged(.began))
        case .cancel: return try SystemOutcome(model.searchStatusChanged(.cancelled))
        case .search(let query):
            model.searchText = query
            return try SystemOutcome(model.searchStatusChanged(.submitted))
        case .success: return try await answer(event, with: nil)
        case .failure:
            faults.append(faults.removeFirst())
            return try await answer(event, with: faults.last)
        }
    }

    /// Has the service answer what it was asked.
    private func answer(_ event: ImageSearchState.Event, with fault: SearchFault?) async throws -> SystemOutcome {
        // When nothing was asked, this is an answer that comes too late.
        guard case .loading = model.state else { return try SystemOutcome(model.machine.send(event)) }
        defer { try? service.setFault(nil) }
        return try await witness.accepts(event) { [service] in
            try service.setFault(fault)
        } urging: { [time] in
            time.advance(by: Self.latency)
        }
    }

    /// Looks at the model at once, and at the service when the request has come, or has been given
    /// up.
    func observe() async -> Screen {
        let expected = Screen(of: model.state)
        _ = await eventually { service.requestsInProgress == expected.requests }
        return Screen(
            state: ValueName(of: model.state).path.joined(separator: "."),
            hasFocus: model.isSearching,
            hasCancelButton: model.showsCancelButton,
            hasMessage: model.errorMessage != nil,
            requests: service.requestsInProgress
        )
    }
}

/// The model, with a service that answers, fails, and is not waited for, along generated suites.
@MainActor
@Suite(.timeLimit(.minutes(5)), .outside) struct ImageSearchTraceTests {
    private func run(_ trace: Trace<ImageSearchState>, _ coverage: TransitionCoverage<ImageSearchState>) async throws {
        let time = ManualClock()
        // A client that is patient: a request that nobody has given up stays.
        try await withService(latency: SearchWorld.latency, clock: time, timeout: .seconds(600)) { client, service in
            let world = SearchWorld(client, service, time: time)
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

    @Test func `the model takes every path of the state machine`() async throws {
        let graph = try StateGraph(exploring: ImageSearchState.self)
        let coverage = TransitionCoverage(of: graph)
        for trace in try graph.traces(.transitionPairs) + graph.traces(.rejections) { try await run(trace, coverage) }
        // `require` throws if a path was not taken, as `run` does if the model differs.
        for goal in TransitionCoverage<ImageSearchState>.Goal.allCases { try coverage.require(goal) }
    }
}
