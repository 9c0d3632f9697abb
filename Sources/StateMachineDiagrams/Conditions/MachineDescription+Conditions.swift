import StateMachineGraphs
import StateMachines

extension MachineDescription {
    /// Returns the features that the outcome of a step may depend on.
    func features(of step: Step) -> [Feature] {
        namedFeatures(of: step) + Feature.features(of: events[step.event].fields, .event)
            + Feature.features(of: states[step.source].name.fields, .state)
    }

    /// Returns the conditions with a name as features of a step.
    func namedFeatures(of step: Step) -> [Feature] {
        zip(conditions, step.conditions).enumerated().map { index, condition in
            Feature(kind: .named, label: condition.0, index: index, value: "\(condition.1)")
        }
    }

    /// Messages about conditions with a name that decide nothing.
    var conditionDefects: [String] {
        let duplicates = conditions.uniqued().filter { name in conditions.count { $0 == name } > 1 }
        let cells = Dictionary(grouping: steps) {
            [Self.title(of: states[$0.source].name), Self.title(of: events[$0.event])]
        }
        let deciding = cells.values.reduce(into: Set<String?>()) { names, steps in
            // A rejection for a reason needs no condition.
            let observations = steps.filter { $0.rejection == nil }.map(observation)
            guard let keys = decidingFeatures(of: observations) else { return }
            names.formUnion(keys.filter { $0.kind == .named }.map(\.label))
        }
        return duplicates.map { "Two conditions are called “\($0)”. Give each its own name." }
            + conditions.indices.filter { !deciding.contains(conditions[$0]) }.map { uselessness(of: $0) }
    }

    /// The effects of a step on everything that a table shows.
    private struct Effect: ObservedOutcome {
        var isRejection = false
        var reason: String?
        var target: [String] = []
        var isUnchanged = false
        var exited: [String] = []
        var entered: [String] = []
        var output: String?
    }

    private func observation(of step: Step) -> Observation<Effect> {
        Observation(features: features(of: step), outcome: effect(of: step))
    }

    private func effect(of step: Step) -> Effect {
        guard let reaction = step.reaction else { return Effect(isRejection: true, reason: step.reason) }
        return Effect(
            target: states[reaction.target].name.path,
            isUnchanged: reaction.target == step.source,
            exited: reaction.exited.map(Self.title),
            entered: reaction.entered.map(Self.title),
            output: reaction.shownOutput.map(Self.title)
        )
    }

    /// Returns a message that says why a condition decides nothing.
    private func uselessness(of condition: Int) -> String {
        let name = "The condition “\(conditions[condition])”"
        let values = Set(steps.map { $0.conditions[condition] })
        guard values.count > 1 else {
            let (value, other) = values.contains(true) ? ("true", "false") : ("false", "true")
            return
                "\(name) is \(value) for every sample. Add a sample for which it is \(other), or remove the condition."
        }
        let cells = Dictionary(grouping: steps.indices.filter { steps[$0].rejection == nil }) {
            [Self.title(of: states[steps[$0].source].name), Self.title(of: events[steps[$0].event])]
        }
        let varying = cells.values.filter { cell in Set(cell.map { steps[$0].conditions[condition] }).count > 1 }
            .sorted { $0[0] < $1[0] }
        guard !varying.isEmpty else {
            return "\(name) has one value in each cell of the table, so no outcome depends on it. Remove it."
        }
        for cell in varying {
            for (one, first) in cell.enumerated() {
                let second = cell[(one + 1)...].first { second in
                    steps[first].conditions[condition] == steps[second].conditions[condition]
                        && effect(of: steps[first]) != effect(of: steps[second])
                }
                guard let second else { continue }
                let value = steps[first].conditions[condition]
                return
                    "\(name) does not decide what happens: it is \(value) for both \(text(of: first)) and \(text(of: second)). Change the condition, or add another one."
            }
        }
        return "\(name) makes no difference: where it varies, all events have the same outcome. Remove it."
    }

    /// A step in words: `idle ─ start → connecting`.
    private func text(of step: Int) -> String {
        let step = steps[step]
        let target = step.reaction.map { "\(states[$0.target].name)" } ?? "–"
        return "\(states[step.source].name) ─ \(events[step.event]) → \(target)"
    }
}
