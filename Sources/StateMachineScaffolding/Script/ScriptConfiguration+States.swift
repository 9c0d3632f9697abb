/// States and transitions.
extension ScriptConfiguration {
    /// Reads a state, or the machine itself if there is no key.
    mutating func state(_ value: ScriptValue, key: String?) throws(ChartError) -> JSONTree {
        try enter(value)
        defer { leave() }
        let members = try members(of: value, key == nil ? "an XState machine" : "a state")
        let name = key ?? machine.name ?? "machine"
        if key == nil { machineHasWork = members.contains { Self.work.contains($0.name) } }
        return object(try words(of: members), at: value.position) { reader, member throws(ChartError) in
            try reader.member(member, ofState: name, isMachine: key == nil)
        }
    }

    private static let work = ["entry", "exit", "onEntry", "onExit", "invoke", "after"]

    private mutating func member(
        _ member: Member,
        ofState state: String,
        isMachine: Bool
    ) throws(ChartError) -> JSONTree? {
        switch member.name {
        case "states": return try states(member.value)
        case "on": return try transitions(by: member.value, in: state, isMachine)
        case "after": return try transitions(by: member.value, in: state, isMachine)
        case "always": return try transitions(member.value, Place(event: "always", state: state, isMachine))
        case "onDone": return try transitions(member.value, Place(event: "done", state: state, isMachine))
        case "invoke": return try actors(member.value, in: state, isMachine)
        case "entry", "exit": return try actions(member.value, "\(member.name) of \(state)")
        case "id", "type", "history", "description": return try literal(member.value)
        case "initial", "target": return try initial(member.value)
        case let name where Self.ignored.contains(name): return nil
        // The reader of JSON reports it.
        default: return JSONTree(value: .null, position: member.position)
        }
    }

    private mutating func states(_ value: ScriptValue) throws(ChartError) -> JSONTree {
        let members = try members(of: value, "an object of states")
        return object(members, at: value.position) { reader, member throws(ChartError) in
            try reader.state(member.value, key: member.name)
        }
    }

    private mutating func initial(_ value: ScriptValue) throws(ChartError) -> JSONTree? {
        guard case .object = try file.resolved(value).content else { return try literal(value) }
        let members = try members(of: value, "an object")
        return object(members, at: value.position) { reader, member throws(ChartError) in
            member.name == "actions"
                ? try reader.actions(member.value, "initial action") : try reader.literal(member.value)
        }
    }

    // MARK: Transitions

    /// The place of a transition.
    struct Place {
        var event: String
        var state: String
        var isMachine: Bool

        init(event: String, state: String, _ isMachine: Bool) {
            (self.event, self.state, self.isMachine) = (event, state, isMachine)
        }

        var words: String { "\(event) in \(state)" }
    }

    private mutating func transitions(
        by value: ScriptValue,
        in state: String,
        _ isMachine: Bool
    ) throws(ChartError) -> JSONTree {
        let members = try members(of: value, "an object of events")
        // In XState 4, a transition without an event has the name "".
        let named = members.filter { !isXState4 || !$0.name.isEmpty }
        return object(named, at: value.position) { reader, member throws(ChartError) in
            try reader.transitions(member.value, Place(event: member.name, state: state, isMachine))
        }
    }

    /// Reads a transition or a list of transitions.
    mutating func transitions(_ value: ScriptValue, _ place: Place) throws(ChartError) -> JSONTree? {
        switch try file.resolved(value).content {
        // In XState 4, the event is handled without a transition.
        case .undefined:
            return isXState4 ? JSONTree(value: .object(JSONMembers()), position: value.position) : nil
        case .array:
            let list = try elements(of: value).map { element in
                attempt(element.position) { reader throws(ChartError) in try reader.transition(element, place) }
            }
            return JSONTree(value: .array(list), position: value.position)
        case .object, .string, .number, .bool, .null, .name, .call, .function, .spread, .computed:
            return try transition(value, place)
        }
    }

    private mutating func transition(_ value: ScriptValue, _ place: Place) throws(ChartError) -> JSONTree {
        guard case .object = try file.resolved(value).content else {
            guard let target = try literal(value) else { throw computed(value) }
            return isXState4 ? reentering(target, place) : target
        }
        let members = try members(of: value, "a transition")
        var isReentering: Bool?
        let tree = object(try words(of: members), at: value.position) { reader, member throws(ChartError) in
            switch member.name {
            case "target": return try reader.literal(member.value)
            case "guard": return try reader.guard(member.value, "guard of \(place.words)")
            case "actions": return try reader.actions(member.value, "action of \(place.words)")
            case "reenter", "description": return try reader.literal(member.value)
            case "internal" where reader.isXState4, "external" where reader.isXState4:
                if case .bool(let flag)? = try reader.literal(member.value)?.value {
                    isReentering = flag == (member.name == "external")
                }
                return nil
            case "meta": return nil
            default: return JSONTree(value: .null, position: member.position)
            }
        }
        return isXState4 ? reentering(tree, place, isReentering) : tree
    }

    /// Returns a transition of XState 4 in the words of XState 5.
    ///
    /// In XState 4, a transition is internal by default only if its target begins with a dot, and
    /// a target of the machine itself needs no dot.
    private func reentering(_ tree: JSONTree, _ place: Place, _ given: Bool? = nil) -> JSONTree {
        var members = JSONMembers()
        var targets = [tree]
        if case .object(let all) = tree.value {
            guard let target = all["target"] else { return tree }
            targets = if case .array(let list) = target.value { list } else { [target] }
            for member in all.all where member.name != "target" { _ = members.add(member) }
        }
        let isInternal = targets.contains { $0.text?.hasPrefix(".") ?? true }
        if place.isMachine { targets = targets.map(\.insideMachine) }
        func add(_ name: String, _ value: JSONTree.Value) {
            let value = JSONTree(value: value, position: tree.position)
            _ = members.add(JSONMembers.Member(name: name, position: tree.position, value: value))
        }
        add("target", .array(targets))
        // A transition of the machine itself enters the machine again, which only its work shows.
        if !place.isMachine || machineHasWork, given ?? !isInternal { add("reenter", .bool(true)) }
        return JSONTree(value: .object(members), position: tree.position)
    }
}

extension JSONTree {
    fileprivate var text: String? { if case .string(let text) = value { text } else { nil } }

    /// The target of the machine itself with a dot at its beginning.
    fileprivate var insideMachine: JSONTree {
        guard let text, !text.hasPrefix("."), !text.hasPrefix("#") else { return self }
        return JSONTree(value: .string("." + text), position: position)
    }
}
