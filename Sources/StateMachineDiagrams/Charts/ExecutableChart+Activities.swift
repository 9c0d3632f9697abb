import StateMachines

extension ExecutableChart {
    /// Assigns each activity to the outermost state of the chart that always has it.
    ///
    /// - Parameters:
    ///   - machine: The machine.
    ///   - leaves: Returns the identifiers of the innermost states of the chart that are active in
    ///     a state of the machine, given by its index.
    mutating func addActivities(of machine: MachineDescription, leaves: (Int) -> Set<String>) {
        let lists = machine.states.map { $0.activities.map(MachineDescription.title).uniqued() }
        guard lists.contains(where: { !$0.isEmpty }) else { return }
        var numbers: [String: Int] = [:]
        var regions = root.numberedRegions(&numbers)
        var present: [Int: [[String]]] = [:]
        for (state, list) in lists.enumerated() {
            root.addActive(leaves(state)) { id in
                // The chart itself and its regions have no number.
                if let number = numbers[id] { present[number, default: []].append(list) }
            }
        }
        regions.addActivities(present, among: lists, outer: [])
        let states = regions.flatMap { $0.states.flatMap(\.withInner) }
        root.takeActivities(Dictionary(uniqueKeysWithValues: states.map { ($0.id, $0.activities) }), numbers)
    }
}

extension ExecutableChart.State {
    /// The nested states as regions of a drawing, and a number for each of their identifiers.
    fileprivate func numberedRegions(_ numbers: inout [String: Int]) -> [DrawnChart.Region] {
        let containers = kind == .parallel ? states : states.isEmpty ? [] : [self]
        return containers.map { container in
            DrawnChart.Region(
                states: container.states.map { state in
                    numbers[state.id] = numbers.count
                    let number = numbers.count - 1
                    return DrawnChart.State(
                        id: number,
                        name: state.title,
                        type: "",
                        regions: state.numberedRegions(&numbers)
                    )
                }
            )
        }
    }

    /// Notes the states that are active together with some innermost states.
    ///
    /// - Returns: Whether this state is one of them.
    @discardableResult
    fileprivate func addActive(_ leaves: Set<String>, note: (String) -> Void) -> Bool {
        // Each nested state is visited, because several regions are active at the same time.
        let active = states.filter { $0.addActive(leaves, note: note) }
        guard !active.isEmpty || leaves.contains(id) else { return false }
        note(id)
        return true
    }

    fileprivate mutating func takeActivities(_ activities: [Int: [String]], _ numbers: [String: Int]) {
        self.activities = numbers[id].flatMap { activities[$0] } ?? []
        for index in states.indices { states[index].takeActivities(activities, numbers) }
    }
}
