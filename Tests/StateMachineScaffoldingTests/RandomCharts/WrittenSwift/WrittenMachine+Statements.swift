extension WrittenMachine {
    /// How a statement ends.
    enum Flow {
        /// The next one comes; the value of an expression that stands alone is that of the
        /// function.
        case normal(Value?)
        case result(Value?)
        case exit
        case again
    }

    func run(_ body: [Syntax.Statement], _ frame: Frame) throws -> Flow {
        frame.scopes.append([:])
        defer { frame.scopes.removeLast() }
        var atEnd: [[Syntax.Statement]] = []
        let result = Result { try run(body, collecting: &atEnd, frame) }
        // What is deferred runs after an error as well.
        for statements in atEnd.reversed() { _ = try run(statements, frame) }
        return try result.get()
    }

    private func run(
        _ body: [Syntax.Statement],
        collecting atEnd: inout [[Syntax.Statement]],
        _ frame: Frame
    ) throws -> Flow {
        var flow = Flow.normal(nil)
        for statement in body {
            try countStep()
            if case .atEnd(let statements) = statement {
                atEnd.append(statements)
                continue
            }
            flow = try run(statement, frame)
            guard case .normal = flow else { return flow }
        }
        return flow
    }

    private func run(_ statement: Syntax.Statement, _ frame: Frame) throws -> Flow {
        switch statement {
        case .invalid: throw Invalid()
        case .exit: return .exit
        case .again: return .again
        case .result(let value): return .result(try value.map { try evaluate($0, frame) })
        case .expression(let expression): return .normal(try evaluate(expression, frame))
        case .variable(let name, let isMutable, let type, let initial):
            guard frame.scopes[frame.scopes.count - 1][name] == nil else {
                throw Syntax.Problem(text: "“\(name)” is declared twice")
            }
            var value = try initial.map { try evaluate($0, frame) }
            if value == nil, type?.isOptional == true { value = .nothing(of: type?.name ?? "") }
            if let type, let known = value { value = try coerced(known, to: type.name) }
            frame.scopes[frame.scopes.count - 1][name] = Variable(
                value: value,
                type: type?.name ?? value?.type ?? "",
                isMutable: isMutable
            )
            return .normal(nil)
        case .assignment(let target, let adds, let expression):
            var value = try evaluate(expression, frame)
            if adds { value = try sum(try evaluate(target, frame), value) }
            try assign(value, to: target, frame)
            return .normal(nil)
        case .offers(let regions):
            var isHandled = false
            for region in regions {
                let event = Syntax.Argument(label: nil, value: .name("event"))
                do {
                    _ = try call(.member(region, "handleEvent"), [event], frame)
                    isHandled = true
                } catch is Invalid {}
            }
            if !isHandled { throw Invalid() }
            return .normal(nil)
        case .atEnd: throw Syntax.Problem(text: "a defer is outside a block")
        case .attempt(let body, let otherwise):
            do {
                return try run(body, frame)
            } catch is Invalid {
                return try run(otherwise, frame)
            }
        case .branch(let conditions, let body, let otherwise):
            frame.scopes.append([:])
            defer { frame.scopes.removeLast() }
            return try run(try hold(conditions, frame) ? body : otherwise, frame)
        case .loop(let conditions, let body):
            while true {
                frame.scopes.append([:])
                defer { frame.scopes.removeLast() }
                guard try hold(conditions, frame) else { return .normal(nil) }
                switch try run(body, frame) {
                case .normal, .again: break
                case .exit: return .normal(nil)
                case .result(let value): return .result(value)
                }
                try countStep()
            }
        case .choice(let subject, let arms):
            let value = try evaluate(subject, frame)
            for arm in arms {
                frame.scopes.append([:])
                defer { frame.scopes.removeLast() }
                guard try arm.patterns.contains(where: { try match($0, value, frame) }) else { continue }
                let flow = try run(arm.body, frame)
                if case .exit = flow { return .normal(nil) }
                return flow
            }
            throw Syntax.Problem(text: "the switch has no arm for \(value)")
        }
    }

    private func hold(_ conditions: [Syntax.Condition], _ frame: Frame) throws -> Bool {
        for condition in conditions {
            switch condition {
            case .expression(let expression): if try !isTrue(expression, frame) { return false }
            case .matching(let pattern, let expression):
                if try !match(pattern, try evaluate(expression, frame), frame) { return false }
            case .unwrapping(let name, let expression):
                let value = try evaluate(expression, frame)
                if value.isNothing { return false }
                frame.scopes[frame.scopes.count - 1][name] = Variable(value: value, type: value.type, isMutable: false)
            }
        }
        return true
    }

    private func match(_ pattern: Syntax.Pattern, _ value: Value, _ frame: Frame) throws -> Bool {
        switch (pattern, value) {
        case (.wildcard, _): return true
        case (.nothing, _): return value.isNothing
        case (.element, .nothing): return false
        case (.binding(let name, let isMutable), _):
            frame.scopes[frame.scopes.count - 1][name] = Variable(value: value, type: value.type, isMutable: isMutable)
            return true
        case (.tuple(let patterns), .tuple(let values)):
            return try zip(patterns, values).allSatisfy { try match($0, $1, frame) }
        case (.element(let name, let inner), .element(let type, let actual, let payload)):
            guard let types = declarations[type]?.cases[name], inner.isEmpty || inner.count == types.count else {
                throw Syntax.Problem(text: "“\(name)” is not a case of “\(type)”")
            }
            return try name == actual && zip(inner, payload).allSatisfy { try match($0, $1, frame) }
        default: throw Syntax.Problem(text: "\(pattern) cannot match \(value)")
        }
    }
}
