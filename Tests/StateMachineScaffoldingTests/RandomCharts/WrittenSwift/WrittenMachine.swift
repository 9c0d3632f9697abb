import StateMachineScaffolding

/// Runs a machine that was written, without a compiler: it reads the Swift text and does what that
/// says.
///
/// It knows no chart, so that it can judge what a chart was written as.
final class WrittenMachine {
    typealias Syntax = SwiftSyntax
    typealias Value = SwiftValue
    /// The event was rejected: `TransitionError.invalid`.
    struct Invalid: Error {}

    struct Variable {
        var value: Value?
        var type: String
        var isMutable: Bool
    }

    /// A call of a function: `self` and what is declared in each block.
    final class Frame {
        var current: Value?
        let type: String
        var scopes: [[String: Variable]] = [[:]]

        init(_ current: Value?, type: String) {
            self.current = current
            self.type = type
        }
    }

    let declarations: [String: Syntax.Declaration]
    let name: String
    private(set) var state: Value
    private var steps = 0

    convenience init(files: some Sequence<String>, name: String) throws {
        try self.init(SwiftParser.declarations(in: files), name: name)
    }

    /// The machine at its beginning.
    func restarted() throws -> WrittenMachine { try WrittenMachine(declarations, name: name) }

    /// The machine in another one of its states.
    func placed(in state: Value) throws -> WrittenMachine {
        let machine = try restarted()
        machine.state = state
        return machine
    }

    private init(_ declarations: [String: Syntax.Declaration], name: String) throws {
        self.declarations = declarations
        self.name = name
        state = .nothing(of: name)
        let initial = try property("initialStates", isStatic: true)
        guard case .list(let values) = initial, let first = values.first else {
            throw Syntax.Problem(text: "the machine has no beginning")
        }
        state = try coerced(first, to: name)
    }

    /// What the machine does for an event, with the guards that hold; `nil` if it rejects it or has
    /// no such event.
    func handle(_ name: String, guards: Set<String> = []) throws -> [String]? {
        guard let payload = declarations["Event"]?.cases[name] else { return nil }
        steps = 0
        let values = payload.map { Value.bool(guards.contains($0.label ?? "")) }
        let event = try coerced(.element(type: "", name: name, payload: values), to: "Event")
        let frame = Frame(state, type: self.name)
        defer { state = frame.current ?? state }
        do {
            return try call(method("handleEvent", in: self.name, nil), [event], frame).0.names
        } catch is Invalid {
            return nil
        }
    }

    /// The active states without active states inside, by the ids of a chart whose ids are names in
    /// Swift.
    func leaves(of chart: Chart) -> [String] {
        func leaves(_ state: Chart.State, _ value: Value?) -> [String] {
            let children = state.children.filter { if case .history = $0.kind { false } else { true } }
            switch (state.kind, value) {
            case (.compound, .element(_, let name, let payload)?):
                return children.first { $0.id == name }.map { leaves($0, payload.first) } ?? ["?"]
            case (.parallel, .record(_, let fields)?): return children.flatMap { leaves($0, fields[$0.id]) }
            case (.atomic, nil), (.final, nil): return [state.id]
            default: return ["?"]
            }
        }
        guard case .record(_, let fields) = state else { return leaves(chart.root, state) }
        return fields["state"].map { leaves(chart.root, $0) } ?? chart.root.children.flatMap { leaves($0, state) }
    }

    /// The value of a property of the machine.
    func property(_ property: String, isStatic: Bool = false) throws -> Value {
        try member(property, of: isStatic ? nil : state, type: name)
    }

    // MARK: Types

    /// The value as one of a type: its cases and properties are known then.
    func coerced(_ value: Value, to type: String) throws -> Value {
        guard let declaration = declarations[type] else {
            if case .nothing = value { return .nothing(of: type) }
            return value
        }
        switch value {
        case .nothing: return .nothing(of: type)
        case .element("", let name, let payload):
            guard let types = declaration.cases[name], types.count == payload.count else {
                throw Syntax.Problem(text: "“\(name)” with \(payload.count) values is not a case of “\(type)”")
            }
            let values = try zip(payload, types).map { try coerced($0, to: $1.name) }
            return .element(type: type, name: name, payload: values)
        case .element(type, _, _), .record(type, _): return value
        case .element, .record, .bool, .number, .list, .tuple:
            throw Syntax.Problem(text: "\(value) is not of the type “\(type)”")
        }
    }

    private func method(_ name: String, in type: String, _ argument: Syntax.Expression?) throws -> Syntax.Function {
        let functions = declarations[type]?.functions ?? [:]
        let named = functions.filter { $0.key == name || $0.key.hasPrefix(name + ":") }
        if named.count <= 1, let function = named.first?.value { return function }
        if case .name("event")? = argument, let function = named[name + ":event"] { return function }
        guard let function = named[name + ":completion"] else {
            throw Syntax.Problem(text: "there is no function “\(name)” in “\(type)”")
        }
        return function
    }

    /// Calls a function on what the frame has as `self`, and says how its parameters are at the
    /// end.
    private func call(
        _ function: Syntax.Function,
        _ arguments: [Value],
        _ frame: Frame
    ) throws -> (Value, parameters: [Value]) {
        var scope: [String: Variable] = [:]
        for (parameter, argument) in zip(function.parameters, arguments) {
            let value = try coerced(argument, to: parameter.type.name)
            scope[parameter.name] = Variable(
                value: value,
                type: parameter.type.name,
                isMutable: parameter.isReference
            )
        }
        let scopes = frame.scopes
        frame.scopes = [scope]
        defer { frame.scopes = scopes }
        var result = Value.tuple([])
        switch try run(function.body, frame) {
        case .result(let value?), .normal(let value?): result = value
        case .result(nil), .normal(nil), .exit, .again: break
        }
        if let type = function.result?.name { result = try coerced(result, to: type == "Self" ? frame.type : type) }
        return (result, function.parameters.map { frame.scopes[0][$0.name]?.value ?? .tuple([]) })
    }

