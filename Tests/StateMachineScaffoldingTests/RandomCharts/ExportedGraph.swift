import Foundation

/// The states of a machine and the steps between them, as the JSON of this package has them.
///
/// It is decoded by Foundation, and so shares no code with what reads the JSON for scaffolding.
struct ExportedGraph {
    struct Step {
        let target: Int
        let output: String?
    }

    private(set) var beginnings: [Int]
    let events: [String]

    /// For each state what the events do that it handles.
    private(set) var steps: [[String: Step]]

    var stepCount: Int { steps.reduce(0) { $0 + $1.count } }

    /// The graph: all states, and each sample event by its id.
    init(of machine: Data) throws {
        let document = try JSONDecoder().decode(Document.self, from: machine)
        events = document.events.map(\.id)
        beginnings = document.states.indices.filter { document.states[$0].isInitial }
        steps = Array(repeating: [:], count: document.states.count)
        for transition in document.transitions {
            steps[transition.source][events[transition.event]] = Step(
                target: transition.target,
                output: transition.output
            )
        }
    }

    /// The picture: states with what they differ by left out, and events as the arrows are
    /// labelled.
    init(ofPicture machine: Data) throws {
        let chart = try JSONDecoder().decode(Document.self, from: machine).chart
        let leaves = chart.regions.flatMap(\.leaves)
        let indices = Dictionary(uniqueKeysWithValues: leaves.enumerated().map { ($1.id, $0) })
        var events: [String] = []
        beginnings = leaves.indices.filter { leaves[$0].isInitial }
        steps = Array(repeating: [:], count: leaves.count)
        // An arrow from a composite state leaves each of the states inside.
        let inside = Dictionary(uniqueKeysWithValues: chart.regions.flatMap(\.all).map { ($0.id, $0.leaves) })
        for arrow in chart.arrows {
            guard let target = indices[arrow.target] else { continue }
            let sources = (inside[arrow.source] ?? []).compactMap { indices[$0.id] }
            for label in arrow.labels {
                let parts = label.split(separator: " / ", maxSplits: 1).map(String.init)
                if !events.contains(parts[0]) { events.append(parts[0]) }
                let step = Step(target: target, output: parts.count > 1 ? parts[1] : nil)
                for source in sources { steps[source][parts[0]] = step }
            }
        }
        self.events = events
    }

    /// Leaves out all beginnings but the first.
    mutating func keepFirstBeginning() { beginnings = Array(beginnings.prefix(1)) }

    /// For each state that can be reached a beginning, and the events that lead there from it.
    var paths: [Int: (beginning: Int, events: [String])] {
        var paths: [Int: (beginning: Int, events: [String])] = [:]
        for (number, state) in beginnings.enumerated() { paths[state] = (number, []) }
        var waiting = beginnings
        while !waiting.isEmpty {
            let state = waiting.removeFirst()
            for event in events {
                guard let step = steps[state][event], paths[step.target] == nil, let path = paths[state] else {
                    continue
                }
                paths[step.target] = (path.beginning, path.events + [event])
                waiting.append(step.target)
            }
        }
        return paths
    }

    private struct Document: Decodable {
        struct State: Decodable {
            let isInitial: Bool
        }

        struct Event: Decodable {
            let id: String
        }

        struct Transition: Decodable {
            let source, event, target: Int
            let output: String?
        }

        struct Picture: Decodable {
            let regions: [Region]
            let arrows: [Arrow]
        }

        struct Region: Decodable {
            let states: [PictureState]

            var leaves: [PictureState] { states.flatMap(\.leaves) }

            /// The states of the region, and those inside them.
            var all: [PictureState] { states.flatMap { [$0] + $0.regions.flatMap(\.all) } }
        }

        struct PictureState: Decodable {
            let id: String
            let isInitial: Bool
            let regions: [Region]

            /// The innermost states inside, or the state itself.
            var leaves: [PictureState] { regions.isEmpty ? [self] : regions.flatMap(\.leaves) }
        }

        struct Arrow: Decodable {
            let source, target: String
            let labels: [String]
        }

        let states: [State]
        let events: [Event]
        let transitions: [Transition]
        let chart: Picture
    }
}
