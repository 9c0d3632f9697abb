import StateMachineCommandLine

/// A builder that collects states, scopes and arrows from the statements of a diagram.
struct MermaidBuilder {
    struct Arrow {
        var source: String
        var target: String
        var label: String?
        var position: Position
        /// The scope that contains the arrow.
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
        /// The scope that contains the state.
        var scope: Int
        /// The scopes inside the state, one for each region.
        var regions: [Int] = []
        /// The histories of the state at the ends of arrows.
        var histories: [History] = []
    }

    /// The history of a state, such as `b[H]` in PlantUML.
    struct History {
        var isDeep: Bool
        var position: Position

        /// Returns the id, which no state has.
        func id(of state: String) -> String { state + (isDeep ? "[H*]" : "[H]") }
    }

    /// A statement that names a state.
    struct Mention {
        /// The role of the state; `own` for the target of an arrow in the braces of its source.
        enum Role { case declaration, start, source, target, own, other }

        var role: Role
        var scope: Int
        var position: Position
        /// The number of mentions before this one.
        var order: Int
    }

    /// The whole diagram, or a region of a composite state.
    struct Scope {
        var owner: String?
        var parent: Int?
        var states: [String] = []
        /// The name that a comment gives to the region.
        var name: RegionName?
    }

    var name: String?
    /// Whether the first mention of a state determines its place, as in PlantUML.
    var isPlacedFirst = false
    /// The Swift names that comments assign to labels.
    var namings: [SwiftNaming] = []
    /// The notation of labels that a comment chooses.
    var notation: LabelNotation?
    var notes: [ChartNote] = []
    var declarations: [String: Declaration] = [:]
    var arrows: [Arrow] = []
    var scopes = [Scope()]
    private var open: [(scope: Int, position: Position)] = []
    private var current = 0
    private var mentionCount = 0

