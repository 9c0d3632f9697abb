import StateMachineGraphs

extension ExecutableChart {
    /// A machine of regions in which each transition belongs to the region that it moves.
    ///
    /// A guard states the condition on the other regions.
    struct Regional {
        private let automaton: Automaton
        private let labels: [String?]
        /// The identifier of each state in each region.
        private var ids: [Feature: String] = [:]
        private(set) var root: ExecutableChart.State

        /// Creates the chart of an automaton.
        ///
        /// The result is `nil` if the machine has no regions, if its states have different regions,
        /// or if more than the cases of its regions matters.
        init?(_ automaton: Automaton) {
            let names = automaton.states.map(\.representative.name)
            guard let first = names.first, first.caseName == nil, first.regions.count > 1,
                !automaton.states.contains(where: \.isOneOfSeveral)
            else { return nil }
            let labels = first.regions.map(\.label)
            guard names.allSatisfy({ $0.caseName == nil && $0.regions.map(\.label) == labels }) else { return nil }
            self.automaton = automaton
            self.labels = labels

            var identifiers = Identifiers(taken: automaton.events.map(\.id))
            root = ExecutableChart.State(
                id: identifiers.identifier(for: "everything"),
                title: automaton.name,
                kind: .parallel
            )
            let regionIDs = labels.map { identifiers.identifier(for: $0 ?? "region") }
            let features = names.map { name in labels.indices.map { Self.feature(of: name, $0) } }
            for feature in features.joined() where ids[feature] == nil {
                ids[feature] = identifiers.identifier(for: feature.value.replacing(".", with: "_"))
            }
            for (region, label) in labels.enumerated() {
                var container = ExecutableChart.State(id: regionIDs[region], title: label ?? "")
                var inserted: Set<Feature> = []
                for index in automaton.initialFirst {
                    let (name, features) = (names[index], features[index])
                    guard inserted.insert(features[region]).inserted else { continue }
                    let path = name.regions[region].name.path
                    let leaf = ExecutableChart.State(
                        id: ids[features[region]] ?? "",
                        title: path.last ?? "",
                        transitions: transitions(from: features[region], in: region)
                    )
                    container.insert(leaf, in: path.dropLast(), &identifiers)
                }
                root.states.append(container)
            }
            root.transitions = transitionsToNowhere
        }

        /// The identifiers of the regions' states in a state of the automaton.
        func leaves(of state: Int) -> Set<String> { Set(features(of: state).compactMap { ids[$0] }) }

        private static func feature(of name: ValueName, _ region: Int) -> Feature {
            let label = name.regions[region].label
            return Feature(
                kind: .region,
                label: label,
                index: region,
                value: MachineDescription.title(of: name.regions[region].name)
            )
        }

        private enum Outcome: ObservedOutcome {
            case moves(to: Feature, output: ValueName?)
            case stays(output: ValueName?)
            case none
        }

        /// Returns the transitions that lead from one state of a region to another.
        ///
        /// If an event moves several regions, the output belongs to the transition of the first
        /// one.
        private func transitions(from feature: Feature, in region: Int) -> [ExecutableChart.Transition] {
            transitions { state, reaction in
                guard features(of: state)[region] == feature else { return nil }
                guard let reaction else { return Outcome.none }
                let (sources, targets) = (features(of: state), features(of: reaction.target))
                guard targets[region] != feature else { return Outcome.none }
                let isFirst = sources[..<region] == targets[..<region]
                return .moves(to: targets[region], output: isFirst ? reaction.output : nil)
            }
        }

        /// Transitions of events that are handled but change nothing.
        private var transitionsToNowhere: [ExecutableChart.Transition] {
            transitions { state, reaction in
                guard let reaction, reaction.target == state else { return Outcome.none }
                return .stays(output: reaction.output)
            }
        }

        private func transitions(
            _ outcome: (_ state: Int, _ reaction: MachineDescription.Reaction?) -> Outcome?
        ) -> [ExecutableChart.Transition] {
            automaton.events.indices.flatMap { event in
                let observations = automaton.states.indices.compactMap { state in
                    let transition = automaton.transitions.first { $0.source == state && $0.event == event }
                    return outcome(state, transition?.reaction).map {
                        Observation(features: features(of: state), outcome: $0)
                    }
                }
                // The features contain the cases of every region, so some of them decide the
                // outcome.
                return (distinctions(of: observations) ?? []).compactMap { outcome, values in
                    transition(for: event, outcome, when: values)
                }
            }
        }

        private func transition(for event: Int, _ outcome: Outcome, when values: [[Feature]]) -> Transition? {
            let guards = values == [[]] ? [] : values.map { $0.compactMap { ids[$0] } }
            return switch outcome {
            case .moves(let target, let output):
                ExecutableChart.Transition(event: event, target: ids[target], guards: guards, output: output)
            case .stays(let output): ExecutableChart.Transition(event: event, guards: guards, output: output)
            case .none: nil
            }
        }

        private func features(of state: Int) -> [Feature] {
            labels.indices.map { Self.feature(of: automaton.states[state].representative.name, $0) }
        }
    }
}
