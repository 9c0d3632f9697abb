import StateMachineGraphs
import StateMachines

/// What one region of a machine does, as a matrix: its states by the events that concern it.
///
/// An entry whose condition names another region in brackets depends on that one. The product of
/// all regions is a ``TransitionTable``, which has a row for each combination.
struct RegionTable: Hashable, Sendable {
    /// What the region is called.
    var name: String

    /// The states, nearest first: a row for each.
    var states: [String]

    /// The events that change the region, or that it handles and no other region does: a column for
    /// each.
    var events: [String]

    /// For each state what becomes of each event.
    var cells: [[Cell]]

    /// What becomes of an event in a state of the region.
    enum Cell: Hashable, Sendable {
        /// What the region does with it.
        case entries([TransitionTable.Entry])

        /// Only other regions decide about it, and this one stays as it is.
        case othersDecide
    }
}

extension RegionTable {
    /// The tables of all regions; none for a machine that does not consist of regions.
    static func tables(of machine: MachineDescription) -> [RegionTable] {
        let regions = machine.states.first?.name.regions ?? []
        guard regions.count > 1,
            machine.states.allSatisfy({
                $0.name.caseName == nil && $0.name.regions.map(\.label) == regions.map(\.label)
            })
        else { return [] }
        let observations = observations(of: machine)
        let changing = Dictionary(grouping: observations.filter { $0.value.contains(where: \.outcome.isMove) }.keys) {
            $0.path.first
        }.mapValues { Set($0.map(\.event)) }
        let all = changing.values.reduce(into: Set()) { $0.formUnion($1) }
        let chart = StateChart(whole: machine)
        let events = machine.events.map(MachineDescription.title).uniqued()
        return regions.map { region in
            // What changes no region is told where the chart draws it.
            let unchanging = Set(chart.events(drawnIn: region.label)).subtracting(all)
            let own = changing[.region(region.label), default: []].union(unchanging)
            return RegionTable(region.label, events.filter(own.contains), machine, observations)
        }
    }

    private init(_ region: String?, _ events: [String], _ machine: MachineDescription, _ observations: Observations) {
        let paths = machine.states.flatMap { $0.name.units.map(\.path) }.filter { $0.first == .region(region) }
            .uniqued()
        name = region ?? ""
        states = paths.map(Self.title)
        self.events = events
        cells = paths.map { path in
            events.map { Cell(observations[Place(path: path, event: $0)] ?? [], in: Self.title(of: path)) }
        }
    }

    fileprivate enum Outcome: Hashable {
        case moves(to: String)
        case stays
        /// It is handled, and changes another region only.
        case elsewhere
        /// It is handled, and changes a payload that no region has.
        case updatesWhole
        case rejected

        var isMove: Bool { if case .moves = self { true } else { false } }
    }

    private struct Place: Hashable {
        var path: StatePath
        var event: String
    }

    private typealias Observations = [Place: [Observation<Outcome>]]

    private static func observations(of machine: MachineDescription) -> Observations {
        var observations: Observations = [:]
        for step in machine.steps {
            let source = machine.states[step.source].name
            let event = machine.events[step.event]
            for unit in source.units {
                let observation = Observation(
                    features: Feature.features(of: event.fields, .event) + unit.others
                        + Feature.features(of: unit.name.fields, .state),
                    outcome: outcome(of: step, for: unit, in: machine)
                )
                let place = Place(path: unit.path, event: MachineDescription.title(of: event))
                observations[place, default: []].append(observation)
            }
        }
        return observations
    }

    private static func outcome(
        of step: MachineDescription.Step,
        for unit: RegionUnit,
        in machine: MachineDescription
    ) -> Outcome {
        guard let reaction = step.reaction else { return .rejected }
        guard reaction.target != step.source else { return .stays }
        let target = machine.states[reaction.target].name
        let move = machine.states[step.source].name.moves(to: target).first { $0.source == unit.path }
        if let move { return .moves(to: title(of: move.target)) }
        let units = machine.states[step.source].name.units
        if target.units.map(\.path) == units.map(\.path), target.units.map(\.name) == units.map(\.name) {
            return .updatesWhole
        }
        let after = target.units.first { $0.path == unit.path }
        return after == nil || after?.name == unit.name ? .elsewhere : .moves(to: title(of: unit.path))
    }

    /// The states on a path, without the region around them.
    private static func title(of path: StatePath) -> String {
        StatePath(path.dropFirst()).names.joined(separator: ".")
    }
}

extension RegionTable.Cell {
    fileprivate init(_ observations: [Observation<RegionTable.Outcome>], in state: String) {
        // That one payload among several happens to be there already is not worth telling.
        let isUpdating = observations.contains { $0.outcome == .moves(to: state) }
        let observations = observations.map { observation in
            let isUpdate = isUpdating && observation.outcome == .stays
            return Observation(
                features: observation.features,
                outcome: isUpdate ? .moves(to: state) : observation.outcome
            )
        }
        let outcomes = Set(observations.map(\.outcome))
        let hasMoves = outcomes.contains(where: \.isMove)
        if !hasMoves, outcomes.contains(.elsewhere) || outcomes.count > 1 && Self.isDecidedByOthers(observations) {
            self = .othersDecide
            return
        }
        let entries = conditions(of: observations, isRejection: { $0 == .rejected }).compactMap { outcome, conditions in
            let condition = conditions.map(\.text).joined(separator: "; ")
            return switch outcome {
            case .moves(let state): TransitionTable.Entry(outcome: .moves(to: state), condition: condition)
            case .stays: TransitionTable.Entry(outcome: .stays, condition: condition)
            case .rejected: TransitionTable.Entry(outcome: .rejected, condition: condition)
            case .updatesWhole: TransitionTable.Entry(outcome: .moves(to: state), condition: condition)
            case .elsewhere: nil
            }
        }
        let isOtherwise = hasMoves && outcomes.contains(.stays) && outcomes.isDisjoint(with: [.elsewhere, .rejected])
        guard isOtherwise else {
            self = .entries(entries)
            return
        }
        // All that is not said to move stays.
        self = .entries(entries.filter { $0.outcome != .stays } + [.init(outcome: .stays, condition: "otherwise")])
    }

    private static func isDecidedByOthers(_ observations: [Observation<RegionTable.Outcome>]) -> Bool {
        let alone = observations.map { observation in
            Observation(features: observation.features.filter { $0.kind != .region }, outcome: observation.outcome)
        }
        return distinctions(of: alone) == nil
    }
}

extension StateChart {
    /// The events at the arrows that begin in a region.
    fileprivate func events(drawnIn region: String?) -> [String] {
        let ids = Set(regions.filter { $0.name == region }.flatMap { $0.states.flatMap(\.withInner) }.map(\.id))
        return arrows.filter { ids.contains($0.source) }.flatMap(\.labels).map(\.event).uniqued()
    }
}
