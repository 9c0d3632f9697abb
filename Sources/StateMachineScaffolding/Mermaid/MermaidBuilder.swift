/// The statements of a diagram, put together: which states there are, where they are, and the
/// arrows.
struct MermaidBuilder {
    struct Arrow {
        var source: String
        var target: String
        var label: String?
        var position: Position
        /// The scope that the arrow stands in.
        var scope: Int
    }

    struct Declaration {
        var id: String
        var label: String?
        var stereotype: String?
        var texts: [(text: String, position: Position)] = []
        var notes: [String] = []
        var mentions: [Mention] = []
        var position: Position
        /// The scope that it is in.
        var scope: Int
        /// The scopes inside it, one for each region.
        var regions: [Int] = []
    }

    /// A statement that names a state.
    struct Mention {
        enum Role { case declaration, start, source, target, other }

        var role: Role
        var scope: Int
        var position: Position
        /// How many were before it.
        var order: Int
    }

    /// The whole diagram, or a region of a composite state.
    struct Scope {
        var owner: String?
        var parent: Int?
        var states: [String] = []
    }

    var name: String?
    var declarations: [String: Declaration] = [:]
    private(set) var arrows: [Arrow] = []
    var scopes = [Scope()]
    private var open: [(scope: Int, position: Position)] = []
    private var current = 0
    private var mentionCount = 0

    mutating func add(_ kind: MermaidStatement.Kind, at position: Position) throws(ChartError) {
        switch kind {
        case .ignored, .noteStart: break
        case .state(let id, let label, let stereotype, let opens):
            mention(id, as: .declaration, position)
            if let label { declarations[id]?.label = label }
            if let stereotype {
                if stereotype.lowercased().contains("history") { throw MermaidStatement.noHistory(position) }
                guard ["choice", "fork", "join"].contains(stereotype) else {
                    throw ChartError(
                        position,
                        "<<\(stereotype)>> is not known",
                        expected: "<<choice>>, <<fork>> or <<join>>"
                    )
                }
                declarations[id]?.stereotype = stereotype
            }
            if opens { try enter(id, position) }
        case .description(let id, let text):
            mention(id, as: .other, position)
            declarations[id]?.texts.append((text, position))
        case .note(let id, let text):
            mention(id, as: .other, position)
            declarations[id]?.notes.append(MermaidText.lines(text).joined(separator: "\n"))
        case .arrow(let source, let target, let label):
            if source != "[*]" { mention(source, as: .source, position) }
            if target != "[*]" { mention(target, as: source == "[*]" ? .start : .target, position) }
            if source == "[*]", target == "[*]" {
                throw ChartError(position, "an arrow leads from [*] to [*]", expected: "a state at one end")
            }
            arrows.append(Arrow(source: source, target: target, label: label, position: position, scope: current))
        case .divider:
            guard let owner = scopes[current].owner, let parent = scopes[current].parent else {
                throw ChartError(
                    position,
                    "a line between regions stands outside of a state",
                    expected: "-- inside of state id { … }"
                )
            }
            addRegion(of: owner, in: parent)
        case .close:
            guard open.popLast() != nil, let parent = scopes[current].parent else {
                throw ChartError(position, "a brace closes nothing", expected: "state id { before it")
            }
            current = parent
        }
        guard declarations.count <= ChartTree.limits.states else {
            throw ChartError(position, "there are more than \(ChartTree.limits.states) states")
        }
    }

    private mutating func mention(_ id: String, as role: Mention.Role, _ position: Position) {
        let declaration = Declaration(id: id, position: position, scope: current)
        declarations[id, default: declaration].mentions.append(
            Mention(role: role, scope: current, position: position, order: mentionCount)
        )
        mentionCount += 1
    }

    private mutating func enter(_ id: String, _ position: Position) throws(ChartError) {
        guard declarations[id]?.regions.isEmpty == true else {
            throw ChartError(position, "“\(id)” has braces twice", expected: "one pair")
        }
        guard open.count < ChartTree.limits.depth else {
            throw ChartError(position, "states are nested more than \(ChartTree.limits.depth) deep")
        }
        open.append((current, position))
        addRegion(of: id, in: current)
    }

    private mutating func addRegion(of owner: String, in parent: Int) {
        declarations[owner]?.regions.append(scopes.count)
        current = scopes.count
        scopes.append(Scope(owner: owner, parent: parent))
    }

    func chart() throws(ChartError) -> Chart {
        if let last = open.last { throw ChartError(last.position, "a brace is not closed", expected: "}") }
        var placed = self
        try placed.placeStates()
        var writer = try MermaidChart(placed)
        return try writer.chart()
    }
}