    mutating func add(_ kind: MermaidStatement.Kind, at position: Position) throws(ChartError) {
        switch kind {
        case .ignored, .noteStart: break
        case .state(let id, let label, let text, let stereotype, let opens):
            mention(id, as: .declaration, position)
            if let label { declarations[id]?.label = label }
            if let text { declarations[id]?.texts.append((text, position)) }
            if let stereotype {
                if stereotype.lowercased().contains("history") { throw MermaidStatement.noHistory(position) }
                guard ["choice", "fork", "join", "start", "end"].contains(stereotype) else {
                    throw ChartError(
                        position,
                        "<<\(stereotype)>> is not supported",
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
            let source = try mention(end: source, as: .source, position)
            let isOwn = isPlacedFirst && scopes[current].owner == source
            let target = try mention(end: target, as: source == "[*]" ? .start : isOwn ? .own : .target, position)
            if source == "[*]", target == "[*]" {
                let meaning = "the arrow from [*] to [*] is left out, because no state is between them"
                return notes.append(ChartNote(.statement, at: position, meaning))
            }
            arrows.append(Arrow(source: source, target: target, label: label, position: position, scope: current))
        case .divider:
            if scopes[current].owner == nil, scopes[current].parent != nil { return }
            guard let owner = scopes[current].owner, let parent = scopes[current].parent else {
                throw ChartError(
                    position,
                    "a divider between regions is outside a composite state",
                    expected: "-- inside state id { … }"
                )
            }
            addRegion(of: owner, in: parent)
        case .close:
            guard open.popLast() != nil, let parent = scopes[current].parent else {
                throw ChartError(position, "a closing brace has no opening brace", expected: "state id { before it")
            }
            current = parent
        }
    }

    /// Adds the names that a comment chooses.
    mutating func addComment(_ text: Substring, at position: Position) throws(ChartError) {
        if let naming = try SwiftNaming(text, at: position) { namings.append(naming) }
        if let notation = LabelNotation(comment: text) { self.notation = notation }
        // The braces of a statement that could not be read have no owner.
        let isUnknown = scopes[current].owner == nil && scopes[current].parent != nil
        guard !isUnknown, let region = RegionName(text, at: position) else { return }
        guard scopes[current].owner != nil else {
            throw ChartError(
                position,
                "the comment names the region “\(region.name.abbreviated(after: 60))”, but it is outside a region",
                expected: "this comment inside state id { … }, before or after --"
            )
        }
        if let other = scopes[current].name {
            throw ChartError(
                position,
                "the region already has the name “\(other.name.abbreviated(after: 60))” from line \(other.position.line)",
                expected: "one name for each region"
            )
        }
        scopes[current].name = region
    }

    func checkSize(at position: Position) throws(ChartError) {
        guard declarations.count <= ChartTree.limits.states else {
            throw ChartError(
                position,
                "the diagram has more than \(ChartTree.limits.states) states",
                expected: "fewer states"
            )
        }
    }

    /// Opens the braces of a statement that could not be read.
    mutating func enterUnknown(_ position: Position) {
        open.append((current, position))
        scopes.append(Scope(owner: nil, parent: current))
        current = scopes.count - 1
    }

    /// Notes what is at an end of an arrow.
    ///
    /// - Returns: The id of the state, or of the history of a state.
    private mutating func mention(
        end id: String,
        as role: Mention.Role,
        _ position: Position
    ) throws(ChartError) -> String {
        guard id != "[*]" else { return id }
        guard id.hasSuffix("[H]") || id.hasSuffix("[H*]") else {
            mention(id, as: role, position)
            return id
        }
        let history = History(isDeep: id.hasSuffix("*]"), position: position)
        var state = String(id.dropLast(history.id(of: "").count))
        if state.isEmpty {
            guard let owner = scopes[current].owner else {
                throw ChartError(
                    position,
                    "\(id) is outside a composite state",
                    expected: "the name of a state before \(id)"
                )
            }
            state = owner
        } else {
            mention(state, as: role == .start ? .start : .target, position)
        }
        if declarations[state]?.histories.contains(where: { $0.isDeep == history.isDeep }) == false {
            declarations[state]?.histories.append(history)
        }
        return history.id(of: state)
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
            throw ChartError(position, "“\(id)” has two blocks in braces", expected: "one block for each state")
        }
        guard open.count < ChartTree.limits.depth else {
            throw ChartError(
                position,
                "states are nested more than \(ChartTree.limits.depth) levels deep",
                expected: "fewer levels"
            )
        }
        open.append((current, position))
        addRegion(of: id, in: current)
    }

    private mutating func addRegion(of owner: String, in parent: Int) {
        declarations[owner]?.regions.append(scopes.count)
        current = scopes.count
        scopes.append(Scope(owner: owner, parent: parent))
    }

    /// Replaces states with the stereotypes `start` and `end` by `[*]`, and makes states of
    /// choices, forks and joins that no arrow leaves.
    private mutating func resolveStereotypes() {
        let sources = Set(arrows.map(\.source))
        for declaration in declarations.values.sorted(by: { $0.position < $1.position }) {
            let id = declaration.id
            switch declaration.stereotype {
            case "start":
                for index in arrows.indices where arrows[index].source == id {
                    (arrows[index].source, arrows[index].scope) = ("[*]", declaration.scope)
                }
                scopes[declaration.scope].states.removeAll { $0 == id }
                declarations[id] = nil
            case "end":
                declarations[id]?.stereotype = nil
                let isFinal = !sources.contains(id)
                let arrow = Arrow(source: id, target: "[*]", position: declaration.position, scope: declaration.scope)
                if isFinal { arrows.append(arrow) }
            case let stereotype? where !sources.contains(id):
                declarations[id]?.stereotype = nil
                let meaning = "no arrow leaves “\(id)”, so it is a state and not a \(stereotype)"
                notes.append(ChartNote(.statement, at: declaration.position, meaning))
            case nil, _?: break
            }
        }
    }

    /// Removes labels that consist of words in parentheses.
    private mutating func removeRemarks() {
        guard notation == nil else { return }
        for index in arrows.indices {
            let label = text(of: arrows[index])
            guard LabelNotation.isRemark(label), declarations[arrows[index].source]?.stereotype == nil,
                Chart.State.time(of: "after \(label)") == nil, !label.contains("after ")
            else { continue }
            arrows[index].label = nil
            notes.append(.remark(label, at: arrows[index].position))
        }
    }

    /// Makes simple states of states whose braces contain no states.
    private mutating func removeEmptyBlocks() {
        let withBeginningOrEnd = Set(arrows.filter { $0.source == "[*]" || $0.target == "[*]" }.map(\.scope))
        for id in declarations.keys {
            guard let regions = declarations[id]?.regions, regions.count == 1, scopes[regions[0]].states.isEmpty,
                !withBeginningOrEnd.contains(regions[0])
            else { continue }
            declarations[id]?.regions = []
        }
    }

    /// Returns an arrow's label in one line, which is empty for an arrow without a label.
    func text(of arrow: Arrow) -> String { lines(of: arrow).joined(separator: " ") }

    /// Returns the lines of an arrow's label.
    func lines(of arrow: Arrow) -> [String] { arrow.label.map(MermaidText.lines) ?? [] }

    /// Whether a text about a state names an activity.
    func hasActivity(_ declaration: Declaration) -> Bool {
        declaration.texts.contains { text, _ in
            MermaidText.lines(text).contains { line in
                let line = TransitionLabel.reaction(meantBy: line) ?? line
                return line.prefix(2).lowercased() == "do" && trimmed(line.dropFirst(2)).first == "/"
            }
        }
    }

    /// The notation of labels, which is chosen by a comment or found in the labels.
    var labelNotation: LabelNotation {
        notation
            ?? LabelNotation(
                // The label of an arrow from a choice is a guard.
                of: arrows.filter { declarations[$0.source]?.stereotype != "choice" }.map(lines),
                texts: declarations.values.flatMap { $0.texts.flatMap { MermaidText.lines($0.text) } },
                states: Set(declarations.values.flatMap { [$0.id, $0.label ?? $0.id] }),
                namings: namings
            )
    }

    func chart() throws(ChartError) -> Chart {
        var errors = ErrorList()
        if let last = open.last {
            errors.add(ChartError(last.position, "an opening brace has no closing brace", expected: "}"))
        }
        var placed = self
        placed.placeStates(&errors)
        placed.resolveStereotypes()
        placed.removeRemarks()
        placed.makeRegionsOfForks()
        placed.removeEmptyBlocks()
        var conversion = MermaidToChart(placed, errors)
        return try conversion.chart()
    }
}
