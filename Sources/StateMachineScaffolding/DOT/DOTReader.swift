/// A reader of Graphviz files (DOT) with a plain directed graph.
///
/// Each node is a state, and each edge with a label is a transition. A node with the shape `point`
/// is the start, and a node with the shape `doublecircle` is final.
package enum DOTReader {
    /// Reads a graph.
    ///
    /// - Throws: ``ChartError`` with all mistakes in statements and labels. If a brace, a text or a
    ///   comment is not closed, the labels are not checked.
    package static func read(_ text: String) throws(ChartError) -> Chart {
        let (tokens, namings) = try DOTToken.tokens(of: text)
        var parser = DOTParser(tokens: tokens[...])
        do throws(ChartError) {
            try parser.readGraph()
        } catch {
            var errors = parser.errors
            errors.add(error)
            try errors.throwAll()
            throw error
        }
        var conversion = DOTToChart(graph: parser.graph, namings: namings, parser.errors)
        return try conversion.chart()
    }
}

/// The nodes and edges of a Graphviz file.
struct DOTGraph {
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
