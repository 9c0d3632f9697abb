extension DOTParser {
    /// The nodes and edges of a Graphviz file.
    struct Graph {
        struct Node {
            var id: String
            var attributes: [String: String]
            var position: Position

            /// Whether the node has a double frame, as the accepting states of an automaton have.
            var isAccepting: Bool {
                ["doublecircle", "doubleoctagon"].contains(shape) || attributes["peripheries"] == "2"
            }

            fileprivate var shape: String { attributes["shape"] ?? "ellipse" }

            /// Whether the picture does not show the node.
            fileprivate var isInvisible: Bool { attributes["style"]?.contains("invis") == true }

            /// Whether the node has neither a frame nor a text, or is only a point.
            fileprivate var isBlank: Bool {
                shape == "point" || isInvisible
                    || DOTParser.lines(attributes["label"] ?? id).isEmpty
            }

            fileprivate var isFrameless: Bool { ["none", "plaintext", "plain", "note"].contains(shape) }

            /// The label of the node in one line, or its id.
            var title: String {
                let lines = attributes["label"].map(DOTParser.lines) ?? []
                let title = lines.joined(separator: " ").replacing("\\N", with: id)
                return title.isEmpty ? id : title
            }
        }

        struct Edge {
            var source: String
            var target: String
            var label: String?
            var position: Position

            /// The lines of the label.
            var lines: [String] { label.map(DOTParser.lines) ?? [] }

            /// Returns the line of the edge with a label.
            func line(_ label: String) -> String { "\(Self.name(source)) -> \(Self.name(target)) [label=\"\(label)\"]" }

            private static func name(_ id: String) -> String {
                let isPlain = id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
                return isPlain && id.first?.isNumber == false ? id : "\"\(id)\""
            }
        }

        /// The role of a node in the machine.
        enum Role { case start, state, final, legend }

        var name: String?
        var nodes: [Node] = []
        var edges: [Edge] = []
        var notes: [ChartNote] = []
        fileprivate var indices: [String: Int] = [:]

        /// Adds a node, or attributes to a known node.
        mutating func add(_ id: String, _ attributes: [String: String], at position: Position) {
            if let index = indices[id] {
                nodes[index].attributes.merge(attributes) { $1 }
            } else {
                indices[id] = nodes.count
                nodes.append(Node(id: id, attributes: attributes, position: position))
            }
        }

        func node(_ id: String) -> Node? { indices[id].map { nodes[$0] } }
    }

    /// Returns the lines of a label, which `\n`, `\l` and `\r` separate.
    static func lines(_ label: String) -> [String] {
        // Two backslashes are one.
        label.replacing("\\\\", with: "\u{0}").split(separator: /\\[nlr]|\n/)
            .map { String(trimmed($0)).replacing("\u{0}", with: "\\") }.filter { !$0.isEmpty }
    }
}

extension DOTParser.Graph {
    /// Removes invisible nodes, and the edges between them, which belong to a legend.
    mutating func removeInvisibleParts() {
        let invisible = Set(nodes.filter(\.isInvisible).map(\.id))
        edges.removeAll { invisible.contains($0.source) && invisible.contains($0.target) }
        let used = Set(edges.flatMap { [$0.source, $0.target] })
        nodes.removeAll { invisible.contains($0.id) && !used.contains($0.id) }
        indices = Dictionary(nodes.enumerated().map { ($1.id, $0) }) { first, _ in first }
    }

    /// The role of each node, by its id.
    ///
    /// A point from which an edge leads on is the start, and so is another node without a text to
    /// which no edge leads. Otherwise, nodes without a text are ends. A frameless node without
    /// edges is a title or a legend.
    var roles: [String: Role] {
        let steps = edges.filter { $0.source != $0.target }
        let (sources, targets) = (Set(edges.map(\.source)), Set(steps.map(\.target)))
        func role(of node: Node) -> Role {
            let (isSource, isTarget) = (sources.contains(node.id), targets.contains(node.id))
            if !isSource, !isTarget, node.isFrameless { return .legend }
            if node.shape == "point", isSource || !isTarget { return .start }
            if node.isBlank, isSource, !isTarget { return .start }
            return !isSource && (node.isAccepting || node.isBlank) ? .final : .state
        }
        return Dictionary(nodes.map { ($0.id, role(of: $0)) }) { first, _ in first }
    }

    /// The state in which the machine begins if no node is the start.
    var beginning: Node? {
        let roles = roles
        let states = nodes.map(\.id).filter { roles[$0] == .state || roles[$0] == .final }
        return likelyBeginning(of: states, arrows: edges.map { ($0.source, $0.target) }).flatMap(node)
    }
}
