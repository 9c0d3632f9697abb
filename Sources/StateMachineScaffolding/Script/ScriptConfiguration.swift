import StateMachineCommandLine

/// The configuration of a machine in a file, which becomes JSON.
///
/// A place in the configuration decides how it is read: actions, guards and actors can be
/// functions, which get names, and everything else has to be a literal or a constant.
struct ScriptConfiguration {
    var file: ScriptFile
    let machine: ScriptMachine
    /// Whether the machine is for XState 4, in which a transition enters its source again.
    let isXState4: Bool
    /// The actions and guards that `setup` defines with the functions of XState.
    var definitions: [String: ScriptValue] = [:]
    /// The names of the inline functions by their texts, for each name without a number.
    var functions: [String: [String: String]] = [:]
    private var depth = 0
    /// Whether the machine itself has actions, actors or delays.
    var machineHasWork = false
    var errors = ErrorList()

    init(_ file: ScriptFile, _ machine: ScriptMachine) {
        self.file = file
        self.machine = machine
        isXState4 = file.isXState4(machine)
    }

    /// Returns the configuration as JSON.
    ///
    /// - Throws: ``ChartError`` with all parts that cannot be read.
    mutating func json() throws(ChartError) -> JSONTree {
        let value = try file.value(at: machine.configuration)
        readDefinitions()
        let tree = attempt(value.position) { reader throws(ChartError) in try reader.state(value, key: nil) }
        try errors.throwAll()
        return tree
    }

    /// Runs a step and keeps its error.
    mutating func attempt(
        _ position: Position,
        _ step: (inout Self) throws(ChartError) -> JSONTree
    ) -> JSONTree {
        do throws(ChartError) {
            return try step(&self)
        } catch {
            errors.add(error)
            return JSONTree(value: .null, position: position)
        }
    }

    // MARK: Objects

    typealias Member = (name: String, position: Position, value: ScriptValue)

    /// Returns the members of an object, with those of the constants that it spreads.
    mutating func members(of value: ScriptValue, _ words: String) throws(ChartError) -> [Member] {
        let object = try file.resolved(value)
        guard case .object(let members) = object.content else {
            if object.isUnknown { throw computed(value) }
            throw ChartError(value.position, "\(words) is required here", expected: "{ … }")
        }
        var result: [Member] = []
        var indices: [String: Int] = [:]
        // A later member replaces an earlier one with the same name.
        func add(_ member: Member) {
            if let index = indices[member.name] {
                result[index] = member
                return
            }
            indices[member.name] = result.count
            result.append(member)
        }
        for member in members {
            switch member.key {
            case .name(let name): add((name, member.position, member.value))
            case .computed(let key): add((try text(of: key), member.position, member.value))
            case .spread: for inner in try spread(member.value) { add(inner) }
            }
            if case .name("__proto__") = member.key, !member.isShorthand {
                throw ChartError(
                    member.position,
                    "the key “__proto__” has a special meaning in JavaScript",
                    expected: "another name"
                )
            }
        }
        return result
    }

    private mutating func spread(_ value: ScriptValue) throws(ChartError) -> [Member] {
        guard case .object = try file.resolved(value).content else {
            throw ChartError(
                value.position,
                "“...\(file.text(of: value).abbreviated(after: 60))” adds members that this file does not list",
                expected: "the members themselves, or a constant of this file"
            )
        }
        try enter(value)
        defer { leave() }
        return try members(of: value, "an object")
    }

    /// Begins a value that constants can place inside itself.
    mutating func enter(_ value: ScriptValue) throws(ChartError) {
        guard depth < 100 else {
            throw ChartError(
                value.position,
                "values are nested more than 100 levels deep",
                expected: "fewer levels, and no constant that contains itself"
            )
        }
        depth += 1
    }

    mutating func leave() { depth -= 1 }

    /// Returns an object of JSON.
    ///
    /// - Parameter convert: Returns the value of a member, or `nil` to leave the member out.
    mutating func object(
        _ members: [Member],
        at position: Position,
        _ convert: (inout Self, Member) throws(ChartError) -> JSONTree?
    ) -> JSONTree {
        var result = JSONMembers()
        for member in members {
            do throws(ChartError) {
                guard let value = try convert(&self, member) else { continue }
                _ = result.add(JSONMembers.Member(name: member.name, position: member.position, value: value))
            } catch {
                errors.add(error)
            }
        }
        return JSONTree(value: .object(result), position: position)
    }
}
