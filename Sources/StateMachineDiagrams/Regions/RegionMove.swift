import StateMachineGraphs

/// A move of a region from one state to another.
struct RegionMove {
    var source: StatePath
    var target: StatePath
}

extension ValueName {
    /// Returns the moves of the regions when this state becomes another state.
    func moves(to new: ValueName) -> [RegionMove] {
        guard caseName == nil, new.caseName == nil else { return moves(to: new, at: [.region(nil)]) }
        return regionMoves(to: new, at: [])
    }

    private func moves(to new: ValueName, at path: StatePath) -> [RegionMove] {
        let (oldPath, newPath) = (path + [.state(caseName ?? "")], path + [.state(new.caseName ?? "")])
        if oldPath == newPath, regions.map(\.label) == new.regions.map(\.label) {
            return regionMoves(to: new, at: oldPath)
        }
        return [RegionMove(source: end(at: oldPath), target: new.end(at: newPath))]
    }

    private func regionMoves(to new: ValueName, at path: StatePath) -> [RegionMove] {
        zip(regions, new.regions).flatMap { inner, newInner in
            let label = regions.count > 1 ? inner.label : nil
            return inner.name.moves(to: newInner.name, at: path + [.region(label)])
        }
    }

    /// Returns the end of an arrow to or from a state.
    ///
    /// This is the innermost state or a state with several regions.
    private func end(at path: StatePath) -> StatePath {
        guard regions.count == 1 else { return path }
        return regions[0].name.end(at: path + [.region(nil), .state(regions[0].name.caseName ?? "")])
    }
}
