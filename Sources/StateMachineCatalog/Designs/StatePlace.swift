/// The name of a state: its cases from the outside in, without payloads.
///
/// A state with several regions contains one inner place for each region.
struct StatePlace: Hashable {
    /// The name, or `nil` for a state that consists of its regions.
    var name: String?

    /// The inner states: none, one, or several that are active at the same time.
    var regions: [Region] = []

    struct Region: Hashable {
        /// The name of the region, if there are several.
        var label: String?
        var place: StatePlace
    }

    /// Creates a place from the names of nested states, outer ones first.
    init(path: some BidirectionalCollection<String>) {
        let inner = path.last.map { StatePlace(name: $0) } ?? StatePlace()
        self = path.dropLast().reversed().reduce(inner) { place, name in
            StatePlace(name: name, regions: [Region(place: place)])
        }
    }

    init(name: String? = nil, regions: [Region] = []) {
        self.name = name
        self.regions = regions
    }
}

extension StatePlace {
    /// The names with dots between them, such as `loaded.data`.
    var title: String {
        let own = name.map { [$0] } ?? []
        return switch regions.count {
        case 0: own.joined()
        case 1: (own + [regions[0].place.title]).joined(separator: ".")
        default: (own + [regions.map(\.place.title).joined(separator: ", ")]).joined(separator: ".")
        }
    }

    /// The names of this place and its inner places.
    var names: [String] { (name.map { [$0] } ?? []) + regions.flatMap(\.place.names) }

    /// Whether several inner states are active at the same time.
    var hasParallelRegions: Bool { regions.count > 1 || regions.contains(where: \.place.hasParallelRegions) }

    /// The names of regions that are active at the same time.
    var regionLabels: Set<String> {
        Set(regions.count > 1 ? regions.compactMap(\.label) : [])
            .union(regions.flatMap(\.place.regionLabels))
    }

    /// The names around and in each innermost state, without the names of regions.
    var leafPaths: [[String]] {
        let own = name.map { [$0] } ?? []
        return regions.isEmpty ? [own] : regions.flatMap { $0.place.leafPaths.map { own + $0 } }
    }

    /// Returns the place with each name replaced.
    func mapNames(_ transform: (String) -> String) -> StatePlace {
        StatePlace(
            name: name.map(transform),
            regions: regions.map { Region(label: $0.label.map(transform), place: $0.place.mapNames(transform)) }
        )
    }

    /// Returns the place without the states inside the given leaves.
    func truncated(at leaves: Set<[String]>, inside outer: [String] = []) -> StatePlace {
        let path = outer + (name.map { [$0] } ?? [])
        if name != nil, leaves.contains(path) { return StatePlace(name: name) }
        return StatePlace(
            name: name,
            regions: regions.map { Region(label: $0.label, place: $0.place.truncated(at: leaves, inside: path)) }
        )
    }

    /// Returns the place with its regions in alphabetical order, with only the given region labels.
    func canonical(keeping labels: Set<String>) -> StatePlace {
        let regions = self.regions.map { region in
            Region(
                label: self.regions.count > 1 ? region.label.flatMap { labels.contains($0) ? $0 : nil } : nil,
                place: region.place.canonical(keeping: labels)
            )
        }
        return StatePlace(name: name, regions: regions.sorted { $0.order < $1.order })
    }
}

extension StatePlace.Region {
    fileprivate var order: String { "\(label ?? "")|\(place)" }
}
