extension MermaidBuilder {
    /// Assigns each state to the scope that declares it or, without a declaration, names it.
    ///
    /// Mermaid draws an undeclared state in the last braces that name it. If the first and the last
    /// braces that name it differ, the diagram is ambiguous and rejected.
    mutating func placeStates(_ errors: inout ErrorList) {
        var places: [(order: Int, id: String, scope: Int)] = []
        for declaration in declarations.values.sorted(by: { Self.order($0) < Self.order($1) }) {
            let place: Mention
            do throws(ChartError) {
                place = try self.place(of: declaration)
            } catch {
                errors.add(error)
                places.append((Self.order(declaration), declaration.id, declaration.scope))
                continue
            }
            declarations[declaration.id]?.scope = place.scope
            let described = place.role == .declaration ? nil : declaration.texts.first?.position
            declarations[declaration.id]?.position = described ?? place.position
            let first = declaration.mentions.first { $0.scope == place.scope } ?? place
            places.append((first.order, declaration.id, place.scope))
        }
        for place in places.sorted(by: { $0.order < $1.order }) { scopes[place.scope].states.append(place.id) }
    }

    private static func order(_ declaration: Declaration) -> Int { declaration.mentions.first?.order ?? 0 }

    /// Returns the mention that determines the scope of a state.
    private func place(of declaration: Declaration) throws(ChartError) -> Mention {
        // A mention in the state's own braces does not determine its scope.
        let mentions = declaration.mentions.filter { mention in
            !around(mention.scope).contains { scopes[$0].owner == declaration.id }
        }
        if isPlacedFirst { return try firstPlace(of: declaration, mentions) }
        let explicit = mentions.filter { $0.role == .declaration }
        if let place = explicit.first {
            guard let other = explicit.first(where: { $0.scope != place.scope }) else { return place }
            throw ambiguity(declaration.id, place, other, verb: "is declared", fix: "keep one declaration")
        }
        let inside = mentions.filter { $0.scope != 0 }
        guard let place = inside.first else {
            return Mention(role: .other, scope: 0, position: declaration.position, order: 0)
        }
        let fix = "add the line “state \(declaration.id)” where “\(declaration.id)” belongs"
        // Mermaid draws it in the last braces that name it. If it leads on there, and the braces
        // inside only lead to it, it is meant to be there.
        if let last = inside.last, last.scope != place.scope,
            inside.allSatisfy({ around($0.scope).contains(last.scope) }),
            inside.allSatisfy({ $0.scope == last.scope || $0.role == .target }),
            inside.contains(where: { $0.scope == last.scope && ($0.role == .source || $0.role == .start) })
        {
            return last
        }
        let other =
            inside.first { !around($0.scope).contains(place.scope) && !around(place.scope).contains($0.scope) }
            ?? inside.suffix(1).first { $0.scope != place.scope }
        if let other { throw ambiguity(declaration.id, place, other, verb: "is used", fix: fix) }
        // What the diagram begins with, or what leads on outside, may be meant to be there if the
        // braces only lead to it.
        let outside = mentions.filter { $0.scope == 0 }
        let belongsOutside = outside.first { mention in
            mention.role == .start || mention.role == .source && outside[0].order < place.order
        }
        if let belongsOutside, inside.allSatisfy({ $0.role == .target }) {
            throw ambiguity(declaration.id, belongsOutside, place, verb: "is used", fix: fix)
        }
        return place
    }

    /// Returns the first mention, unless a later mention suggests another place.
    private func firstPlace(of declaration: Declaration, _ mentions: [Mention]) throws(ChartError) -> Mention {
        // An arrow in the braces of its source says nothing about the place of its target.
        let others = mentions.filter { $0.role != .own }
        let mentions = others.isEmpty ? mentions : others
        guard let place = mentions.first else {
            return Mention(role: .other, scope: 0, position: declaration.position, order: 0)
        }
        let other = mentions.first { mention in
            guard mention.scope != place.scope else { return false }
            if mention.role == .declaration { return true }
            guard place.role != .declaration, place.role != .start else { return false }
            return (mention.role == .source || mention.role == .start) && !around(place.scope).contains(mention.scope)
        }
        guard let other else { return place }
        let fix = "write the line “state \(declaration.id)” where it belongs, before its first use"
        throw ambiguity(declaration.id, place, other, verb: "is used", fix: fix)
    }

    private func ambiguity(
        _ id: String,
        _ first: Mention,
        _ second: Mention,
        verb: String,
        fix: String
    ) -> ChartError {
        ChartError(
            second.position,
            "“\(id)” \(verb) \(name(first.scope)) (line \(first.position.line)) and \(name(second.scope))",
            fix: fix
        )
    }

    /// Returns a scope and its enclosing scopes.
    private func around(_ scope: Int) -> [Int] {
        var result = [scope]
        while let parent = result.last.flatMap({ scopes[$0].parent }) { result.append(parent) }
        return result
    }

    private func name(_ scope: Int) -> String {
        guard let owner = scopes[scope].owner, let regions = declarations[owner]?.regions else {
            return scopes[scope].parent == nil ? "outside all states" : "in other braces"
        }
        guard regions.count > 1, let region = regions.firstIndex(of: scope) else { return "in “\(owner)”" }
        return "in region \(region + 1) of “\(owner)”"
    }
}
