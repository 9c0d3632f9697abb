import StateMachineGraphs
import StateMachines

/// A trial that sends random events to a running machine, from outside and from its activities, and
/// checks the laws.
actor RunTrial<Definition: FiniteStateDefinition> {
    typealias Sender = StateMachine<Definition>.Sender

    private let machine: StateMachine<Definition>
    private let monitor = InstanceMonitor<Definition.Activity>()
    private let clock = ManualClock()
    private let events: [Definition.Event]
    private let seed: UInt64
    private var hasBegun = false

    init(_ plan: RandomPlan<Definition>, seed: UInt64) {
        machine = StateMachine(plan.initial)
        events = plan.items.map(\.event)
        self.seed = seed
    }

    /// Runs the trial and returns the first violated law, if any.
    func lawBroken() async throws -> BrokenLaw? {
        var random = SeededGenerator(seed: seed)
        machine.onActivityExit { [monitor] in monitor.exit($0) }
        machine.onTransition { [monitor] _ in monitor.deliver() }
        machine.onRejection { [monitor] _ in monitor.deliver() }
        let run = Task { try await self.run() }
        return try await withTaskCancellationHandler {
            try await sendEvents(during: run, using: &random)
        } onCancel: {
            run.cancel()
        }
    }

    private func sendEvents(during run: Task<Void, any Error>, using random: inout SeededGenerator) async throws
        -> BrokenLaw?
    {
        let sender = machine.sender()
        while !hasBegun { await Task.yield() }
        for event in events {
            monitor.answer(isOffered: (await sender.send(event)).isOffered)
            if Int.random(in: 0..<3, using: &random) == 0 { await Task.yield() }
        }
        let isStopped = Bool.random(using: &random)
        if isStopped { machine.stop() } else { run.cancel() }
        try await run.value
        monitor.endRun()
        if let broken = monitor.broken.first { return broken }
        guard isStopped else { return nil }
        if let activity = machine.activities.first {
            return BrokenLaw(.nothingLeft, "\(ValueName(of: activity)) still runs after the machine was stopped.")
        }
        if let event = events.first, (await sender.send(event)).isOffered {
            return BrokenLaw(.nothingLeft, "The machine accepts \(ValueName(of: event)) after it was stopped.")
        }
        return nil
    }

    var lawBrokenSoFar: BrokenLaw? { monitor.broken.first }

    private func run() async throws {
        hasBegun = true
        await machine.run { [monitor, clock, events, seed] activity, send in
            let cancellation = InstanceMonitor<Definition.Activity>.Cancellation()
            await withTaskCancellationHandler {
                let number = monitor.begin(activity, cancellation)
                var random = SeededGenerator(seed: seed &+ 31 &* UInt64(number))
                // Activities that enter each other would never rest, so each instance sends few
                // events, and late instances send none.
                let count = number < 2 * events.count ? Int.random(in: 0...2, using: &random) : 0
                for _ in 0..<count {
                    guard let event = events.randomElement(using: &random) else { break }
                    let outcome = await send(event)
                    monitor.answer(isOffered: outcome.isOffered)
                }
                // Some instances end early; most of them continue until they are cancelled.
                if Int.random(in: 0..<4, using: &random) > 0 { try? await clock.sleep(for: .seconds(1)) }
                if cancellation.isCancelled, let event = events.randomElement(using: &random) {
                    let outcome = await send(event)
                    monitor.answer(isOffered: outcome.isOffered, toExited: activity)
                }
                monitor.end(number)
            } onCancel: {
                cancellation.cancel()
            }
        }
    }
}

extension StateMachine.Outcome {
    /// Whether the state was offered the event.
    var isOffered: Bool {
        switch self {
        case .handled, .rejected: true
        case .enqueued, .dropped: false
        }
    }
}
