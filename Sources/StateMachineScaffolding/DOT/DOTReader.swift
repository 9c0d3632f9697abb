/// A reader of Graphviz files (DOT) with a plain directed graph.
///
/// Each node is a state, and each edge is a transition. A node with the shape `point` is the start,
/// and a node with a double frame is final if no edge leaves it.
package enum DOTReader {
    /// Reads a graph.
    ///
    /// - Throws: ``ChartError`` with all mistakes in statements and labels. If a brace, a text or a
    ///   comment is not closed, the labels are not checked.
    package static func read(_ text: String) throws(ChartError) -> Chart {
        let (tokens, comments) = try DOTToken.tokens(of: text)
        var parser = DOTParser(tokens: tokens[...])
        do throws(ChartError) {
            try parser.readGraph()
        } catch {
            var errors = parser.errors
            errors.add(error)
            try errors.throwAll()
            throw error
        }
        var graph = parser.graph
        graph.removeInvisibleParts()
        var conversion = DOTToChart(graph: graph, comments: comments, parser.errors)
        return try conversion.chart()
    }
}
