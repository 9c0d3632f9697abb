/// Invoked actors, which get names.
extension ScriptConfiguration {
    mutating func actors(_ value: ScriptValue, in state: String, _ isMachine: Bool) throws(ChartError) -> JSONTree {
        let list = try elements(of: value).map { element in
            attempt(element.position) { reader throws(ChartError) in try reader.actor(element, in: state, isMachine) }
        }
        return JSONTree(value: .array(list), position: value.position)
    }

    private mutating func actor(
        _ value: ScriptValue,
        in state: String,
        _ isMachine: Bool
    ) throws(ChartError) -> JSONTree {
        let resolved = try file.resolved(value)
        guard case .object = resolved.content else {
            // In XState 4, an actor can be its source.
            guard isXState4, !resolved.isUnknown else { throw computed(value) }
            let source = try source(value, in: state, hasID: false) ?? string("actor of \(state)", value)
            var members = JSONMembers()
            _ = members.add(JSONMembers.Member(name: "src", position: value.position, value: source))
            return JSONTree(value: .object(members), position: value.position)
        }
        let members = try members(of: value, "an invoked actor")
        let hasID = members.contains { $0.name == "id" }
        return object(members, at: value.position) { reader, member throws(ChartError) in
            let event = ["onDone": "done", "onError": "failed", "onSnapshot": "snapshot"][member.name]
            if let event { return try reader.transitions(member.value, Place(event: event, state: state, isMachine)) }
            switch member.name {
            case "src": return try reader.source(member.value, in: state, hasID: hasID)
            case "id", "description": return try reader.literal(member.value)
            case "input", "systemId", "type", "meta", "data", "autoForward", "syncSnapshot": return nil
            default: return JSONTree(value: .null, position: member.position)
            }
        }
    }

    private mutating func source(
        _ value: ScriptValue,
        in state: String,
        hasID: Bool
    ) throws(ChartError) -> JSONTree? {
        let resolved = try file.resolved(value)
        switch (value.content, resolved.content) {
        case (_, .string), (_, .object): return try named(value)
        case (.name(let path), _): return string(path.last ?? "", value)
        case (_, .call), (_, .function(nil)), (_, .computed):
            return hasID ? nil : string(unique("actor of \(state)", value), value)
        default: return try name(of: value, "actor of \(state)")
        }
    }
}
