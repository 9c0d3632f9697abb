/// Writes state diagrams in similar languages, such as Mermaid and PlantUML.
struct TextDiagramWriter {
    private let chart: DrawnChart
    private let language: TextDiagramLanguage
    private var identifiers = Identifiers()
    private var ids: [Int: String] = [:]
    /// The identifier of the first state or region, for a note about the whole machine.
    private var first: String?
    private var lines: [String] = []
    private var depth = 0
    private var regionCount = 0

    init(_ chart: DrawnChart, _ language: TextDiagramLanguage) {
        self.chart = chart
        self.language = language
        for state in chart.allStates { ids[state.id] = identifiers.identifier(for: state.name) }
    }

    var text: String {
        mutating get {
            lines = language.header
            depth = language.depth
            add("\(language.comment) labels: event [guard] / action, one per line")
            write(chart.regions, divider: nil)
            // Inside a frame, the final state would only be the end of a region or a state.
            for state in chart.allStates where state.isFinal { add("\(id(state.id)) --> [*]") }
            writeCaptions()
            let failures = chart.allStates.filter { $0.isFailure && $0.regions.isEmpty }
            for line in language.failures(failures.map { id($0.id) }) { add(line) }
            return (lines + language.footer).joined(separator: "\n") + "\n"
        }
    }

    private mutating func add(_ line: String) { lines.append(String(repeating: "  ", count: depth) + line) }

    private func id(_ state: Int) -> String { ids[state] ?? "" }

    /// Writes regions.
    ///
    /// Several regions are divided by lines inside a state. At the top level, they are side by
    /// side.
    private mutating func write(_ regions: [DrawnChart.Region], divider: String? = "--") {
        guard regions.count > 1 else { return regions.forEach { write($0) } }
        for (index, region) in regions.enumerated() {
            if index > 0, let divider { add(divider) }
            // A region cannot have a title, so the title belongs to a state around it.
            regionCount += 1
            let id = identifiers.identifier(for: "region_\(regionCount)")
            first = first ?? id
            add("state \"\(language.spelled(region.name ?? ""))\" as \(id) {")
            depth += 1
            write(region)
            depth -= 1
            add("}")
        }
    }

    private mutating func write(_ region: DrawnChart.Region) {
        for state in region.states { write(state) }
        let entrance = entrance(of: region)
        for state in region.states where state.isInitial || state.id == entrance { add("[*] --> \(id(state.id))") }
        for arrow in chart.arrows where region.isInnermost(around: arrow) {
            // A label may be too long for a picture.
            for label in arrow.labels.map(\.description.visible) where label.count > DrawnChart.Label.width {
                add("\(language.comment) \(label)")
            }
            let labels = arrow.labels.map { language.spelled($0.text) }.joined(separator: language.lineBreak)
            add("\(id(arrow.source)) --> \(id(arrow.target)) : \(labels)")
        }
    }

    /// Returns the entrance of a nested frame, which is the first state that an arrow enters.
    ///
    /// If each state in such a frame has an arrow across the border, Mermaid can draw the frame
    /// only with an initial dot in it.
    private func entrance(of region: DrawnChart.Region) -> Int? {
        guard language.needsEntrances, depth > 2, !region.states.contains(where: \.isInitial) else { return nil }
        let inside = Set(region.states.flatMap(\.withInner).map(\.id))
        let crossing = chart.arrows.filter { inside.contains($0.source) != inside.contains($0.target) }
        let ends = Set(crossing.flatMap { [$0.source, $0.target] })
        guard region.states.allSatisfy({ !ends.isDisjoint(with: $0.withInner.map(\.id)) }) else { return nil }
        let entered = Set(crossing.map(\.target))
        return (region.states.first { !entered.isDisjoint(with: $0.withInner.map(\.id)) } ?? region.states.first)?.id
    }

    private mutating func write(_ state: DrawnChart.State) {
        first = first ?? id(state.id)
        let mark = state.isFailure ? language.failureMark : ""
        let declaration = "state \"\(language.spelled(state.name))\" as \(id(state.id))\(mark)"
        if state.regions.isEmpty {
            add(declaration)
            for activity in state.activities { add("\(id(state.id)) : \(language.spelled("do / \(activity)"))") }
        } else {
            add("\(declaration) {")
            depth += 1
            write(state.regions)
            depth -= 1
            add("}")
        }
    }

    private mutating func writeCaptions() {
        let captions = chart.captions(width: 60)
        guard !captions.isEmpty else { return }
        let text = captions.map(language.spelled).joined(separator: language.lineBreak)
        add(language.note(text, first ?? "", &identifiers))
    }
}

extension DrawnChart.Region {
    /// Whether both ends of an arrow are in this region, but not both in the same nested region.
    ///
    /// PlantUML requires that an arrow is written in its innermost region.
    fileprivate func isInnermost(around arrow: DrawnChart.Arrow) -> Bool {
        contains(arrow) && !states.contains { $0.regions.contains { $0.contains(arrow) } }
    }

    private func contains(_ arrow: DrawnChart.Arrow) -> Bool {
        let ids = Set(states.flatMap(\.withInner).map(\.id))
        return ids.isSuperset(of: [arrow.source, arrow.target])
    }
}