    /// A property: stored, computed, or a case of a type.
    func member(_ name: String, of value: Value?, type: String) throws -> Value {
        switch value {
        case .list(let elements)?:
            if name == "count" { return .number(elements.count) }
            if name == "isEmpty" { return .bool(elements.isEmpty) }
        case .tuple(let parts)?: return parts[name == "machine" ? 0 : 1]
        case .record(_, let fields)?: if let field = fields[name] { return field }
        case .bool?, .number?, .nothing?, .element?, nil: break
        }
        let declaration = declarations[type]
        if value != nil, let function = declaration?.functions[name] {
            return try call(function, [], Frame(value, type: type)).0
        }
        if let function = declaration?.staticFunctions[name] { return try call(function, [], Frame(nil, type: type)).0 }
        if value == nil, declaration?.cases[name] != nil {
            return try coerced(.element(type: "", name: name, payload: []), to: type)
        }
        throw Syntax.Problem(text: "“\(type)” has no “\(name)”")
    }
}

// MARK: Calls

extension WrittenMachine {
    func call(_ callee: Syntax.Expression, _ arguments: [Syntax.Argument], _ frame: Frame) throws -> Value {
        func values() throws -> [Value] { try arguments.map { try evaluate($0.value, frame) } }
        switch callee {
        case .member(nil, let name): return .element(type: "", name: name, payload: try values())
        case .name("min"):
            return .number(try values().map { if case .number(let number) = $0 { number } else { 0 } }.min() ?? 0)
        case .name(let type) where declarations[type] != nil: return try make(type, arguments, frame)
        case .name(let name):
            let function = try method(name, in: frame.type, arguments.first?.value)
            return try call(function, arguments, on: frame, from: frame)
        case .member(.name(let type)?, let name) where isType(type, frame):
            return try coerced(.element(type: "", name: name, payload: try values()), to: type)
        case .member(let base?, let name):
            let value = try evaluate(base, frame)
            if case .list(var list) = value {
                return try change(&list, name, try values()) { try assign(.list($0), to: base, frame) }
            }
            let inner = Frame(value, type: value.type)
            defer { inner.current.map { try? assign($0, to: base, frame) } }
            return try call(method(name, in: value.type, arguments.first?.value), arguments, on: inner, from: frame)
        default: throw Syntax.Problem(text: "\(callee) cannot be called")
        }
    }

    /// Calls a function, and puts its references back.
    private func call(
        _ function: Syntax.Function,
        _ arguments: [Syntax.Argument],
        on frame: Frame,
        from caller: Frame
    ) throws -> Value {
        guard arguments.count == function.parameters.count else {
            throw Syntax.Problem(text: "a call has \(arguments.count) arguments")
        }
        let values = try arguments.map { try evaluate($0.value, caller) }
        let (result, parameters) = try call(function, values, frame)
        for (argument, value) in zip(arguments, parameters) {
            if case .reference(let variable) = argument.value { try assign(value, to: variable, caller) }
        }
        return result
    }

    private func change(
        _ list: inout [Value],
        _ name: String,
        _ arguments: [Value],
        _ assign: ([Value]) throws -> Void
    ) throws -> Value {
        var result = Value.tuple([])
        switch (name, arguments.first, arguments.last) {
        case ("removeFirst", nil, _): result = list.removeFirst()
        case ("append", let element?, _): list.append(element)
        case ("insert", .list(let elements)?, .number(let index)?): list.insert(contentsOf: elements, at: index)
        default: throw Syntax.Problem(text: "a list has no “\(name)”")
        }
        try assign(list)
        return result
    }

    /// A struct: with the initializer for these arguments, or with values for some of its
    /// properties.
    private func make(_ type: String, _ arguments: [Syntax.Argument], _ frame: Frame) throws -> Value {
        let declaration = declarations[type] ?? Syntax.Declaration()
        var fields: [String: Value] = [:]
        for property in declaration.properties {
            let initial = try property.initial.map { try evaluate($0, Frame(nil, type: type)) } ?? .nothing(of: "")
            fields[property.name] = try coerced(initial, to: property.type.name)
        }
        let given = Dictionary(
            uniqueKeysWithValues: try arguments.map { ($0.label ?? "", try evaluate($0.value, frame)) }
        )
        guard let function = declaration.initializers.first(where: { $0.parameters.isEmpty == given.isEmpty }) else {
            for (name, value) in given {
                guard let property = declaration.properties.first(where: { $0.name == name }) else {
                    throw Syntax.Problem(text: "“\(type)” has no “\(name)”")
                }
                fields[name] = try coerced(value, to: property.type.name)
            }
            return .record(type: type, fields)
        }
        let inner = Frame(.record(type: type, fields), type: type)
        let values = try function.parameters.map { parameter in
            try given[parameter.name] ?? parameter.initial.map { try evaluate($0, inner) } ?? .nothing(of: "")
        }
        _ = try call(function, values, inner)
        return inner.current ?? .nothing(of: type)
    }

    func isType(_ name: String, _ frame: Frame) -> Bool {
        declarations[name] != nil && !frame.scopes.contains { $0[name] != nil }
    }

    /// Counts the statements, which an endless loop would never stop.
    func countStep() throws {
        steps += 1
        if steps > 20_000 { throw Syntax.Problem(text: "the machine does not stop") }
    }
}
