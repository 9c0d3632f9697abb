import StateMachineDiagrams
import StateMachineGraphs
import StateMachineTestSupport
import StateMachines
import Testing

/// What charts claim of machines made at random, with two regions of which one has payloads.
@Suite(.timeLimit(.minutes(5)), .computing) struct RandomChartTests {
    @Test(arguments: 0..<UInt64(ProcessEnvironment.runs(40)))
    func `an event that is said to leave all as it is does so, and nothing leads out of an end`(seed: UInt64) {
        let machine = randomMachine(seed: seed)
        let chart = DrawnChart(of: machine)
        let ignored = Set(chart.ignored.map(\.event))
        #expect(ignored.isDisjoint(with: chart.updating.map(\.event)))
        for step in machine.steps {
            guard let reaction = step.reaction else { continue }
            let (before, after) = (machine.states[step.source].name, machine.states[reaction.target].name)
            let event = machine.events[step.event].caseName ?? ""
            if before.path == after.path, ignored.contains(event) { #expect(before == after, "\(event) in \(before)") }
            for (region, other) in zip(before.regions, after.regions) where isEnd(region, chart) {
                #expect(region.name == other.name, "\(event) leads from \(region) to \(other)")
            }
        }
    }

    private func isEnd(_ region: ValueName.Region, _ chart: DrawnChart) -> Bool {
        chart.regions.first { $0.name == region.label }?.states.first { $0.name == region.name.caseName }?.isEnd
            ?? false
    }

    private func randomMachine(seed: UInt64) -> MachineDescription {
        var generator = SeededGenerator(seed: seed)
        let counters = [("empty", nil), ("open", "0"), ("open", "1"), ("done", nil)].map { caseName, count in
            ValueName(caseName: caseName, payload: count.map { [.init(label: "count", value: $0)] } ?? [])
        }
        let switches = ["off", "on"].map { ValueName(caseName: $0) }
        let names = counters.flatMap { counter in
            switches.map {
                ValueName(caseName: nil, regions: [.init(label: "a", name: counter), .init(label: "b", name: $0)])
            }
        }
        let steps = names.indices.flatMap { source in
            (0..<3).map { event -> MachineDescription.Step in
                // Few moves leave some states without a way out, and some events without an effect.
                let isMoving = generator.chance(1, in: event == 0 ? 12 : 3)
                let target = isMoving ? Int.random(in: names.indices, using: &generator) : source
                let isHandled = generator.chance(3, in: 4)
                return .init(source: source, event: event, reaction: isHandled ? .init(target: target) : nil)
            }
        }
        return MachineDescription(
            name: "random",
            states: names.enumerated().map { .init(name: $1, isInitial: $0 == 0) },
            events: ["x", "y", "z"].map { ValueName(caseName: $0) },
            steps: steps
        )
    }
}
