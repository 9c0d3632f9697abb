// The identifiers of a picture's elements, which are also used for the parts of the chart in JSON.

extension DrawnChart {
    /// Returns the identifier for the frame of a top-level region with the given index.
    package static func regionID(_ index: Int) -> String { "region_\(index)" }
}

extension DrawnChart.State {
    /// Returns the identifier for the box or the frame of a state with the given ``id``.
    static func elementID(_ id: Int) -> String { "state_\(id)" }

    /// The identifier of the state's box or frame.
    var elementID: String { Self.elementID(id) }

    /// Returns the identifier for the frame of a nested region with the given index.
    func regionID(_ index: Int) -> String { "\(elementID)_region_\(index)" }
}

extension DrawnChart.Arrow {
    /// The identifier of the arrow.
    var elementID: String { "arrow_\(id)" }
}
