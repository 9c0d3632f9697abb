import StateMachineGraphs

extension MachineDescription {
    /// Sorts the states and the events by the order in which their cases are declared.
    ///
    /// The doc comments tell this order exactly. Without them, it is only known from reflection.
    /// States with the same cases keep their order, so the nearest of them remains the first.
    package mutating func sortByDeclaration() {
        let newStates = order(of: states.map(\.name))
        let newEvents = order(of: events)
        let stateNumbers = Self.inverse(newStates)
        let eventNumbers = Self.inverse(newEvents)
        states = newStates.map { states[$0] }
        events = newEvents.map { events[$0] }
        eventExpressions = Dictionary(uniqueKeysWithValues: eventExpressions.map { (eventNumbers[$0.key], $0.value) })
        for index in steps.indices {
            steps[index].source = stateNumbers[steps[index].source]
            steps[index].event = eventNumbers[steps[index].event]
            if let reaction = steps[index].reaction { steps[index].reaction?.target = stateNumbers[reaction.target] }
        }
        for index in properties.indices {
            properties[index].table?.renumber(stateNumbers)
            if let start = properties[index].counterexample?.start {
                properties[index].counterexample?.start = stateNumbers[start]
            }
        }
    }

    /// The place of a case in the declaration of its enum, or a larger number if it is unknown.
    func rank(ofCase name: String, of type: String) -> Int {
        let cases = documentation[type]?.cases.map(\.name) ?? caseOrder.cases(of: type) ?? []
        return cases.firstIndex(of: name) ?? cases.count
    }

    /// Returns the indices of names in the order of their declaration.
    func order(of names: [ValueName]) -> [Int] {
        var ranks: [[String]: Int] = [:]
        func rank(_ type: String, _ caseName: String) -> Int {
            if let rank = ranks[[type, caseName]] { return rank }
            let rank = self.rank(ofCase: caseName, of: type)
            ranks[[type, caseName]] = rank
            return rank
        }
        func key(_ name: ValueName) -> [Int] {
            let own = name.hasCase ? name.caseName.map { [rank(name.type, $0)] } ?? [] : []
            return own + name.regions.flatMap { key($0.name) }
        }
        return names.indices.sorted(byKeys: { key(names[$0]) })
    }

    private static func inverse(_ order: [Int]) -> [Int] {
        var numbers = order
        for (number, index) in order.enumerated() { numbers[index] = number }
        return numbers
    }
}
