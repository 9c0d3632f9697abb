import StateMachineGraphs
import StateMachines

extension ChartBuilder {
    /// A place in a state from which an arrow can start: a state without states inside it, or with several regions.
    private struct Unit {
        var path: Path
        /// The state there.
        var name: ValueName
        /// The states of the other regions.
        var others: [Feature]
    }

    private enum Outcome: Hashable {
        case moves(to: Path, output: String?)
        case stays(output: String?)
        case elsewhere
        case rejected
    }

    private struct Place: Hashable {
        var path: Path
        var event: String
    }

    /// Looks at each event from each state of the chart in turn, and finds out on what its outcome depends.
    mutating func addArrows() {
        var places: [Place] = []
        var observations: [Place: [(Observation<Outcome>, MachineDescription.Reaction?)]] = [:]
        for step in machine.steps {
            let event = machine.events[step.event]
            let source = machine.states[step.source].name
            let changes = step.reaction.map { moves(from: source, to: machine.states[$0.target].name) }
            for unit in units(of: source) {
                let outcome = Self.outcome(of: step.reaction, changes, for: unit)
                let features =
                    Feature.features(of: event.fields, .event) + unit.others
                    + Feature.features(of: unit.name.fields, .state)
                let place = Place(path: unit.path, event: MachineDescription.title(of: event))
                if observations[place] == nil { places.append(place) }
                observations[place, default: []].append(
                    (Observation(features: features, outcome: outcome), step.reaction)
                )
            }
        }
        let hasRegions = machine.states.contains { units(of: $0.name).count > 1 }
        var drawn: Set<String> = []
        for place in places {
            let here = observations[place, default: []]
            for (outcome, when) in conditions(of: here.map { $0.0 }, isRejection: { $0 == .rejected }) {
                let outputs = here.filter { $0.0.outcome == outcome }.compactMap { $0.1?.shownOutput }
                let output = outputs.isEmpty ? nil : common(outputs)
                let newLabels = when.map { condition in
                    Label(event: place.event, condition: condition, output: output)
                }
                switch outcome {
                case .moves(let target, _): add(newLabels, from: place.path, to: target)
                case .stays where !hasRegions: add(newLabels, from: place.path, to: place.path)
                case .stays where when == [.always] && isDecided(place, observations, places):
                    add(newLabels, from: place.path, to: place.path)
                    drawn.insert(place.event)
                case .stays, .elsewhere, .rejected: break
                }
            }
        }
        if hasRegions { addUnmoved(except: drawn) }
    }

    private static func outcome(
        of reaction: MachineDescription.Reaction?,
        _ moves: [(source: Path, target: Path)]?,
        for unit: Unit
    ) -> Outcome {
        guard let reaction, let moves else { return .rejected }
        let output = reaction.shownOutput.map(MachineDescription.title)
        if let move = moves.first(where: { $0.source == unit.path }) { return .moves(to: move.target, output: output) }
        return moves.isEmpty ? .stays(output: output) : .elsewhere
    }

    /// Whether it is the region of this state that decides that the event changes nothing: in other states there it does.
    ///
    /// Where one region alone decides it, what others seem to decide is only what they have to do with that one.
    private func isDecided(
        _ place: Place,
        _ observations: [Place: [(Observation<Outcome>, MachineDescription.Reaction?)]],
        _ places: [Place]
    ) -> Bool {
        let alike = places.filter { $0.event == place.event }
        func stays(_ place: Place) -> Bool {
            observations[place, default: []].allSatisfy { observation, _ in
                if case .stays = observation.outcome { true } else { false }
            }
        }
        /// In how many states of the machine a region decides that nothing changes.
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
            return step.reaction.map { moves(from: states[step.source].name, to: states[$0.target].name).isEmpty }
                ?? false
        }
        return extent > 0 && (extent == total || greatest < total)
    }

    private mutating func add(_ newLabels: [Label], from source: Path, to target: Path) {
        guard let source = ids[source], let target = ids[target] else { return }
        labels += newLabels.map { (source, target, $0) }
    }

    /// One arrow for each pair of states, with all its labels.
    ///
    /// What all states inside a state have in common is drawn once, from that state.
    var liftedArrows: [StateChart.Arrow] {
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
                arrows.removeAll { ids.contains($0.source) && $0.target == arrow.target && $0.label == arrow.label }
                arrows.append((state.id, arrow.target, arrow.label))
            }
        }
        let pairs = arrows.map { [$0.source, $0.target] }.uniqued()
        return pairs.map { pair in
            StateChart.Arrow(
                source: pair[0],
                target: pair[1],
                labels: arrows.filter { $0.source == pair[0] && $0.target == pair[1] }.map(\.label)
            )
        }
    }

    private func units(of name: ValueName) -> [Unit] {
        guard let caseName = name.caseName else { return regionUnits(of: name, at: []) }
        return units(of: name, at: [.region(nil), .state(caseName)], others: [])
    }

    private func units(of name: ValueName, at path: Path, others: [Feature]) -> [Unit] {
        switch name.regions.count {
        case 0: [Unit(path: path, name: name, others: others)]
        case 1: regionUnits(of: name, at: path).map { Unit(path: $0.path, name: name, others: others) }
        default:
            [Unit(path: path, name: name, others: others)]
                + regionUnits(of: name, at: path).map { Unit(path: $0.path, name: $0.name, others: $0.others + others) }
        }
    }

    private func regionUnits(of name: ValueName, at path: Path) -> [Unit] {
        name.regions.enumerated().flatMap { place, region in
            let others = Feature.regions(of: name).enumerated().filter { $0.offset != place }.map(\.element)
            let label = name.regions.count > 1 ? region.label : nil
            let path = path + [.region(label), .state(region.name.caseName ?? "")]
            return units(of: region.name, at: path, others: others)
        }
    }

    /// Which states change into which when a state becomes another one.
    func moves(from old: ValueName, to new: ValueName) -> [(source: Path, target: Path)] {
        guard old.caseName == nil, new.caseName == nil else {
            return moves(from: old, to: new, at: [.region(nil)])
        }
        return regionMoves(from: old, to: new, at: [])
    }

    private func moves(from old: ValueName, to new: ValueName, at path: Path) -> [(source: Path, target: Path)] {
        let (oldPath, newPath) = (path + [.state(old.caseName ?? "")], path + [.state(new.caseName ?? "")])
        if oldPath == newPath, old.regions.map(\.label) == new.regions.map(\.label) {
            return regionMoves(from: old, to: new, at: oldPath)
        }
        return [(end(of: old, at: oldPath), end(of: new, at: newPath))]
    }

    private func regionMoves(from old: ValueName, to new: ValueName, at path: Path) -> [(source: Path, target: Path)] {
        zip(old.regions, new.regions).flatMap { inner, newInner in
            let label = old.regions.count > 1 ? inner.label : nil
            return moves(from: inner.name, to: newInner.name, at: path + [.region(label)])
        }
    }

    /// Where an arrow to or from a state ends: at the innermost state, or at one with several regions.
    private func end(of name: ValueName, at path: Path) -> Path {
        guard name.regions.count == 1 else { return path }
        return end(of: name.regions[0].name, at: path + [.region(nil), .state(name.regions[0].name.caseName ?? "")])
    }
}
