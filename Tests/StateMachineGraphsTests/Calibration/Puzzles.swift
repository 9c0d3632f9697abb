import StateMachines

/// Two jugs of three and five gallons, from the film *Die Hard 3*, and Lamport's introduction to
/// TLA+.
struct Jugs: FiniteStateDefinition {
    var small = 0
    var big = 0

    enum Event: CaseIterable { case fillSmall, fillBig, emptySmall, emptyBig, smallToBig, bigToSmall }

    static var initialStates: [Jugs] { [Jugs()] }

    mutating func handleEvent(_ event: Event) {
        switch event {
        case .fillSmall: small = 3
        case .fillBig: big = 5
        case .emptySmall: small = 0
        case .emptyBig: big = 0
        case .smallToBig: (small, big) = (small - min(small, 5 - big), big + min(small, 5 - big))
        case .bigToSmall: (small, big) = (small + min(big, 3 - small), big - min(big, 3 - small))
        }
    }
}

/// A wolf, a goat and a cabbage that are not to be left alone with what they would eat (Alcuin,
/// about 800).
struct Ferry: FiniteStateDefinition {
    enum Passenger: CaseIterable { case wolf, goat, cabbage }

    /// Who is still on this side, and whether the boat is.
    var here = Set(Passenger.allCases)
    var isBoatHere = true

    static var initialStates: [Ferry] { [Ferry()] }
    var sampleEvents: [Passenger?] { [nil] + Passenger.allCases }

    mutating func handleEvent(_ event: Passenger?) throws(TransitionError) {
        var next = self
        if let event {
            guard here.contains(event) == isBoatHere else { throw .invalid }
            next.here.formSymmetricDifference([event])
        }
        next.isBoatHere.toggle()
        let alone = next.isBoatHere ? Set(Passenger.allCases).subtracting(next.here) : next.here
        if alone.isSuperset(of: [.wolf, .goat]) || alone.isSuperset(of: [.goat, .cabbage]) { throw .invalid }
        self = next
    }
}

/// Three missionaries and three cannibals, who are never to be more where there are missionaries,
/// and a boat for two (Amarel, "On representations of problems of reasoning about actions", 1968).
struct River: FiniteStateDefinition {
    var missionaries = 3
    var cannibals = 3
    var isBoatHere = true

    struct Boat: Hashable {
        var missionaries: Int
        var cannibals: Int
    }

    static var initialStates: [River] { [River()] }
    var sampleEvents: [Boat] { [(1, 0), (2, 0), (0, 1), (0, 2), (1, 1)].map(Boat.init) }

    mutating func handleEvent(_ boat: Boat) throws(TransitionError) {
        let sign = isBoatHere ? -1 : 1
        let (missionaries, cannibals) = (missionaries + sign * boat.missionaries, cannibals + sign * boat.cannibals)
        guard (0...3).contains(missionaries), (0...3).contains(cannibals) else { throw .invalid }
        let isSafe = missionaries == 0 || missionaries == 3 || missionaries == cannibals
        guard isSafe else { throw .invalid }
        self = River(missionaries: missionaries, cannibals: cannibals, isBoatHere: !isBoatHere)
    }
}
