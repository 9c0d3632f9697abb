import StateMachineGraphs

/// A part of a state from which a transition can begin.
///
/// It is a state without nested states or a state with several regions.
struct RegionUnit {
    /// The path of the part.
    var path: StatePath

    /// The name of the state at the path.
    var name: ValueName

    /// The states of the other and the nested regions, and the payload of the enclosing state.
    var others: [Feature]
}

extension ValueName {
    /// The units of a state, at least one for each region, outer ones first.
    var units: [RegionUnit] {
        guard let caseName else {
            // The payload of the state outside its regions concerns each of them.
            let fields = Feature.features(of: payload, .state)
            return regionUnits(at: []).map { RegionUnit(path: $0.path, name: $0.name, others: $0.others + fields) }
        }
        return units(at: [.region(nil), .state(caseName)], others: [])
    }

    private func units(at path: StatePath, others: [Feature]) -> [RegionUnit] {
        switch regions.count {
        case 0: [RegionUnit(path: path, name: self, others: others)]
        case 1: regionUnits(at: path).map { RegionUnit(path: $0.path, name: self, others: $0.others + others) }
        default:
            [RegionUnit(path: path, name: self, others: others + Feature.regions(of: self))]
                + regionUnits(at: path).map { RegionUnit(path: $0.path, name: $0.name, others: $0.others + others) }
        }
    }

    private func regionUnits(at path: StatePath) -> [RegionUnit] {
        regions.enumerated().flatMap { index, region in
            let others = Feature.regions(of: self).enumerated().filter { $0.offset != index }.map(\.element)
            let label = regions.count > 1 ? region.label : nil
            let path = path + [.region(label), .state(region.name.caseName ?? "")]
            return region.name.units(at: path, others: others)
        }
    }
}
