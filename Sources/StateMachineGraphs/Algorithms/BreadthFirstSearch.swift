/// Places in the order in which they are found, each once, with the way to each.
///
/// What a breadth-first search keeps: take the places one after the other while more are found.
struct BreadthFirstSearch<Place: Hashable, Event> {
    private(set) var places: [Place] = []

    /// For each place the one that it was found from, and by which event; nothing for one to begin in.
    private var origins: [(parent: Int, event: Event)?] = []
    private var found: Set<Place> = []

    /// Notes a place, unless it is there.
    mutating func find(_ place: Place, from origin: (parent: Int, event: Event)? = nil) {
        guard found.insert(place).inserted else { return }
        places.append(place)
        origins.append(origin)
    }

    /// The place to begin in, and the events that lead to a place and one step further.
    func way(to number: Int, then last: Event? = nil) -> (start: Place, events: [Event]) {
        var events = last.map { [$0] } ?? []
        var number = number
        while let origin = origins[number] {
            events.append(origin.event)
            number = origin.parent
        }
        return (places[number], events.reversed())
    }
}
