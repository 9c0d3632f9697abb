/// A picture of a design, of the code, or of both together, in which colors show the differences.
struct DifferencePicture {
    /// One of the two graphs that are compared.
    enum Side {
        case design, code
    }

    /// A state of the picture.
    struct Node {
        var title: String
        var mark: DesignDifference.Kind?
        var isInitial: Bool
        var isFinal: Bool
    }

    /// The transitions with the same mark between two states.
    struct Arrow {
        var source: Int
        var target: Int
        var mark: DesignDifference.Kind?
        var labels: [String]
    }

    private(set) var nodes: [Node] = []
    private(set) var arrows: [Arrow] = []

    /// Creates the picture.
    ///
    /// - Parameter side: The side that the picture shows, or `nil` for both.
    init(of graphs: MatchedGraphs, _ differences: [DesignDifference], on side: Side? = nil) {
        let (design, code) = (graphs.design, graphs.code)
        let shown = side.map { $0 == .design ? [design] : [code] } ?? [design, code]
        let runs = design.states.mapValues(\.run).merging(code.states.mapValues(\.run)) { _, run in run }
        let keys = runs.keys.filter { key in shown.contains { $0.states[key] != nil } }
            .sorted { (runs[$0]?.steps.count ?? 0, $0) < (runs[$1]?.steps.count ?? 0, $1) }
        let indices = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
        nodes = keys.map { key in
            let (first, second) = (design.states[key], code.states[key])
            return Node(
                title: (side == .design ? first : second)?.title ?? first?.title ?? key,
                mark: first == nil ? .added : second == nil ? .missing : Self.role(of: key, differences),
                isInitial: shown.contains { $0.states[key]?.isInitial == true },
                isFinal: shown.contains { $0.states[key]?.isFinal == true }
            )
        }
        let all = shown.reduce(into: Set()) { $0.formUnion($1.transitions.keys) }
        let marked = all.map { ($0, Self.mark(of: $0, graphs, differences)) }
        for (transition, mark) in marked.sorted(by: { Self.order($0.0, indices) < Self.order($1.0, indices) }) {
            guard let source = indices[transition.source], let target = indices[transition.target] else { continue }
            let label = design.transitions[transition]?.title ?? code.transitions[transition]?.title ?? ""
            if let index = arrows.firstIndex(where: { ($0.source, $0.target) == (source, target) && $0.mark == mark }) {
                arrows[index].labels.append(label)
            } else {
                arrows.append(Arrow(source: source, target: target, mark: mark, labels: [label]))
            }
        }
    }

    private static func order(_ transition: NamedGraph.Transition, _ indices: [String: Int]) -> (Int, Int, String) {
        (indices[transition.source] ?? 0, indices[transition.target] ?? 0, transition.event)
    }

    /// Returns the mark of a state that both sides have.
    private static func role(of key: String, _ differences: [DesignDifference]) -> DesignDifference.Kind? {
        differences.contains { $0.subject == .beginning(key) || $0.subject == .end(key) } ? .elsewhere : nil
    }

    /// Returns the mark of a transition.
    ///
    /// If an event leads elsewhere, the transitions of both sides are in the picture. The
    /// transition of the code has the color of this difference.
    private static func mark(
        of transition: NamedGraph.Transition,
        _ graphs: MatchedGraphs,
        _ differences: [DesignDifference]
    ) -> DesignDifference.Kind? {
        guard graphs.code.transitions[transition] != nil else {
            return graphs.code.states[transition.source]?.isOpen == true ? nil : .missing
        }
        guard graphs.design.transitions[transition] == nil else { return nil }
        let isElsewhere = differences.contains { difference in
            guard case .event(transition.event, in: transition.source, _, _) = difference.subject else { return false }
            return difference.kind == .elsewhere
        }
        return isElsewhere ? .elsewhere : .added
    }
}

extension DesignDifference.Kind {
    /// The color of a line in a picture.
    var line: String {
        switch self {
        case .missing: "#c0392b"
        case .added: "#1e8449"
        case .elsewhere: "#ca6f1e"
        }
    }

    /// The color inside a state in a picture.
    var fill: String {
        switch self {
        case .missing: "#fdecea"
        case .added: "#e9f7ef"
        case .elsewhere: "#fdf2e9"
        }
    }

    /// The sign before the name of a transition, for readers who do not see the color.
    var sign: String {
        switch self {
        case .missing: "− "
        case .added: "+ "
        case .elsewhere: "≠ "
        }
    }
}
