import StateMachineCommandLine

/// A parser of the DOT language, without undirected edges.
struct DOTParser {
    private var tokens: ArraySlice<DOTToken>
    private(set) var graph = Graph()
    /// The errors of statements, after which the parser continues with the next line.
    private(set) var errors = ErrorList()
    private var end: Position
    private var depth = 0
    /// The default attributes of nodes and edges in the current braces.
    private var defaults: (node: [String: String], edge: [String: String]) = ([:], [:])

    init(tokens: ArraySlice<DOTToken>) {
        self.tokens = tokens
        end = tokens.last?.position ?? Position(line: 1, column: 1)
    }

    private var position: Position { tokens.first?.position ?? end }

    private mutating func take(_ symbol: String) -> Bool {
        guard tokens.first?.kind == .symbol(symbol) else { return false }
        tokens.removeFirst()
        return true
    }

    private mutating func expect(_ symbol: String, _ problem: String) throws(ChartError) {
        let position = position
        guard take(symbol) else { throw ChartError(position, problem, expected: symbol) }
    }

    /// Takes a word in any case, such as `digraph`, that is not in quotation marks.
    private mutating func takeWord(_ word: String) -> Bool {
        guard case .text(let text, isQuoted: false)? = tokens.first?.kind, text.lowercased() == word else {
            return false
        }
        tokens.removeFirst()
        return true
    }

    private mutating func text(_ problem: String, _ expected: String) throws(ChartError) -> String {
        guard case .text(let text, _)? = tokens.first?.kind else {
            throw ChartError(position, problem, expected: expected)
        }
        tokens.removeFirst()
        return text
    }

    mutating func readGraph() throws(ChartError) {
        _ = takeWord("strict")
        let start = position
        guard takeWord("digraph") else {
            throw ChartError(start, "the file does not begin with a directed graph", expected: "digraph {")
        }
        if case .text(let name, _)? = tokens.first?.kind {
            graph.name = name
            tokens.removeFirst()
        }
        try expect("{", "the graph has no opening brace")
        try readStatements()
        guard tokens.isEmpty || errors.isFull else {
            throw ChartError(position, "text follows the graph", expected: "one graph in the file")
        }
    }

    /// Reads statements and the closing brace after them.
    private mutating func readStatements() throws(ChartError) {
        depth += 1
        let outer = defaults
        defer {
            depth -= 1
            defaults = outer
        }
        guard depth <= ChartTree.limits.depth else {
            throw ChartError(
                position,
                "braces are nested more than \(ChartTree.limits.depth) levels deep",
                expected: "fewer levels"
            )
        }
        while !take("}") {
            guard !tokens.isEmpty else { throw ChartError(end, "an opening brace has no closing brace", expected: "}") }
            if take(";") || take(",") { continue }
            let start = tokens
            do throws(ChartError) {
                try readStatement()
            } catch {
                errors.add(error)
                guard !errors.isFull else { return }
                skipStatement(from: start)
            }
            guard graph.nodes.count <= ChartTree.limits.states else {
                throw ChartError(
                    position,
                    "the graph has more than \(ChartTree.limits.states) nodes",
                    expected: "fewer nodes"
                )
            }
        }
    }

    /// Skips the rest of a statement, from the token that is wrong to the end of its line, with all
    /// lines of its braces and lists.
    private mutating func skipStatement(from start: ArraySlice<DOTToken>) {
        if tokens.startIndex == start.startIndex { tokens.removeFirst() }
        let read = start[..<tokens.startIndex]
        var line = read.last?.position.line ?? 0
        var braces = read.reduce(0) { $0 + $1.opens("{", "}") }
        var isInList = read.reduce(0) { $0 + $1.opens("[", "]") } > 0
        while let token = tokens.first {
            // A list contains no arrow and no brace, so its bracket is missing.
            if ["->", "--", "{", "}"].contains(where: { token.kind == .symbol($0) }) { isInList = false }
            let isEnd = token.kind == .symbol(";") || token.kind == .symbol("}") || token.position.line > line
            if braces <= 0, !isInList, isEnd { return }
            tokens.removeFirst()
            line = token.position.line
            braces += token.opens("{", "}")
            if token.kind == .symbol("[") || token.kind == .symbol("]") { isInList = token.kind == .symbol("[") }
        }
    }

