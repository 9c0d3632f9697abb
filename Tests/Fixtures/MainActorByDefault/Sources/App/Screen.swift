import Observation
import StateMachines

/// A view model of the kind that such packages are full of.
@Observable
final class Screen {
    @ObservationIgnored let machine = StateMachine(Download.waiting)
    private(set) var attempts = 0

    var title: String { "\(machine.state)" }

    init() {
        machine.onActivityEntry { [weak self] _ in self?.attempts += 1 }
    }

    func run() async throws -> Download {
        machine.send(.start)
        return try await machine.run(until: \.isDone) { activity, send in
            switch activity {
            case .fetch(attempt: 3): await send(.succeed(bytes: 42))
            case .fetch: await send(.fail)
            }
        }
    }
}
