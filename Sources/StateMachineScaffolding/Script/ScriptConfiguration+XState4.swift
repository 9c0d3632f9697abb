/// The words of XState 4, and the definitions of `setup`.
extension ScriptConfiguration {
    /// Returns the members of a state or a transition with the words of XState 5.
    mutating func words(of members: [Member]) throws(ChartError) -> [Member] {
        guard isXState4 else { return members }
        var members = members.map {
            (name: Self.successors[$0.name] ?? $0.name, position: $0.position, value: $0.value)
        }
        guard let on = members.first(where: { $0.name == "on" }),
            let always = try self.members(of: on.value, "an object of events").first(where: { $0.name.isEmpty })
        else { return members }
        members.append((name: "always", position: always.position, value: always.value))
        return members
    }

    private static let successors = ["cond": "guard", "onEntry": "entry", "onExit": "exit", "data": "output"]

    /// The members of a machine or a state that do not change the chart.
    static let ignored = [
        "context", "input", "options", "types", "version", "$schema", "meta", "output", "tags", "schema", "schemas",
        "tsTypes", "predictableActionArguments", "preserveActionOrder", "strict", "order", "key",
    ]

    /// Reads the actions and guards that `setup` defines with functions of XState that change the
    /// chart.
    mutating func readDefinitions() {
        guard let setup = machine.setup, let value = try? file.value(at: setup),
            let members = try? members(of: value, "an object")
        else { return }
        for member in members where member.name == "actions" || member.name == "guards" {
            for definition in (try? self.members(of: member.value, "an object")) ?? [] {
                guard case .call(let path, _) = definition.value.content,
                    Self.structural.contains(path.last ?? "")
                else { continue }
                definitions[definition.name] = definition.value
            }
        }
    }

    private static let structural = [
        "raise", "enqueueActions", "choose", "pure", "not", "and", "or", "stateIn",
    ]
}

extension ScriptFile {
    /// Returns whether a machine is for XState 4: its function, its members and the imported names
    /// show the version.
    func isXState4(_ machine: ScriptMachine) -> Bool {
        if machine.function == "Machine" { return true }
        if machine.setup != nil { return false }
        let keys = Set(tokens.indices.dropLast().filter { tokens[$0 + 1].isSymbol(":") }.compactMap { tokens[$0].word })
        let names = importedNames
        guard names.isDisjoint(with: Self.newNames) else { return false }
        if !keys.isDisjoint(with: Self.oldKeys) { return true }
        return !keys.contains("guard") && !names.isDisjoint(with: Self.oldNames)
    }

    private static let oldKeys: Set = [
        "cond", "onEntry", "onExit", "tsTypes", "predictableActionArguments", "preserveActionOrder", "internal",
    ]
    private static let newNames: Set = [
        "setup", "createActor", "fromPromise", "fromCallback", "fromObservable", "fromTransition", "not", "and", "or",
        "stateIn", "enqueueActions", "spawnChild", "emit",
    ]
    private static let oldNames: Set = ["Machine", "interpret", "send", "spawn", "actions", "choose", "pure"]

    /// The names that the file imports from XState.
    private var importedNames: Set<String> {
        var names: Set<String> = []
        var start = 0
        for (index, token) in tokens.enumerated() {
            if token.word == "import" { start = index }
            guard token.word == "from", case .string(let module) = tokens[index + 1].kind else { continue }
            if module == "xstate" { names.formUnion(tokens[start..<index].compactMap(\.word)) }
            // Only XState 4 has this folder.
            if module.hasPrefix("xstate/lib") { names.insert("interpret") }
        }
        return names
    }
}
