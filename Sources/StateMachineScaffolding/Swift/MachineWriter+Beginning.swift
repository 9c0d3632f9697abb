extension MachineWriter {
    /// The initialisers of a machine that is a struct.
    func addInitializers(to file: inout SwiftSource) {
        file.add(comment: "A machine at its beginning.")
        if beginsWithSteps {
            file.add("public init() { self = Self.beginning.machine }")
        } else {
            file.add("public init() {}")
        }
        file.add()
        // The initialiser with all properties, which Swift makes internal, is lost beside another
        // one.
        var properties: [(name: String, type: String, value: String)] = []
        let begin = machine.beforeHistory
        if let parallel = machine.outerRegions {
            for region in tree.nodes[parallel].children {
                guard let type = machine.types[region], let value = begin.entry(of: region, for: []).value else {
                    continue
                }
                properties.append((machine.cases[region], type, value))
            }
        } else {
            properties.append(("state", "State", begin.entry(inside: 0, for: []).value ?? ""))
        }
        for (history, property) in machine.histories.sorted(by: { $0.key < $1.key }) {
            properties.append((property, (machine.types[tree.nodes[history].parent ?? 0] ?? "") + "?", "nil"))
        }
        guard !properties.isEmpty else { return }
        let parameters = properties.enumerated().map { index, property in
            // The first one has no default, so that this is another initialiser than the one
            // without arguments.
            "\(property.name): \(property.type)" + (index == 0 ? "" : " = \(property.value)")
        }
        var header = SwiftSource()
        header.list("init(", parameters, ") {")
        for line in header.lines { file.add(line) }
        for property in properties { file.add("    self.\(property.name) = \(SwiftName.declared(property.name))") }
        file.add("}")
        file.add()
    }

    /// What is done when the machine begins, and what it is then.
    func addBeginning(to file: inout SwiftSource) {
        let entry = initialEntry
        guard beginsWithSteps else {
            file.add(comment: "What is to be done when the machine begins.")
            file.block("public static var initialActions: [Action]") { $0.add(entry.actions.text) }
            return file.add()
        }
        let value: String
        if machine.outerRegions != nil {
            value = machine.beforeHistory.entryOfRegions(machine.outerRegions ?? 0, for: []).value ?? ""
        } else if machine.isWrapped {
            value = "\(name)(state: \(entry.value ?? ""))"
        } else {
            value = "\(name)\(entry.value ?? "")"
        }
        if machine.hasActions {
            file.add(comment: "What is to be done when the machine begins.")
            file.add("public static var initialActions: [Action] { beginning.actions }")
            file.add()
        }
        file.add(comment: "The machine after the steps that need no event.")
        file.block(
            "private static var beginning: (machine: \(name), actions: [\(machine.hasActions ? "Action" : "Never")])"
        ) { file in
            file.add("var machine = \(value)")
            let queued = entry.completions.map { ".\(machine.completionName($0))" }.joined(separator: ", ")
            if machine.needsCompletions { file.add("var completions: [Completion] = [\(queued)]") }
            let settle = "machine.\(settle)"
            if machine.hasActions {
                file.add("let actions = \(entry.actions.text) + \(settle)")
                file.add("return (machine, actions)")
            } else {
                file.add(settle)
                file.add("return (machine, [])")
            }
        }
        file.add()
    }
}
