/// The words of XState 4, and the definitions of `setup`.
extension ScriptConfiguration {
    /// Returns the members with the words of XState 5.
    func words(of members: [Member]) -> [Member] {
        guard isXState4 else { return members }
        return members.map { (Self.successors[$0.name] ?? $0.name, $0.position, $0.value) }
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

    private static let structural = ["raise", "enqueueActions", "not", "and", "or", "stateIn"]
}

extension ScriptFile {
    /// Returns whether a machine is for XState 4: its function, its members and the imported names
    /// show the version.
    func isXState4(_ machine: ScriptMachine) -> Bool {
        if machine.function == "Machine" { return true }
        if machine.setup != nil { return false }
        let end = end(of: machine.configuration - 1) ?? tokens.count
        let keys = tokens.indices[machine.configuration..<end].filter { tokens[$0 + 1].isSymbol(":") }
            .compactMap { tokens[$0].word }
        if keys.contains(where: Self.newKeys.contains) { return false }
        if keys.contains(where: Self.oldKeys.contains) { return true }
        let imported = importedNames
        return imported.isDisjoint(with: Self.newNames) && !imported.isDisjoint(with: Self.oldNames)
    }

    private static let newKeys: Set = ["guard", "reenter", "types", "params"]
    private static let oldKeys: Set = [
        "cond", "internal", "onEntry", "onExit", "tsTypes", "predictableActionArguments", "schema", "services",
    ]
    private static let newNames: Set = [
        "setup", "createActor", "fromPromise", "fromCallback", "fromObservable", "fromTransition", "not", "and", "or",
        "stateIn", "enqueueActions", "spawnChild", "emit",
    ]
    private static let oldNames: Set = ["Machine", "interpret", "send", "spawn", "actions", "choose", "pure"]

    /// The names that the file imports from XState.
    private var importedNames: Set<String> {
        guard let from = tokens.indices.dropLast().first(where: {
            tokens[$0].word == "from" && tokens[$0 + 1].kind == .string("xstate")
        }), let start = tokens[..<from].lastIndex(where: { $0.word == "import" })
        else { return [] }
        return Set(tokens[start..<from].compactMap(\.word))
    }
}
