extension WrittenMachine {
    func evaluate(_ expression: Syntax.Expression, _ frame: Frame) throws -> Value {
        switch expression {
        case .number(let number): return .number(number)
        case .name(let name): return try variable(name, frame)
        case .member(nil, "max"): return .number(.max)
        case .member(nil, let name): return .element(type: "", name: name, payload: [])
        case .member(.name("Int")?, "max"): return .number(.max)
        case .member(.name("Self")?, let name): return try member(name, of: nil, type: frame.type)
        case .member(.name(let type)?, let name) where isType(type, frame):
            return try member(name, of: nil, type: type)
        case .member(let base?, let name):
            let value = try evaluate(base, frame)
            return try member(name, of: value, type: value.type)
        case .call(let callee, let arguments): return try call(callee, arguments, frame)
        case .list(let elements): return .list(try elements.map { try evaluate($0, frame) })
        case .tuple(let parts): return .tuple(try parts.map { try evaluate($0, frame) })
        case .not(let inner): return .bool(try !isTrue(inner, frame))
        case .reference(let inner): return try evaluate(inner, frame)
        case .optionalTry(let inner):
            do {
                return try evaluate(inner, frame)
            } catch is Invalid {
                return .nothing(of: "")
            }
        case .binary("&&", let first, let second): return .bool(try isTrue(first, frame) && isTrue(second, frame))
        case .binary("||", let first, let second): return .bool(try isTrue(first, frame) || isTrue(second, frame))
        case .binary("+", let first, let second): return try sum(evaluate(first, frame), evaluate(second, frame))
        case .binary("??", let first, let second):
            let value = try evaluate(first, frame)
            return try value.isNothing ? coerced(evaluate(second, frame), to: value.type) : value
        case .binary(let text, let first, let second):
            let isEqual: Bool
            switch (try evaluate(first, frame), try evaluate(second, frame)) {
            case (.number(let first), .number(let second)): isEqual = first == second
            case (let first, let second): isEqual = first.isNothing && second.isNothing
            }
            return .bool(isEqual == (text == "=="))
        }
    }

    func isTrue(_ expression: Syntax.Expression, _ frame: Frame) throws -> Bool {
        guard case .bool(let value) = try evaluate(expression, frame) else {
            throw Syntax.Problem(text: "\(expression) is not a Bool")
        }
        return value
    }

    func sum(_ first: Value, _ second: Value) throws -> Value {
        guard case .list(let first) = first, case .list(let second) = second else {
            throw Syntax.Problem(text: "\(first) and \(second) are not lists")
        }
        return .list(first + second)
    }

    private func variable(_ name: String, _ frame: Frame) throws -> Value {
        for scope in frame.scopes.reversed() {
            guard let variable = scope[name] else { continue }
            guard let value = variable.value else { throw Syntax.Problem(text: "“\(name)” has no value yet") }
            return value
        }
        switch name {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "nil": return .nothing(of: "")
        case "self":
            guard let current = frame.current else { throw Syntax.Problem(text: "there is no self") }
            return current
        default: return try member(name, of: frame.current, type: frame.type)
        }
    }

    /// Changes a variable, a property, or `self`.
    func assign(_ value: Value, to target: Syntax.Expression, _ frame: Frame) throws {
        switch target {
        case .name("_"): return
        case .name("self"): frame.current = try coerced(value, to: frame.type)
        case .name(let name):
            guard let index = frame.scopes.lastIndex(where: { $0[name] != nil }),
                let variable = frame.scopes[index][name]
            else { return try assign(value, to: .member(.name("self"), name), frame) }
            guard variable.isMutable || variable.value == nil else {
                throw Syntax.Problem(text: "“\(name)” is a constant")
            }
            frame.scopes[index][name]?.value = try coerced(value, to: variable.type)
        case .member(let base?, let name):
            guard case .record(let type, var fields) = try evaluate(base, frame),
                let property = declarations[type]?.properties.first(where: { $0.name == name })
            else { throw Syntax.Problem(text: "“\(name)” cannot be changed") }
            fields[name] = try coerced(value, to: property.type.name)
            try assign(.record(type: type, fields), to: base, frame)
        default: throw Syntax.Problem(text: "\(target) cannot be changed")
        }
    }
}
