extension StateGraph {
    /// Returns each state's depth.
    func depths() -> [Int] {
        var depths = Array(repeating: 0, count: states.count)
        for id in states.indices where parents[id] != UInt32(id) { depths[id] = depths[Int(parents[id])] + 1 }
        return depths
    }
}
