// What the elements of a picture are called, and with them the parts of the chart in JSON.

extension StateChart {
    /// What the frame of a region of the whole machine is called, by its index.
    static func regionID(_ index: Int) -> String { "region_\(index)" }
}

extension StateChart.State {
    /// What the box or the frame of a state is called, by its ``id``.
    static func elementID(_ id: Int) -> String { "state_\(id)" }

    /// What its box or frame is called.
    var elementID: String { Self.elementID(id) }

    /// What the frame of a region inside it is called, by its index.
    func regionID(_ index: Int) -> String { "\(elementID)_region_\(index)" }
}

extension StateChart.Arrow {
    /// What it is called.
    var elementID: String { "arrow_\(id)" }
}
