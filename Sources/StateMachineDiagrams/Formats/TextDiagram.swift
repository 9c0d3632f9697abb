extension StateChart {
    /// The chart for Mermaid, which GitHub and others draw in Markdown.
    public var mermaid: String {
        var writer = TextDiagramWriter(self, .mermaid)
        return writer.text
    }

    /// The chart for PlantUML.
    public var plantUML: String {
        var writer = TextDiagramWriter(self, .plantUML)
        return writer.text
    }
}

/// Writes state diagrams in the languages of Mermaid and PlantUML, which are much alike.
private struct TextDiagramWriter {
    enum Language { case mermaid, plantUML }

    private let chart: StateChart
    private let language: Language
    private var identifiers = Identifiers()
    private var ids: [Int: String] = [:]
    /// What is written first, for a note about all.
    private var first: String?
    private var lines: [String] = []
    private var depth = 0
    private var regionCount = 0

    init(_ chart: StateChart, _ language: Language) {
        self.chart = chart
        self.language = language
        for state in chart.allStates { ids[state.id] = identifiers.identifier(for: state.name) }
    }

    var text: String {
        mutating get {
            begin()
            depth += language == .mermaid ? 1 : 0
            write(chart.regions, divider: nil)
            writeCaptions()
            writeFailures()
            depth = 0
            if language == .plantUML { add("@enduml") }
            return lines.joined(separator: "\n") + "\n"
        }
    }

    private mutating func begin() {
        switch language {
        case .mermaid: add("stateDiagram-v2")
        case .plantUML:
            lines = [
                "@startuml", "hide empty description", "skinparam shadowing false", "skinparam state {",
                "  BackgroundColor \(Palette.state)", "  BorderColor \(Palette.line)", "  FontColor \(Palette.ink)",
                "  ArrowColor \(Palette.line)", "  BackgroundColor<<failure>> \(Palette.failure)",
                "  BorderColor<<failure>> \(Palette.failureLine)", "}", "hide stereotype",
            ]
        }
    }

    private mutating func add(_ line: String) { lines.append(String(repeating: "  ", count: depth) + line) }

    private func id(_ state: Int) -> String { ids[state] ?? "" }

    /// Writes regions; several are divided inside a state, but beside each other where there is no state around them.
    private mutating func write(_ regions: [StateChart.Region], divider: String? = "--") {
        guard regions.count > 1 else { return regions.forEach { write($0) } }
        for (index, region) in regions.enumerated() {
            if index > 0, let divider { add(divider) }
            // A region has no title: a state around it has.
            regionCount += 1
            let id = identifiers.identifier(for: "region_\(regionCount)")
            first = first ?? id
            add("state \"\(spelled(region.name ?? ""))\" as \(id) {")
            depth += 1
            write(region)
            depth -= 1
            add("}")
        }
    }

    private mutating func write(_ region: StateChart.Region) {
        for state in region.states { write(state) }
        let entrance = entrance(of: region)
        for state in region.states where state.isInitial || state.id == entrance { add("[*] --> \(id(state.id))") }
        for state in region.states where state.isFinal { add("\(id(state.id)) --> [*]") }
        for arrow in chart.arrows where region.isInnermost(around: arrow) {
            let labels = arrow.labels.map { spelled($0.text) }.joined(separator: lineBreak)
            add("\(id(arrow.source)) --> \(id(arrow.target)) : \(labels)")
        }
    }

    /// A state of a frame inside another frame where a dot has to stand for Mermaid, which cannot draw such a frame if arrows
    /// from outside or to it end at all that is inside: the first that is entered.
    private func entrance(of region: StateChart.Region) -> Int? {
        guard language == .mermaid, depth > 2, !region.states.contains(where: \.isInitial) else { return nil }
        let inside = Set(region.states.flatMap(\.withInner).map(\.id))
        let crossing = chart.arrows.filter { inside.contains($0.source) != inside.contains($0.target) }
        let ends = Set(crossing.flatMap { [$0.source, $0.target] })
        guard region.states.allSatisfy({ !ends.isDisjoint(with: $0.withInner.map(\.id)) }) else { return nil }
        let entered = Set(crossing.map(\.target))
        return (region.states.first { !entered.isDisjoint(with: $0.withInner.map(\.id)) } ?? region.states.first)?.id
    }

    private mutating func write(_ state: StateChart.State) {
        first = first ?? id(state.id)
        let isFailure = state.isFailure && language == .plantUML ? " <<failure>>" : ""
        let declaration = "state \"\(spelled(state.name))\" as \(id(state.id))\(isFailure)"
        if state.regions.isEmpty {
            add(declaration)
            for activity in state.activities { add("\(id(state.id)) : \(spelled("do / \(activity)"))") }
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
        let text = captions.map(spelled).joined(separator: lineBreak)
        switch language {
        case .mermaid: add("note right of \(first ?? "") : \(text)")
        case .plantUML: add("note \"\(text)\" as \(identifiers.identifier(for: "ignored_events"))")
        }
    }

    private mutating func writeFailures() {
        guard language == .mermaid else { return }
        let failures = chart.allStates.filter { $0.isFailure && $0.regions.isEmpty }
        guard !failures.isEmpty else { return }
        add("classDef failure fill:\(Palette.failure),stroke:\(Palette.failureLine),color:\(Palette.ink)")
        add("class \(failures.map { id($0.id) }.joined(separator: ",")) failure")
    }

    private var lineBreak: String {
        switch language {
        case .mermaid: "<br/>"
        case .plantUML: "\\n"
        }
    }

    private func spelled(_ text: String) -> String {
        let text = text.shortened(to: 60)
        switch language {
        case .mermaid:
            return text.isEmpty ? "#8203;" : text.spelledOut(except: " (),.'=+?!/") { "#\($0.value);" }
        case .plantUML:
            guard !text.isEmpty else { return "<U+200B>" }
            let spelled = text.spelledOut(except: " (),.:") { scalar in
                let digits = String(scalar.value, radix: 16, uppercase: true)
                return "<U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)>"
            }
            // PlantUML takes a tilde before `@startuml` for one that hides it, even if both are spelled out.
            return spelled.replacing("<U+007E><U+0040>", with: "<U+007E><U+200B><U+0040>")
        }
    }
}

extension StateChart.Region {
    /// Whether both ends of an arrow are in this region, and not in one inside it: PlantUML wants arrows there.
    fileprivate func isInnermost(around arrow: StateChart.Arrow) -> Bool {
        contains(arrow) && !states.contains { $0.regions.contains { $0.contains(arrow) } }
    }

    private func contains(_ arrow: StateChart.Arrow) -> Bool {
        let ids = Set(states.flatMap(\.withInner).map(\.id))
        return ids.isSuperset(of: [arrow.source, arrow.target])
    }
}