    private mutating func readStatement() throws(ChartError) {
        let start = position
        if take("{") { return try readStatements() }
        if takeWord("subgraph") {
            var name = ""
            if case .text(let text, _)? = tokens.first?.kind {
                name = text
                tokens.removeFirst()
            }
            if name.hasPrefix("cluster") {
                let meaning = "the cluster “\(name.abbreviated(after: 60))” is only a frame in the picture, not a state"
                let advice = "For a state with states inside it, draw the diagram in Mermaid or SCXML"
                graph.notes.append(ChartNote(.statement, at: start, meaning, advice: advice))
            }
            try expect("{", "the subgraph has no opening brace")
            return try readStatements()
        }
        for word in ["graph", "node", "edge"] where takeWord(word) {
            let attributes = try readAttributes()
            if word == "node" { defaults.node.merge(attributes) { $1 } }
            if word == "edge" { defaults.edge.merge(attributes) { $1 } }
            return
        }
        let first = try text("a statement is required here", "a -> b [label=\"event\"]")
        if take("=") {
            _ = try text("the attribute has no value", "a value after =")
            return
        }
        try skipPort()
        var ids = [first]
        while true {
            let arrow = position
            guard !take("--") else {
                throw ChartError(arrow, "an edge without a direction is not supported", expected: "->")
            }
            guard take("->") else { break }
            ids.append(try text("the arrow has no target", "the name of a state"))
            try skipPort()
        }
        let attributes = try readAttributes()
        if ids.count == 1 {
            graph.add(
                first,
                graph.node(first) == nil ? defaults.node.merging(attributes) { $1 } : attributes,
                at: start
            )
            return
        }
        for id in ids where graph.node(id) == nil { graph.add(id, defaults.node, at: start) }
        let all = defaults.edge.merging(attributes) { $1 }
        // An edge that the picture does not show, or shows without an arrowhead, only moves nodes.
        let label = ["label", "xlabel", "taillabel", "headlabel"].lazy.compactMap { all[$0] }.first
        let isLine = all["dir"] == "none"
        guard all["style"]?.contains("invis") != true, !isLine || label != nil else { return }
        if isLine {
            throw ChartError(start, "an edge without a direction is not supported", expected: "->, without dir=none")
        }
        for (source, target) in zip(ids, ids.dropFirst()) {
            let (tail, head) = all["dir"] == "back" ? (target, source) : (source, target)
            graph.edges.append(Graph.Edge(source: tail, target: head, label: label, position: start))
            guard all["dir"] == "both" else { continue }
            graph.edges.append(Graph.Edge(source: target, target: source, label: label, position: start))
        }
    }

    private mutating func skipPort() throws(ChartError) {
        while take(":") { _ = try text("the port has no name", "a name after the colon") }
    }

    private mutating func readAttributes() throws(ChartError) -> [String: String] {
        var attributes: [String: String] = [:]
        while take("[") {
            while !take("]") {
                if take(";") || take(",") { continue }
                let name = try text("an attribute is required here", "[label=\"event\"]")
                guard take("=") else {
                    attributes[name] = "true"
                    continue
                }
                attributes[name] = try text(
                    "the attribute “\(name.abbreviated(after: 60))” has no value",
                    "a value after ="
                )
            }
        }
        return attributes
    }
}

extension DOTToken {
    /// Returns 1 for an opening symbol, and -1 for a closing one.
    fileprivate func opens(_ opening: String, _ closing: String) -> Int {
        kind == .symbol(opening) ? 1 : kind == .symbol(closing) ? -1 : 0
    }
}
