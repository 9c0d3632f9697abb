/// Actions and guards, which get names.
extension ScriptConfiguration {
    // MARK: Actions

    mutating func actions(_ value: ScriptValue, _ place: String) throws(ChartError) -> JSONTree? {
        let list = try elements(of: value)
        let names = list.compactMap { element -> JSONTree? in
            do throws(ChartError) {
                return try action(element, place)
            } catch {
                errors.add(error)
                return nil
            }
        }
        return names.isEmpty ? nil : JSONTree(value: .array(names), position: value.position)
    }

    private mutating func action(_ value: ScriptValue, _ place: String) throws(ChartError) -> JSONTree? {
        let resolved = try definition(value)
        switch resolved.content {
        case .call(let path, let arguments): return try action(path, arguments, of: value, resolved)
        case .undefined, .null: return nil
        case .object: return try named(value)
        case .string, .name, .function: return try name(of: value, place)
        case .number, .bool, .array, .spread, .computed: throw computed(value)
        }
    }

    private mutating func action(
        _ path: [String],
        _ arguments: [ScriptValue],
        of value: ScriptValue,
        _ call: ScriptValue
    ) throws(ChartError) -> JSONTree {
        let function = path.last ?? ""
        if let refused = Self.refusedActions[function], !(function == "send" && arguments.count > 1) {
            return string(refused, value)
        }
        // A constant has a name already.
        if case .name(let path) = value.content { return string(path.last ?? "", value) }
        if case .string(let name) = value.content { return string(name, value) }
        let words = ([function] + arguments.compactMap { summary(of: $0) }).joined(separator: " ")
        return string(unique(String(words.prefix(80)), call), value)
    }

    /// The actions of XState that the reader of JSON refuses, with their names there.
    private static let refusedActions = [
        "raise": "xstate.raise", "send": "xstate.raise", "enqueueActions": "xstate.enqueueActions",
        "choose": "xstate.enqueueActions", "pure": "xstate.enqueueActions",
    ]

    /// Returns the words of an argument that belong to the name of an action.
    private func summary(of value: ScriptValue) -> String? {
        switch value.content {
        case .string(let text): return text
        case .number(let number): return number.scriptText
        case .name(let path): return path.last
        case .object(let members):
            let type = members.first { if case .name("type") = $0.key { true } else { false } }
            if let type { return summary(of: type.value) }
            let names = members.compactMap { if case .name(let name) = $0.key { name } else { nil } }
            return names.isEmpty ? nil : names.joined(separator: " and ")
        case .array, .bool, .null, .undefined, .call, .function, .spread, .computed: return nil
        }
    }

    // MARK: Guards

    mutating func `guard`(_ value: ScriptValue, _ place: String) throws(ChartError) -> JSONTree? {
        let resolved = try definition(value)
        switch resolved.content {
        case .undefined: return nil
        case .object: return try named(value)
        case .call: return string(try condition(value, place), value)
        case .string, .name, .function: return try name(of: value, place)
        case .number, .bool, .null, .array, .spread, .computed: throw computed(value)
        }
    }

    /// Returns a condition in the words that the reader of JSON understands.
    private mutating func condition(_ value: ScriptValue, _ place: String) throws(ChartError) -> String {
        let resolved = try definition(value)
        guard case .call(let path, let arguments) = resolved.content, let function = path.last else {
            guard case .string(let text)? = try self.guard(value, place)?.value else { throw computed(value) }
            return text
        }
        switch function {
        case "not" where arguments.count == 1: return "!(\(try condition(arguments[0], place)))"
        case "and" where arguments.count == 1: return try conditions(arguments[0], " && ", place)
        case "or" where arguments.count == 1: return try conditions(arguments[0], " || ", place)
        case "stateIn" where arguments.count == 1: return try stateIn(arguments[0])
        default:
            if case .name(let path) = value.content { return path.last ?? "" }
            return unique(function, resolved)
        }
    }

    private mutating func conditions(
        _ value: ScriptValue,
        _ symbol: String,
        _ place: String
    ) throws(ChartError) -> String {
        let parts = try elements(of: value).map { element throws(ChartError) in try condition(element, place) }
        return parts.isEmpty ? "\(symbol == " && ")" : "(\(parts.joined(separator: symbol)))"
    }

    /// Returns the condition that a state is active, which a path of keys or an id names.
    mutating func stateIn(_ value: ScriptValue) throws(ChartError) -> String {
        guard case .object = try file.resolved(value).content else {
            let text = try text(of: value)
            return "In('\(text.hasPrefix("#") ? text : "#" + ([try machineID()] + [text]).joined(separator: "."))')"
        }
        let path = try keys(value)
        return "In('#\((([try machineID()]) + path).joined(separator: "."))')"
    }

    private mutating func keys(_ value: ScriptValue) throws(ChartError) -> [String] {
        guard case .object = try file.resolved(value).content else { return [try text(of: value)] }
        let members = try members(of: value, "a state value")
        guard members.count == 1 else { throw computed(value) }
        return [members[0].name] + (try keys(members[0].value))
    }

    private mutating func machineID() throws(ChartError) -> String {
        let value = try file.value(at: machine.configuration)
        let id = try members(of: value, "an XState machine").first { $0.name == "id" }
        return try id.map { id throws(ChartError) in try text(of: id.value) } ?? "(machine)"
    }

    // MARK: Names

    /// Returns a value or the function of XState that defines it.
    private mutating func definition(_ value: ScriptValue) throws(ChartError) -> ScriptValue {
        let resolved = try file.resolved(value)
        guard case .string(let name) = resolved.content, let definition = definitions[name] else { return resolved }
        return definition
    }

    /// Returns a name, or an object with a name and parameters.
    mutating func named(_ value: ScriptValue) throws(ChartError) -> JSONTree {
        guard case .object = try file.resolved(value).content else { return string(try text(of: value), value) }
        let members = try members(of: value, "an object")
        return object(members, at: value.position) { reader, member throws(ChartError) in
            member.name == "type" ? try reader.literal(member.value) : try? reader.literal(member.value)
        }
    }

    /// Returns the name of a function, or a name after its place.
    mutating func name(of value: ScriptValue, _ place: String) throws(ChartError) -> JSONTree? {
        switch value.content {
        case .name(let path):
            if case .string(let text) = try file.resolved(value).content { return string(text, value) }
            return string(path.last ?? "", value)
        case .function(let name): return string(unique(name ?? place, value), value)
        default: return try literal(value)
        }
    }

    func string(_ text: String, _ value: ScriptValue) -> JSONTree {
        JSONTree(value: .string(text), position: value.position)
    }

    /// Returns a name that no other function has.
    mutating func unique(_ name: String, _ value: ScriptValue) -> String {
        let text = file.text(of: value)
        if let known = functions[name]?[text] { return known }
        let number = functions[name, default: [:]].count + 1
        let result = number == 1 ? name : "\(name) \(number)"
        functions[name, default: [:]][text] = result
        return result
    }
}
