import StateMachineGraphs
import StateMachines

/// Builds the tree of states and the arrows between them.
struct ChartBuilder {
    typealias Label = DrawnChart.Label

    let machine: MachineDescription
    private let isFailure: (String) -> Bool
    private(set) var ids: [StatePath: Int] = [:]
    private(set) var regions: [DrawnChart.Region] = []
    var ignored: [Label] = []
    var updating: [Label] = []
    /// The labels of the arrows, each with the steps of the machine that it represents.
    var labels: [(source: Int, target: Int, label: Label, steps: [Int])] = []

    init(_ machine: MachineDescription, isFailure: @escaping (String) -> Bool) {
        self.machine = machine
        self.isFailure = isFailure
    }
}

extension ChartBuilder {
    mutating func addStates() {
        var regions: [DrawnChart.Region] = []
        for state in machine.states { insert(state.name, into: &regions, at: [], isInitial: state.isInitial) }
        // The states of a region can be found in another order than that of their declaration.
        regions.sort { machine.rank(ofCase: $0.name, of: $0.type) }
        let numbers = regions.numberStates()
        ids = ids.mapValues { numbers[$0, default: $0] }
        self.regions = regions
        addActivities()
    }

    private mutating func insert(
        _ name: ValueName,
        into regions: inout [DrawnChart.Region],
        at path: StatePath,
        isInitial: Bool
    ) {
        guard let caseName = name.caseName else {
            return insertRegions(of: name, into: &regions, at: path, isInitial: isInitial)
        }
        // A state without enclosing regions belongs to the only region.
        insert(name, caseName, region: nil, into: &regions, at: path, isInitial: isInitial)
    }

    private mutating func insertRegions(
        of name: ValueName,
        into regions: inout [DrawnChart.Region],
        at path: StatePath,
        isInitial: Bool
    ) {
        for region in name.regions {
            let label = name.regions.count > 1 ? region.label : nil
            insert(
                region.name,
                region.name.caseName ?? "",
                region: label,
                into: &regions,
                at: path,
                isInitial: isInitial
            )
        }
    }

    private mutating func insert(
        _ name: ValueName,
        _ caseName: String,
        region label: String?,
        into regions: inout [DrawnChart.Region],
        at path: StatePath,
        isInitial: Bool
    ) {
        let region = regions.firstIndex { $0.name == label } ?? regions.count
        if region == regions.count { regions.append(DrawnChart.Region(name: label, states: [])) }
        let path = path + [.region(label), .state(caseName)]
        let state = regions[region].states.firstIndex { $0.name == caseName } ?? regions[region].states.count
        if state == regions[region].states.count {
            ids[path] = ids.count
            regions[region].states.append(
                DrawnChart.State(
                    id: ids.count - 1,
                    name: caseName,
                    type: name.type,
                    isFailure: isFailure(caseName)
                )
            )
        }
        if isInitial { regions[region].states[state].isInitial = true }
        insertRegions(of: name, into: &regions[region].states[state].regions, at: path, isInitial: isInitial)
    }

    /// Returns the paths of a state and its nested states, outer ones first.
    private func paths(of name: ValueName) -> [StatePath] { partsByPath(of: name).map(\.path) }

    private func namesByPath(of name: ValueName) -> [StatePath: ValueName] {
        Dictionary(partsByPath(of: name).map { ($0.path, $0.name) }) { first, _ in first }
    }

    /// Returns a state and its nested states with their paths, outer ones first.
    private func partsByPath(of name: ValueName) -> [(path: StatePath, name: ValueName)] {
        guard let caseName = name.caseName else { return innerParts(of: name, at: []) }
        let path: StatePath = [.region(nil), .state(caseName)]
        return [(path, name)] + innerParts(of: name, at: path)
    }

    private func innerParts(of name: ValueName, at path: StatePath) -> [(path: StatePath, name: ValueName)] {
        name.regions.flatMap { region in
            let label = name.regions.count > 1 ? region.label : nil
            let path = path + [.region(label), .state(region.name.caseName ?? "")]
            return [(path, region.name)] + innerParts(of: region.name, at: path)
        }
    }

    /// The states of the chart that contain each state of the machine, outer ones first.
    var positions: [[Int]] { machine.states.map { paths(of: $0.name).compactMap { ids[$0] } } }

