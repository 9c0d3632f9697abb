import StateMachineGraphs
import StateMachines

/// The behavior of one region of a machine, as a matrix of states and events.
///
/// An entry with another region in brackets depends on the state of that region. The product of the
/// regions is a ``TransitionTable``, which has a row for each combination of their states.
struct RegionTable: Hashable, Sendable {
    /// The name of the region.
    var name: String

    /// The states in the order of their declaration, with one row for each.
    var states: [String]

    /// The events that change this region or that only this region handles, one for each column.
    var events: [String]

    /// The cells, one row for each state and one column for each event.
    var cells: [[Cell]]

    /// The result of an event in a state of the region.
    enum Cell: Hashable, Sendable {
        /// The outcomes that the event can have in this region.
        case entries([TransitionTable.Entry])

        /// Only other regions decide the outcome, and this region does not change.
        case othersDecide
    }
}

extension RegionTable {
    /// Returns the tables of a machine that consists of regions.
    ///
    /// For any other machine, the result is empty.
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
        let chart = DrawnChart(whole: machine)
        let events = machine.events.map(MachineDescription.title).uniqued()
        return regions.map { region in
            // An event that changes no region appears where the chart draws it.
            let unchanging = Set(chart.events(drawnIn: region.label)).subtracting(all)
            let own = changing[.region(region.label), default: []].union(unchanging)
            return RegionTable(region.label, events.filter(own.contains), machine, chart, observations)
        }
    }

    private init(
        _ region: String?,
        _ events: [String],
        _ machine: MachineDescription,
        _ chart: DrawnChart,
        _ observations: Observations
    ) {
        let order = Dictionary(uniqueKeysWithValues: zip(chart.paths, chart.paths.indices))
        let paths = machine.states.flatMap { $0.name.units.map(\.path) }.filter { $0.first == .region(region) }
            .uniqued().sorted { order[$0.names] ?? 0 < order[$1.names] ?? 0 }
        name = region ?? ""
        states = paths.map(Self.title)
        self.events = events
        cells = paths.map { path in
            events.map { Cell(observations[Place(path: path, event: $0)] ?? [], in: Self.title(of: path)) }
        }
    }

    fileprivate enum Outcome: ObservedOutcome {
        case moves(to: String)
        case stays
        /// The event is handled, but it changes only another region.
        case elsewhere
        /// The event is handled and changes a payload outside the regions.
        case updatesWhole
        case rejected(String?)

        var isMove: Bool { if case .moves = self { true } else { false } }
        var isRejection: Bool { if case .rejected = self { true } else { false } }
        var reason: String? { if case .rejected(let reason) = self { reason } else { nil } }
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
                    features: machine.namedFeatures(of: step) + Feature.features(of: event.fields, .event)
                        + unit.others + Feature.features(of: unit.name.fields, .state),
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
        guard let reaction = step.reaction else { return .rejected(step.reason) }
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

    /// Returns the names of the states on a path, without the enclosing region.
    private static func title(of path: StatePath) -> String {
        StatePath(path.dropFirst()).names.joined(separator: ".")
    }
}

extension RegionTable.Cell {
    fileprivate init(_ observations: [Observation<RegionTable.Outcome>], in state: String) {
        // Even if a payload already has its new value, the event counts as an update.
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
        let entries = conditions(of: observations, isBesideRejections: true).map { outcome, conditions in
            switch outcome {
            case .moves(let state): TransitionTable.Entry(outcome: .moves(to: state), conditions)
            case .stays: TransitionTable.Entry(outcome: .stays, conditions)
            case .rejected(let reason): TransitionTable.Entry(outcome: .rejected, conditions, reason: reason)
            case .updatesWhole: TransitionTable.Entry(outcome: .moves(to: state), conditions)
            case .elsewhere: TransitionTable.Entry(outcome: .stays, conditions, isDecidedByOthers: true)
            }
        }
        let isOtherwise =
            hasMoves && outcomes.contains(.stays) && !outcomes.contains { $0.isRejection || $0 == .elsewhere }
        guard isOtherwise else {
            self = .entries(entries)
            return
        }
        // In every other case, the state stays as it is.
        self = .entries(entries.filter { $0.outcome != .stays } + [.init(outcome: .stays, condition: "otherwise")])
    }

    private static func isDecidedByOthers(_ observations: [Observation<RegionTable.Outcome>]) -> Bool {
        let alone = observations.map { observation in
            Observation(features: observation.features.filter { $0.kind != .region }, outcome: observation.outcome)
        }
        return distinctions(of: alone) == nil
    }
}

extension DrawnChart {
    /// Returns the events on the arrows that begin in a region.
    fileprivate func events(drawnIn region: String?) -> [String] {
        let ids = Set(regions.filter { $0.name == region }.flatMap { $0.states.flatMap(\.withInner) }.map(\.id))
        return arrows.filter { ids.contains($0.source) }.flatMap(\.labels).map(\.event).uniqued()
    }
}
