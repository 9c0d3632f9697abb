/// Reads structural charts in SCXML (W3C State Chart XML, 2015).
///
/// What a chart computes, sends or runs is refused: `datamodel`, `script`, `raise`, `send`,
/// `invoke` and their like.
package enum SCXMLReader {
    /// - Throws: ``ChartError`` for the first thing that is wrong or refused.
    package static func read(_ text: String) throws(ChartError) -> Chart {
        let tree = try XMLReader.read(text)
        guard tree.isSCXML, tree.name == "scxml" else {
            throw ChartError(tree.position, "the document begins with <\(tree.name)>", expected: "<scxml>")
        }
        var reader = Builder()
        reader.note(namesIn: tree)
        var root = try reader.state(tree, kind: .compound)
        root.id = ""
        let name = tree.attributes["machine:name"] ?? tree.attributes["name"]
        return Chart(name: name, root: root)
    }

    private struct Builder {
        /// All names in the file, also those of states that do not exist.
        private var names: Set<Substring> = []
        private var unnamed = 0

        mutating func note(namesIn tree: XMLTree) {
            for value in tree.attributes.values { names.formUnion(value.split { !$0.isLetter && !$0.isNumber }) }
            for child in tree.children { note(namesIn: child) }
        }

        mutating func state(_ tree: XMLTree, kind: Chart.State.Kind) throws(ChartError) -> Chart.State {
            var state = Chart.State(id: try id(of: tree), kind: kind, position: tree.position)
            state.label = tree.attributes["machine:name"].flatMap { $0 == state.id ? nil : $0 }
            if let initial = tree.attributes["initial"] {
                state.initial = Chart.Initial(targets: SCXMLReader.words(initial), position: tree.position)
            }
            for child in tree.children {
                guard child.isSCXML else { continue }
                guard tree.name != "scxml" || SCXMLReader.outermost.contains(child.name) else {
                    throw SCXMLReader.refusal(of: child)
                }
                switch child.name {
                case "state":
                    let isCompound = child.children.contains {
                        $0.isSCXML && ["state", "parallel", "final", "history", "initial"].contains($0.name)
                    }
                    state.children.append(try self.state(child, kind: isCompound ? .compound : .atomic))
                case "parallel": state.children.append(try self.state(child, kind: .parallel))
                case "final":
                    let final = try self.state(child, kind: .final)
                    if let inner = final.children.first {
                        throw ChartError(inner.position, "a final state has a state inside it", expected: "none")
                    }
                    state.children.append(final)
                case "history": state.children.append(try history(child))
                case "initial":
                    guard state.initial == nil else {
                        throw ChartError(
                            child.position,
                            "<\(tree.name)> says twice what it begins with",
                            expected: "an attribute or an element"
                        )
                    }
                    state.initial = try initial(child)
                case "transition": state.transitions.append(try transition(child))
                case "onentry": state.entryActions += try SCXMLReader.actions(child)
                case "onexit": state.exitActions += try SCXMLReader.actions(child)
                default: throw SCXMLReader.refusal(of: child)
                }
            }
            if kind == .atomic || kind == .parallel || kind == .final, let initial = state.initial {
                throw ChartError(
                    initial.position,
                    "<\(tree.name)> has an initial state, and it is not a compound state",
                    expected: "none"
                )
            }
            return state
        }

        /// The id of an element; one is made for a state that has none, since no transition leads
        /// there.
        private mutating func id(of tree: XMLTree) throws(ChartError) -> String {
            if let id = tree.attributes["id"] {
                let isName = !id.isEmpty && id.utf8.count <= 200 && !id.contains(where: \.isWhitespace)
                guard isName else {
                    throw ChartError(tree.position, "“\(id.prefix(80))” is no id", expected: "a name without spaces")
                }
                return id
            }
            guard tree.name != "scxml" else { return "" }
            var id: String
            repeat {
                unnamed += 1
                id = "\(tree.name)\(unnamed)"
            } while names.contains(id[...])
            return id
        }

        private mutating func history(_ tree: XMLTree) throws(ChartError) -> Chart.State {
            let isDeep: Bool
            switch tree.attributes["type"] {
            case nil, "shallow": isDeep = false
            case "deep": isDeep = true
            case let type?:
                throw ChartError(tree.position, "a history has the type “\(type)”", expected: "“shallow” or “deep”")
            }
            var state = Chart.State(id: try id(of: tree), kind: .history(isDeep: isDeep), position: tree.position)
            state.initial = try initial(tree)
            return state
        }

        /// What the only transition in an element leads to.
        private func initial(_ tree: XMLTree) throws(ChartError) -> Chart.Initial {
            let transitions = tree.children.filter(\.isSCXML)
            guard transitions.count == 1, transitions[0].name == "transition" else {
                throw ChartError(
                    tree.position,
                    "<\(tree.name)> has \(transitions.count) elements",
                    expected: "one <transition>"
                )
            }
            let transition = try transition(transitions[0])
            guard transition.events.isEmpty, transition.condition == nil, !transition.targets.isEmpty else {
                throw ChartError(
                    transition.position,
                    "the transition in <\(tree.name)> has an event or a condition, or no target",
                    expected: "a target only"
                )
            }
            guard transition.actions.isEmpty else {
                throw ChartError(
                    transition.position,
                    "actions in <\(tree.name)> are not supported",
                    expected: "entry actions of its target"
                )
            }
            return Chart.Initial(targets: transition.targets, position: transition.position)
        }

        private func transition(_ tree: XMLTree) throws(ChartError) -> Chart.Transition {
            let events = try SCXMLReader.words(tree.attributes["event"] ?? "").map { word throws(ChartError) in
                try SCXMLReader.descriptor(word, at: tree.position)
            }
            if tree.attributes["event"] != nil, events.isEmpty {
                throw ChartError(tree.position, "the event of a transition is empty", expected: "the name of an event")
            }
            var transition = Chart.Transition(
                events: events,
                targets: SCXMLReader.words(tree.attributes["target"] ?? ""),
                position: tree.position
            )
            if tree.attributes["target"] != nil, transition.targets.isEmpty {
                throw ChartError(tree.position, "the target of a transition is empty", expected: "the id of a state")
            }
            if let condition = tree.attributes["cond"] {
                transition.condition = try ConditionParser.read(condition, at: tree.position)
            }
            switch tree.attributes["type"] {
            case nil, "external": break
            case "internal": transition.isInternal = true
            case let type?:
                throw ChartError(
                    tree.position,
                    "a transition has the type “\(type)”",
                    expected: "“internal” or “external”"
                )
            }
            transition.actions = try SCXMLReader.actions(tree)
            if let output = tree.attributes["machine:output"] {
                transition.actions += ExportedOutput.actions(output)
            }
            transition.label = tree.attributes["machine:name"]
            return transition
        }
    }

    private static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    private static func descriptor(_ word: String, at position: Position) throws(ChartError) -> EventDescriptor {
        if word == "*" || word == ".*" { return EventDescriptor("", isPrefix: true) }
        var name = word[...]
        if name.hasSuffix(".*") { name.removeLast(2) } else if name.hasSuffix(".") { name.removeLast() }
        guard !name.isEmpty, name.count <= 200, !name.contains("*"),
            !name.split(separator: ".", omittingEmptySubsequences: false).contains("")
        else {
            throw ChartError(
                position,
                "“\(word.prefix(80))” is no event",
                expected: "names with dots between them, “.*” at the end, or “*”"
            )
        }
        return EventDescriptor(String(name), isPrefix: true)
    }

    /// The names of what is done: those of `log`, and of actions in the namespace of this package.
    private static func actions(_ tree: XMLTree) throws(ChartError) -> [String] {
        var names: [String] = []
        for child in tree.children {
            let name: String?
            if child.isSCXML, child.name == "log" {
                name = (child.attributes["expr"] ?? child.attributes["label"])?.trimmingQuotes
            } else if child.namespace == XMLTree.machineNamespace, child.name == "action" {
                name = child.attributes["name"]
            } else {
                throw refusal(of: child)
            }
            guard let name, !name.isEmpty else {
                throw ChartError(child.position, "<\(child.name)> has no name", expected: "<log expr=\"'name'\"/>")
            }
            names.append(name)
        }
        return names
    }

    private static func refusal(of tree: XMLTree) -> ChartError {
        let kind = refused[tree.name] ?? "is not known in this place"
        return ChartError(
            tree.position,
            "<\(tree.name)> \(kind)",
            expected: "states, transitions, and <log> for what is done"
        )
    }

    /// What is a child of `<scxml>`: no transition, no handler and no history, since the chart as a
    /// whole is never left.
    private static let outermost = ["state", "parallel", "final", "initial"]

    private static let refused = [
        "script": "runs code, which a chart to be written in Swift cannot",
        "datamodel": "declares data, which this chart cannot have",
        "data": "declares data, which this chart cannot have",
        "assign": "changes data, which this chart cannot have",
        "donedata": "returns data, which this chart cannot have",
        "param": "passes data, which this chart cannot have",
        "content": "passes data, which this chart cannot have",
        "raise": "raises an event, which this chart cannot do",
        "send": "sends an event, which this chart cannot do",
        "cancel": "takes back an event, which this chart cannot do",
        "invoke": "runs another machine, which this chart cannot do",
        "finalize": "runs another machine, which this chart cannot do",
        "if": "decides in the middle of what is done; write two transitions",
        "elseif": "decides in the middle of what is done; write two transitions",
        "else": "decides in the middle of what is done; write two transitions",
        "foreach": "repeats what is done, which this chart cannot do",
    ]
}

extension String {
    /// The text without the quotes around it.
    fileprivate var trimmingQuotes: String {
        guard count >= 2, let first, first == last, first == "'" || first == "\"" else { return self }
        return String(dropFirst().dropLast())
    }
}
