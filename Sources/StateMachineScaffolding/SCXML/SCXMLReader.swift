import StateMachineCommandLine

/// A reader of structural charts in SCXML (W3C State Chart XML, 2015).
///
/// It rejects elements that compute, send or run something, such as `datamodel`, `script`, `raise`
/// and `invoke`. A delayed `send` is an activity if its state cancels it; see `DelayedSends`.
package enum SCXMLReader {
    /// Reads a chart.
    ///
    /// - Throws: ``ChartError`` with all mistakes and unsupported elements, or with the first
    ///   mistake in the XML itself.
    package static func read(_ text: String) throws(ChartError) -> Chart {
        var tree = try XMLReader.read(text)
        let foreign = tree.removeForeignElements()
        guard tree.name == "scxml" else {
            throw ChartError(tree.position, "the document begins with <\(tree.name)>", expected: "<scxml>")
        }
        guard tree.isSCXML else {
            throw ChartError(
                tree.position,
                "<scxml> has the namespace “\(tree.namespace.abbreviated(after: 80))”",
                expected: XMLTree.namespace
            )
        }
        var reader = Builder()
        reader.note(namesIn: tree)
        refuseAttributes(in: tree, &reader.errors)
        var root = try reader.state(tree, kind: .compound)
        root.id = ""
        if reader.errors.isEmpty { reader.errors.add(try reader.delayedEvents.errors(in: root)) }
        if !reader.errors.isEmpty, reader.isEveryStateKnown {
            // The ids and targets can be checked all the same.
            reader.errors.collect { () throws(ChartError) in _ = try ChartTree(Chart(root: root)) }
        }
        try reader.errors.throwAll()
        let exported = tree.attributes["machine:name"]
        var chart = Chart(name: exported ?? tree.attributes["name"], root: root)
        chart.isExported = exported != nil
        chart.notes = foreign.map { element in
            ChartNote(
                .statement,
                at: element.position,
                "<\(element.name)> is ignored, because it belongs to another namespace"
            )
        }
        return chart
    }

    private struct Builder {
        /// All names in the file, including names of missing states.
        private var names: Set<Substring> = []
        private var unnamed = 0
        var errors = ErrorList()
        private(set) var delayedEvents = DelayedEvents()
        /// Whether no error is about a state, which would then be missing.
        private(set) var isEveryStateKnown = true

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
            var delayed = DelayedSends()
            for child in tree.children where child.isSCXML && !errors.isFull {
                do throws(ChartError) {
                    let isHandler = tree.name != "scxml" && ["onentry", "onexit"].contains(child.name)
                    try add(isHandler ? delayed.take(from: child, of: kind) : child, to: &state, in: tree)
                } catch {
                    errors.add(error)
                    let isState = !["transition", "onentry", "onexit"].contains(child.name)
                    if isState, SCXMLReader.refused[child.name] == nil { isEveryStateKnown = false }
                }
            }
            delayed.addActivities(to: &state)
            errors.add(delayed.errors)
            delayedEvents.add(delayed, of: state.id)
            if kind == .atomic || kind == .parallel || kind == .final, let initial = state.initial {
                throw ChartError(
                    initial.position,
                    "<\(tree.name)> has an initial state but is not a compound state",
                    expected: "no initial state"
                )
            }
            return state
        }

        private mutating func add(
            _ child: XMLTree,
            to state: inout Chart.State,
            in tree: XMLTree
        ) throws(ChartError) {
            guard tree.name != "scxml" || SCXMLReader.outermost.contains(child.name) else {
                throw SCXMLReader.refusal(of: child, in: tree)
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
                    throw ChartError(
                        inner.position,
                        "a final state contains a state",
                        expected: "a final state without states inside it"
                    )
                }
                state.children.append(final)
            case "history": state.children.append(try history(child))
            case "initial":
                guard state.initial == nil else {
                    throw ChartError(
                        child.position,
                        "<\(tree.name)> has two initial states, an attribute and an element",
                        expected: "only the attribute or only the element"
                    )
                }
                state.initial = try initial(child)
            case "transition": state.transitions.append(try transition(child))
            case "onentry": state.entryActions += try SCXMLReader.actions(child)
            case "onexit": state.exitActions += try SCXMLReader.actions(child)
            default: throw SCXMLReader.refusal(of: child, in: tree)
            }
        }

        /// Returns the id of an element, or a new id if the element has none.
        ///
        /// A new id is harmless, because no transition leads to a state without an id.
        private mutating func id(of tree: XMLTree) throws(ChartError) -> String {
            if let id = tree.attributes["id"] {
                let isName = !id.isEmpty && id.utf8.count <= 200 && !id.contains(where: \.isWhitespace)
                guard isName else {
                    throw ChartError(
                        tree.position,
                        "“\(id.abbreviated(after: 80))” is not a valid id",
                        expected: "1 to 200 bytes without spaces"
                    )
                }
                return id
            }
            guard tree.name != "scxml" else { return "" }
            // Another attribute may be meant to be the id.
            if !tree.attributes.isEmpty { isEveryStateKnown = false }
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
                throw ChartError(tree.position, "the type of a history is “\(type)”", expected: "“shallow” or “deep”")
            }
            var state = Chart.State(id: try id(of: tree), kind: .history(isDeep: isDeep), position: tree.position)
            state.initial = try initial(tree)
            return state
        }

        /// Returns the targets of the only transition in an element.
        private func initial(_ tree: XMLTree) throws(ChartError) -> Chart.Initial {
            let transitions = tree.children.filter(\.isSCXML)
            guard transitions.count == 1, transitions[0].name == "transition" else {
                throw ChartError(
                    tree.position,
                    "the content of <\(tree.name)> is not valid",
                    expected: "exactly one <transition>"
                )
            }
            let transition = try transition(transitions[0])
            guard transition.events.isEmpty, transition.condition == nil, !transition.targets.isEmpty else {
                throw ChartError(
                    transition.position,
                    "the transition in <\(tree.name)> has an event or a condition, or it has no target",
                    expected: "only a target"
                )
            }
            guard transition.actions.isEmpty else {
                throw ChartError(
                    transition.position,
                    "actions in <\(tree.name)> are not supported",
                    fix: "move them to <onentry> of the target"
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
            var errors = ErrorList()
            errors.collect { () throws(ChartError) in
                guard let condition = tree.attributes["cond"] else { return }
                transition.condition = try ConditionParser.read(condition, at: tree.position)
            }
            errors.collect { () throws(ChartError) in transition.actions = try SCXMLReader.actions(tree) }
            try errors.throwAll()
            switch tree.attributes["type"] {
            case nil, "external": break
            case "internal": transition.isInternal = true
            case let type?:
                throw ChartError(
                    tree.position,
                    "the type of a transition is “\(type)”",
                    expected: "“internal” or “external”"
                )
            }
            if let output = tree.attributes["machine:output"] {
                transition.actions += ExportedOutput.actions(output)
            }
            transition.label = tree.attributes["machine:name"]
            transition.eventCase = tree.attributes["machine:case"]
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
                "“\(word.abbreviated(after: 80))” is not a valid event descriptor",
                expected: "a name such as “key.up”, a prefix such as “key.*”, or “*”"
            )
        }
        return EventDescriptor(String(name), isPrefix: true)
    }

    /// Returns the names of `log` elements and of actions in this package's namespace.
    ///
    /// - Throws: ``ChartError`` with the errors of all elements.
    private static func actions(_ tree: XMLTree) throws(ChartError) -> [String] {
        var errors = ErrorList()
        var names: [String] = []
        for child in tree.children {
            errors.collect { () throws(ChartError) in names.append(try action(child, in: tree)) }
        }
        try errors.throwAll()
        return names
    }

    private static func action(_ element: XMLTree, in tree: XMLTree) throws(ChartError) -> String {
        let name: String
        let expected: String
        if element.isSCXML, element.name == "log" {
            (name, expected) = (Self.name(ofLog: element), "<log expr=\"'name'\"/>")
        } else if element.namespace == XMLTree.machineNamespace, element.name == "action" {
            (name, expected) = (element.attributes["name"] ?? "", "the attribute name=\"…\"")
        } else {
            throw refusal(of: element, in: tree)
        }
        guard !name.isEmpty else {
            throw ChartError(element.position, "<\(element.name)> has no name", expected: expected)
        }
        return name
    }

    /// Returns the words of a log, whose label often says what it is about.
    private static func name(ofLog element: XMLTree) -> String {
        let words = ["label", "expr"].map { attribute in
            String(trimmed(Substring(element.attributes[attribute]?.trimmingQuotes ?? "")))
        }
        return words[0] == words[1] ? words[0] : words.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The allowed children of `<scxml>`.
    ///
    /// Transitions, handlers and histories are not among them, because the root is never exited.
    private static let outermost = ["state", "parallel", "final", "initial"]
}

extension String {
    /// The text without surrounding quotes.
    fileprivate var trimmingQuotes: String {
        guard count >= 2, let first, first == last, first == "'" || first == "\"" else { return self }
        return String(dropFirst().dropLast())
    }
}
