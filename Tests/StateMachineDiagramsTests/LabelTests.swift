import Foundation
import StateMachineDiagrams
import StateMachineGraphs
import StateMachineTestSupport
import Testing

/// A table of labels: each text, in each place, in each format.
@Suite(.timeLimit(.minutes(5)), .computing) struct LabelTests {
    enum Place: CaseIterable {
        case state, event, argument, condition, output, activity, region, title

        /// Whether the text is a label alone, and not a part of one, where its ends are no ends.
        var isWhole: Bool {
            switch self {
            case .state, .event, .region, .title: true
            case .argument, .condition, .output, .activity: false
            }
        }
    }

    /// Places that can have the same text at once, since what is around each depends on none of the
    /// others.
    private static let groups: [[Place]] = [
        [.state, .output, .title], [.argument, .region], [.event, .condition, .activity],
    ]

    /// A machine with a text in some places.
    private func machine(with text: String, at places: Place...) -> MachineDescription {
        machine(with: text, at: places)
    }

    private func machine(with text: String, at places: [Place]) -> MachineDescription {
        func at(_ here: Place, _ other: String) -> String { places.contains(here) ? text : other }
        let doors = [at(.condition, "ajar"), "open", "closed"]
        let lamps = [at(.state, "off"), "on"]
        let activity = ValueName(caseName: at(.activity, "glow"))
        let names = doors.flatMap { door in
            lamps.map { lamp in
                ValueName(
                    caseName: nil,
                    regions: [
                        .init(label: "door", name: ValueName(caseName: door)),
                        .init(label: at(.region, "lamp"), name: ValueName(caseName: lamp)),
                    ]
                )
            }
        }
        let switches = [at(.argument, "now"), "then", "later"].map {
            ValueName(caseName: "switch", payload: [.init(label: nil, value: $0)])
        }
        let events = switches + [ValueName(caseName: at(.event, "turn"))]
        var steps: [MachineDescription.Step] = []
        for source in names.indices {
            // The first event switches the lamp on while the door is in its first state; the last
            // one turns the door.
            for event in switches.indices {
                let done = ValueName(caseName: at(.output, "done"))
                let reaction = MachineDescription.Reaction(target: 1, exited: [activity], output: done)
                steps.append(.init(source: source, event: event, reaction: event == 0 && source == 0 ? reaction : nil))
            }
            let target = (source + 2) % names.count
            steps.append(.init(source: source, event: switches.count, reaction: .init(target: target)))
        }
        return MachineDescription(
            name: at(.title, "house"),
            states: names.enumerated().map { index, name in
                .init(name: name, activities: index % 2 == 0 ? [activity] : [], isInitial: index == 0)
            },
            events: events,
            steps: steps
        )
    }

    /// What is around a label in a format, where "e.g." comes before a payload that is only a
    /// sample; `nil` where the format does not show the place.
    private func frame(of place: Place, in format: DiagramFormat) -> String? {
        switch (format, place) {
        case (.mermaid, .state), (.plantuml, .state): "state \"LABEL\" as "
        case (.mermaid, .event), (.plantuml, .event): " --> open : LABEL\n"
        case (.mermaid, .argument): " : switch(e.g. LABEL) #91;door"
        case (.mermaid, .condition): " #91;door#58; LABEL#93; / done\n"
        case (.mermaid, .output): " #91;door#58; ajar#93; / LABEL\n"
        case (.mermaid, .activity): "off : do / LABEL\n"
        case (.mermaid, .region), (.plantuml, .region): "state \"LABEL\" as region_2 {\n"
        case (.mermaid, .title), (.plantuml, .title): nil

        case (.plantuml, .argument): " : switch(e.g. LABEL) <U+005B>door"
        case (.plantuml, .condition): " <U+005B>door: LABEL<U+005D> <U+002F> done\n"
        case (.plantuml, .output): " <U+005B>door: ajar<U+005D> <U+002F> LABEL\n"
        case (.plantuml, .activity): "off : do <U+002F> LABEL\n"

        case (.dot, .state): "<b>LABEL</b>"
        case (.dot, .event): "label=\" LABEL \""
        case (.dot, .argument): " switch(e.g. LABEL) "
        case (.dot, .condition): "[door: LABEL] / done \""
        case (.dot, .output): "[door: ajar] / LABEL \""
        case (.dot, .activity): "color=\"#627d98\">LABEL</font>"
        case (.dot, .region): ", label=\"LABEL\", labeljust="
        case (.dot, .title): "digraph \"LABEL\" {\n"

        case (.scxml, .state), (.scxml, .condition), (.scxml, .region): " machine:name=\"LABEL\">\n"
        case (.scxml, .event): " machine:name=\"LABEL\"/>\n"
        case (.scxml, .argument): " machine:name=\"switch(LABEL)\" "
        case (.scxml, .output): " machine:output=\"LABEL\"/>\n"
        case (.scxml, .activity): nil
        case (.scxml, .title): " initial=\"everything\" machine:name=\"LABEL\">\n"

        case (.markdown, .state): "\n| LABEL | on if the value is now "
        case (.markdown, .event): "| door | LABEL |\n"
        case (.markdown, .argument): "| on, e.g. if the value is LABEL and door is ajar<br>otherwise – |\n"
        case (.markdown, .condition): "| on if the value is now and door is LABEL<br>otherwise – |\n"
        case (.markdown, .output): "| ajar, on | glow | LABEL |\n"
        case (.markdown, .activity): "| lamp.off&nbsp;● | LABEL |\n"
        case (.markdown, .region): "\n| LABEL | switch |\n"
        case (.markdown, .title): "# LABEL\n"

        case (.sismic, _), (.xstate, _), (.json, _): nil
        }
    }

    private func label(_ sample: LabelSample, at place: Place, in format: DiagramFormat) -> String {
        switch format {
        case .mermaid: sample.mermaid
        case .plantuml: sample.plantUML
        case .dot: place == .state || place == .activity ? sample.html : sample.quoted
        case .scxml: sample.xml
        case .markdown: sample.markdown
        case .sismic, .xstate, .json: sample.text
        }
    }

    /// Samples whose ends count, such as spaces there, are labels alone.
    private static let wholeSamples: Set<String> = ["at the ends", "a space that does not break", "nothing"]

    /// Each sample with each group of places; in a usual run, a quarter of these pairs.
    private static let samplesAndGroups = LabelSample.all.indices.flatMap { index in
        groups.indices.map { (index, $0) }
    }
    .usually { ($0.0 + $0.1) % 4 == 0 }

    @Test(arguments: samplesAndGroups)
    func `a text is written as a label in each format`(index: Int, group: Int) throws {
        let (sample, group) = (LabelSample.all[index], Self.groups[group])
        let places = group.filter { $0.isWhole || !Self.wholeSamples.contains(sample.name) }
        let machine = machine(with: sample.text, at: places)
        for format in DiagramFormat.allCases where ![.json, .sismic, .xstate].contains(format) {
            let text = Data(machine.text(in: format).utf8)
            for place in places {
                guard let frame = frame(of: place, in: format) else { continue }
                let expected = frame.replacing("LABEL", with: label(sample, at: place, in: format))
                // Bytes, since a mark after a letter makes another character of it.
                let isThere = text.range(of: Data(expected.utf8)) != nil
                #expect(isThere, "\(sample.name) at \(place) in \(format): \(expected)\n\(machine.text(in: format))")
            }
        }
    }

    @Test func `the groups have each place once`() {
        #expect(Self.groups.flatMap(\.self).count == Place.allCases.count)
        #expect(Set(Self.groups.flatMap(\.self)) == Set(Place.allCases))
    }

    @Test(arguments: LabelSample.all.indices.usually(oneOf: 2))
    func `the formats for programs have the text itself, and no tag can end a script element`(index: Int) throws {
        let text = LabelSample.all[index].text
        for group in Self.groups {
            let source = machine(with: text, at: group).text(in: .json)
            #expect(!source.utf8.contains(UInt8(ascii: "<")))
            let json = try JSONDecoder().decode(MachineJSON.self, from: Data(source.utf8))
            for place in group {
                let texts: [String?] =
                    switch place {
                    case .state, .condition: json.chart.regions.flatMap(\.states).map(\.name)
                    case .event: json.events.map(\.name)
                    case .argument: json.events.map(\.name)
                    case .output: json.transitions.map(\.output)
                    case .activity: json.activities.map(\.name)
                    case .region: json.chart.regions.map(\.name)
                    case .title: [json.name]
                    }
                #expect(texts.contains(place == .argument ? "switch(\(text))" : text), "\(place): \(texts)")
            }
        }
        let sismic = try JSONSerialization.jsonObject(
            with: Data(machine(with: text, at: .title).text(in: .sismic).utf8)
        )
        let chart = (sismic as? [String: Any])?["statechart"] as? [String: Any]
        // Hidden characters are spelled out, since YAML has other rules for them than JSON.
        #expect(chart?["name"] as? String == LabelSample.all[index].xml.unescapedFromXML)
    }

    @Test(arguments: [(47, 47), (48, 48), (49, 48), (60, 48), (61, 48)])
    func `a long text is shortened with an ellipsis`(count: Int, countInGraphviz: Int) {
        func shortened(_ limit: Int, _ mark: String = "…") -> String {
            count <= limit ? String(repeating: "x", count: count) : String(repeating: "x", count: limit - 1) + mark
        }
        let state = machine(with: String(repeating: "x", count: count), at: .state)
        #expect(state.text(in: .dot).contains("<b>\(shortened(48))</b>"))
        #expect(state.text(in: .mermaid).contains("state \"\(shortened(60, "#8230;"))\" as"))
        #expect(state.text(in: .plantuml).contains("state \"\(shortened(60, "<U+2026>"))\" as"))
        let event = machine(with: String(repeating: "x", count: count), at: .event)
        #expect(event.text(in: .dot).contains("label=\" \(shortened(60)) \""))
        #expect(event.text(in: .mermaid).contains(" --> open : \(shortened(60, "#8230;"))\n"))
        #expect(shortened(48).count == countInGraphviz)
    }

    @Test(arguments: [79, 80, 81])
    func `a name in a table has at most 80 characters`(count: Int) {
        let text = machine(with: String(repeating: "x", count: count), at: .event).text(in: .markdown)
        let expected = count <= 80 ? String(repeating: "x", count: count) : String(repeating: "x", count: 79) + "…"
        #expect(text.contains("| door | \(expected) |\n"))
    }

    @Test func `an empty line in a name stays an empty line in Graphviz`() {
        #expect(machine(with: "a\n\nb", at: .title).text(in: .dot).hasPrefix("digraph \"a\\n\\nb\" {\n"))
        #expect(machine(with: "a\n\nb", at: .region).text(in: .dot).contains(", label=\"a\\n\\nb\", labeljust="))
    }

    @Test func `a long label of Graphviz has its condition on a line of its own`() {
        // The rest of the label has 28 characters, of 44.
        for (count, separator) in [(16, " "), (17, " \\n   ")] {
            let argument = String(repeating: "x", count: count)
            let text = machine(with: argument, at: .argument).text(in: .dot)
            #expect(text.contains("label=\" switch(\(argument))\(separator)[door: ajar] / done \""), "\(text)")
        }
    }
}

extension String {
    fileprivate var unescapedFromXML: String {
        // By scalars: a mark after a semicolon makes one character of both.
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")].reduce(self) { text, entity in
            text.replacingOccurrences(of: entity.0, with: entity.1, options: .literal)
        }
    }
}
