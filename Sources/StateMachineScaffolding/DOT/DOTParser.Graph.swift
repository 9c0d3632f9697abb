extension DOTParser {
    /// The nodes and edges of a Graphviz file.
    struct Graph {
        struct Node {
            var id: String
            var attributes: [String: String]
            var position: Position

            /// Whether the node is only the beginning of an arrow.
            var isStart: Bool { attributes["shape"] == "point" }
            var isFinal: Bool { attributes["shape"] == "doublecircle" }
        }

        struct Edge {
            var source: String
            var target: String
            var label: String?
            var position: Position

            /// Returns the line of the edge with a label.
            func line(_ label: String) -> String { "\(Self.name(source)) -> \(Self.name(target)) [label=\"\(label)\"]" }

            private static func name(_ id: String) -> String {
                let isPlain = id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
                return isPlain && id.first?.isNumber == false ? id : "\"\(id)\""
            }
        }

        var name: String?
        var nodes: [Node] = []
        var edges: [Edge] = []
        private var indices: [String: Int] = [:]

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
}