    /// Assigns each activity to the outermost state that always has it.
    private mutating func addActivities() {
        let lists = machine.states.map { $0.activities.map(MachineDescription.title).uniqued() }
        var present: [Int: [[String]]] = [:]
        for (state, list) in zip(machine.states, lists) {
            for path in paths(of: state.name) { present[ids[path] ?? 0, default: []].append(list) }
        }
        regions.addActivities(present, among: lists, outer: [])
    }

    /// Marks states that reject every event and states of a region that no event leaves as ends.
    ///
    /// Other regions may still handle events in such a state. A state that was cut by the
    /// constraint was not expanded, so it is not an end.
    mutating func markEnds() {
        let cut = machine.states.indices.filter { machine.states[$0].isCut }
        let handled = Set(machine.steps.filter { $0.reaction != nil }.map(\.source)).union(cut)
        let living = Set(handled.flatMap { paths(of: machine.states[$0].name).compactMap { ids[$0] } })
        let changing = Set(labels.map(\.source)).union(updatedStates)
        regions.markEnds(except: living, or: changing)
        regions.markFinal(finalStates)
    }

    /// The states of the chart in which the machine has always reached its end.
    private var finalStates: Set<Int> {
        var (final, others): (Set<Int>, Set<Int>) = ([], [])
        for state in machine.states {
            let present = paths(of: state.name).compactMap { ids[$0] }
            if state.isFinal { final.formUnion(present) } else { others.formUnion(present) }
        }
        return final.subtracting(others)
    }

    /// The states whose payload some event changes.
    private var updatedStates: Set<Int> {
        machine.steps.reduce(into: []) { updated, step in
            guard let reaction = step.reaction, reaction.target != step.source else { return }
            let names = namesByPath(of: machine.states[reaction.target].name)
            for (path, name) in namesByPath(of: machine.states[step.source].name) {
                if let id = ids[path], let other = names[path], other != name { updated.insert(id) }
            }
        }
    }
}

extension [DrawnChart.Region] {
    /// Sorts the states of each region, and keeps the order of states with the same rank.
    fileprivate mutating func sort(by rank: (DrawnChart.State) -> Int) {
        for index in indices {
            self[index].states = self[index].states.sorted(byKeys: { [rank($0)] })
            for state in self[index].states.indices { self[index].states[state].regions.sort(by: rank) }
        }
    }

    /// Numbers the states from 0 in the order of the regions, outer states before the nested ones.
    ///
    /// - Returns: The new number of each old one.
    fileprivate mutating func numberStates() -> [Int: Int] {
        var numbers: [Int: Int] = [:]
        number(&numbers)
        return numbers
    }

    private mutating func number(_ numbers: inout [Int: Int]) {
        for index in indices {
            for state in self[index].states.indices {
                let id = self[index].states[state].id
                numbers[id] = numbers.count
                self[index].states[state].id = numbers.count - 1
                self[index].states[state].regions.number(&numbers)
            }
        }
    }

    fileprivate mutating func markFinal(_ final: Set<Int>) {
        for index in indices {
            for state in self[index].states.indices {
                let isLeaf = self[index].states[state].regions.isEmpty
                self[index].states[state].isFinal = isLeaf && final.contains(self[index].states[state].id)
                self[index].states[state].regions.markFinal(final)
            }
        }
    }

    /// Marks ends in these regions.
    ///
    /// - Parameters:
    ///   - living: The states that handle some event.
    ///   - changing: The states that some event leaves or changes.
    ///   - isBeside: Whether the regions belong to a machine with several regions.
    fileprivate mutating func markEnds(except living: Set<Int>, or changing: Set<Int>, isBeside: Bool = false) {
        let isBeside = isBeside || count > 1
        for index in indices {
            for state in self[index].states.indices {
                let ids = self[index].states[state].withInner.map(\.id)
                let isLast = isBeside && self[index].states.count > 1 && changing.isDisjoint(with: ids)
                if !living.contains(ids[0]) || isLast { self[index].states[state].isEnd = true }
                self[index].states[state].regions.markEnds(except: living, or: changing, isBeside: isBeside)
            }
        }
    }
}
