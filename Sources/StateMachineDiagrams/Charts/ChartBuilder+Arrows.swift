import StateMachineGraphs
import StateMachines

extension ChartBuilder {
    private enum Outcome: ObservedOutcome {
        case moves(to: StatePath, output: String?)
        case stays(output: String?)
        case elsewhere
        case rejected(String?)

        var isRejection: Bool { if case .rejected = self { true } else { false } }
        var reason: String? { if case .rejected(let reason) = self { reason } else { nil } }
    }

    /// The outcome of one step of the machine for a part of a state.
    private struct Sighting {
        var observation: Observation<Outcome>
        var reaction: MachineDescription.Reaction?
        /// The index among the steps of the machine.
        var step: Int
    }

    private struct Place: Hashable {
        var path: StatePath
        var event: String
    }

    /// Adds the arrows for each event in each state of the chart, with their conditions.
    mutating func addArrows() {
        var places: [Place] = []
        var observations: [Place: [Sighting]] = [:]
        for (index, step) in machine.steps.enumerated() {
            let event = machine.events[step.event]
            let source = machine.states[step.source].name
            let changes = step.reaction.map { source.moves(to: machine.states[$0.target].name) }
            for unit in source.units {
                let outcome = Self.outcome(of: step, changes, for: unit)
                let features =
                    machine.namedFeatures(of: step) + Feature.features(of: event.fields, .event) + unit.others
                    + Feature.features(of: unit.name.fields, .state)
                let place = Place(path: unit.path, event: MachineDescription.title(of: event))
                if observations[place] == nil { places.append(place) }
                observations[place, default: []].append(
                    Sighting(
                        observation: Observation(features: features, outcome: outcome),
                        reaction: step.reaction,
                        step: index
                    )
                )
            }
        }
        let ranks = eventRanks
        places = places.sorted(byKeys: { [ids[$0.path] ?? 0, ranks[$0.event] ?? 0] })
        let hasRegions = machine.states.contains { $0.name.units.count > 1 }
        var drawn: Set<String> = []
        for place in places {
            let here = observations[place, default: []]
            for (outcome, when) in conditions(of: here.map(\.observation), isBesideRejections: false) {
                let alike = here.filter { $0.observation.outcome == outcome }
                let steps = alike.map(\.step)
                let outputs = alike.compactMap { $0.reaction?.shownOutput }
                let output = outputs.isEmpty ? nil : common(outputs)
                let newLabels = when.map { condition in
                    Label(event: place.event, condition: condition, output: output)
                }
                switch outcome {
                case .moves(let target, _): add(newLabels, from: place.path, to: target, steps)
                case .stays where !hasRegions: add(newLabels, from: place.path, to: place.path, steps)
                case .stays where when == [.always] && isDecided(place, observations, places):
                    add(newLabels, from: place.path, to: place.path, steps)
                    drawn.insert(place.event)
                case .stays, .elsewhere, .rejected: break
                }
            }
        }
        if hasRegions { addUnmoved(except: drawn) }
    }

    private static func outcome(
        of step: MachineDescription.Step,
        _ moves: [RegionMove]?,
        for unit: RegionUnit
    ) -> Outcome {
        guard let reaction = step.reaction, let moves else { return .rejected(step.reason) }
        let output = reaction.shownOutput.map(MachineDescription.title)
        if let move = moves.first(where: { $0.source == unit.path }) { return .moves(to: move.target, output: output) }
        return moves.isEmpty ? .stays(output: output) : .elsewhere
    }

    /// Whether the region of this state decides that the event changes nothing.
    ///
    /// This requires that the event changes another state of the region. If one region decides this
    /// for the entire machine, other regions may only seem to decide it because their states depend
    /// on that region.
    private func isDecided(
        _ place: Place,
        _ observations: [Place: [Sighting]],
        _ places: [Place]
    ) -> Bool {
        let alike = places.filter { $0.event == place.event }
        func stays(_ place: Place) -> Bool {
            observations[place, default: []].allSatisfy { sighting in
                if case .stays = sighting.observation.outcome { true } else { false }
            }
        }
        /// Returns the number of machine states in which a region decides that nothing changes.
        func extent(ofRegionWith place: Place) -> Int {
            let region = alike.filter { $0.path.dropLast() == place.path.dropLast() }
            guard region.contains(where: { !stays($0) }) else { return 0 }
            return region.filter(stays).reduce(0) { $0 + observations[$1, default: []].count }
        }
        let extent = extent(ofRegionWith: place)
        let greatest = alike.map(extent(ofRegionWith:)).max() ?? 0
        let total = machine.steps.count { step in
            guard MachineDescription.title(of: machine.events[step.event]) == place.event else { return false }
            let states = machine.states
            return step.reaction.map { states[step.source].name.moves(to: states[$0.target].name).isEmpty } ?? false
        }
        return extent > 0 && (extent == total || greatest < total)
    }

    /// The place of each event among the events of the machine.
    private var eventRanks: [String: Int] {
        let titles = machine.events.map(MachineDescription.title).uniqued()
        return Dictionary(uniqueKeysWithValues: zip(titles, titles.indices))
    }

    private mutating func add(_ newLabels: [Label], from source: StatePath, to target: StatePath, _ steps: [Int]) {
        guard let source = ids[source], let target = ids[target] else { return }
        labels += newLabels.map { (source, target, $0, steps) }
    }

    /// The arrows, one for each pair of states with all of its labels.
    ///
    /// An arrow that every state inside a state has in common is drawn only once, from the outer
    /// state.
    var liftedArrows: [DrawnChart.Arrow] {
        var arrows = labels
        for state in regions.flatMap({ $0.states.flatMap(\.withInner) }).reversed() where state.regions.count == 1 {
            let inner = state.regions[0].states
            let insideIDs = Set(state.withInner.map(\.id))
            guard inner.count > 1, let first = inner.first else { continue }
            for arrow in arrows where arrow.source == first.id && !insideIDs.contains(arrow.target) {
                let isShared = inner.allSatisfy { state in
                    arrows.contains { $0.source == state.id && $0.target == arrow.target && $0.label == arrow.label }
                }
                guard isShared else { continue }
                let ids = Set(inner.map(\.id))
                func isFolded(_ other: (source: Int, target: Int, label: Label, steps: [Int])) -> Bool {
                    ids.contains(other.source) && other.target == arrow.target && other.label == arrow.label
                }
                let steps = arrows.filter(isFolded).flatMap(\.steps)
                arrows.removeAll(where: isFolded)
                arrows.append((state.id, arrow.target, arrow.label, steps))
            }
        }
        let ranks = eventRanks
        arrows = arrows.sorted(byKeys: { [$0.source, ranks[$0.label.event] ?? 0] })
        let pairs = arrows.map { [$0.source, $0.target] }.uniqued()
        return pairs.enumerated().map { id, pair in
            let alike = arrows.filter { $0.source == pair[0] && $0.target == pair[1] }
            return DrawnChart.Arrow(
                id: id,
                source: pair[0],
                target: pair[1],
                labels: alike.map(\.label),
                steps: Set(alike.flatMap(\.steps)).sorted()
            )
        }
    }
}
