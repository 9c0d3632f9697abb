extension DrawnChart {
    /// A chart for each region, without captions, so that each can be laid out by itself.
    ///
    /// A chart with a single region, or with an arrow between regions, is not separated.
    package var separateRegions: [DrawnChart] {
        let places = regions.map { Set($0.states.flatMap(\.withInner).map(\.id)) }
        let isSeparable = arrows.allSatisfy { arrow in
            places.contains { $0.contains(arrow.source) && $0.contains(arrow.target) }
        }
        guard regions.count > 1, isSeparable else { return [self] }
        return zip(regions, places).map { region, states in
            DrawnChart(
                name: name,
                regions: [Region(name: nil, states: region.states)],
                arrows: arrows.filter { states.contains($0.source) },
                ignored: [],
                updating: [],
                positions: []
            )
        }
    }
}
