import Foundation
import StateMachineDiagrams
import StateMachineGraphs

/// What a hostile chart consists of, for whoever reads it back.
private struct Expectation: Encodable {
    var name: String
    /// The names of the states; the second one is inside the first.
    var states: [String]
    /// For each state the event that leads from it to the next one, with its payload as it is
    /// written.
    var events: [Event]
    var activities: [String]

    struct Event: Encodable {
        var name: String
        var payload: String
    }
}

/// Writes charts whose names are made of what means something to one format or another.
func writeHostileCharts(count: Int, to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let seed = UInt64.random(in: .min ... .max)
    var generator = SeededGenerator(seed: seed)
    print("hostile names: seed \(seed)")
    for number in 0..<count {
        var taken: Set<String> = []
        func text() -> String {
            while true {
                let text = (0..<Int.random(in: 1...4, using: &generator)).map { _ in fragment(&generator) }.joined()
                if text.count <= 24, taken.insert(text).inserted { return text }
            }
        }
        let states = (0..<6).map { _ in text() }
        let events = (0..<5).map { _ in Expectation.Event(name: text(), payload: text()) }
        let activities = (0..<2).map { _ in text() }
        let expectation = Expectation(name: text(), states: states, events: events, activities: activities)
        let machine = machine(for: expectation)
        for format in DiagramFormat.allCases {
            try write(machine.text(in: format), to: folder, "\(number).\(format.fileExtension)")
        }
        try write(
            String(decoding: JSONEncoder().encode(expectation), as: UTF8.self),
            to: folder,
            "\(number).expected.json"
        )
    }
}

/// A ring of states.
///
/// Each event leads to the next state for one payload, which therefore stands at its arrow, and is
/// rejected for others.
private func machine(for expectation: Expectation) -> MachineDescription {
    let names = expectation.states.map { ValueName(caseName: $0) }
    let nested = ValueName(caseName: expectation.states[0], regions: [.init(label: nil, name: names[1])])
    let all = [nested] + names.dropFirst(2)
    let activities = expectation.activities.map { ValueName(caseName: $0) }
    let events = expectation.events.map { event in
        ValueName(caseName: event.name, payload: [.init(label: nil, value: event.payload)])
    }
    let others = ["one", "another", "a third"].flatMap { payload in
        events.map { ValueName(caseName: $0.caseName, payload: [.init(label: nil, value: payload)]) }
    }
    return MachineDescription(
        name: expectation.name,
        states: all.enumerated().map { index, name in
            .init(name: name, activities: index == 0 ? activities : [], isInitial: index == 0)
        },
        events: events + others,
        steps: all.indices.flatMap { index in
            let handled = MachineDescription.Step(
                source: index,
                event: index,
                reaction: .init(target: (index + 1) % all.count, exited: index == 0 ? activities : [])
            )
            let rejected = (1...3).map {
                MachineDescription.Step(source: index, event: index + $0 * all.count, reaction: nil)
            }
            return [handled] + rejected
        }
    )
}

private let fragments = [
    "\"", "'", "\n", "\r\n", "\t", "\u{0}", "\u{1B}", "#", ";", ":", "::", ":::", "<script>alert(1)</script>",
    "</script>",
    "<b>", "<br>", "|", "||", "--", "-->", "%%", "{", "}", "[", "]", "[*]", "(", ")", "\\", "\\n", "\\N", "\\l", "`",
    "```",
    "end", "state", "note", "direction LR", "title", "legend", "\u{202E}", "\u{200B}", "\u{FEFF}", "\u{2028}", "😀",
    "👩‍👩‍👧", "é", "e\u{301}", "漢字", "عربي", " ", "  ", "**", "__", "//", "~~", "~", "^", "!include /etc/passwd", "@enduml",
    "@startuml", "~@startuml", "&amp;", "&", "&#35;", "#quot;", "#35;", "<U+0041>", "<&heart>", "$$", "http://x.y",
    "www.x.y",
    "a@b.c",
    "[x](y)", ":smile:", "classDef", "style", "<<fork>>", "$", "=", "==", "* ", "- ", "1. ", "> ", "!", "?", ".", "...",
    "…",
    ",", "«»", "\u{A0}", "\u{AD}", "null", "true", "0", "/*", "*/", "<!--", "]]>", "<![CDATA[", "${x}", "{{x}}",
    "{%x%}",
    "\u{301}", "\u{20E3}", "\u{FE0F}", "\u{200D}", "🏽", "ﬂ°°35¶ß", "ß", "\u{FFFE}", "\u{E000}", "a", "hello world",
]

private func fragment(_ generator: inout SeededGenerator) -> String {
    guard Int.random(in: 0..<4, using: &generator) == 0 else {
        return fragments[Int.random(in: fragments.indices, using: &generator)]
    }
    let ranges: [ClosedRange<UInt32>] = [0x20...0x7E, 0xA1...0x2FF, 0x2010...0x2BFF, 0x1F300...0x1F6FF]
    let range = ranges[Int.random(in: ranges.indices, using: &generator)]
    return Unicode.Scalar(UInt32.random(in: range, using: &generator)).map { String($0) } ?? ""
}
