import StateMachineCommandLine

// The beginning and the end of a region, and the errors of a conversion.

extension MermaidToChart {
    mutating func addStart(_ arrow: MermaidBuilder.Arrow, to state: inout Chart.State) throws(ChartError) {
        let isOther = state.initial != nil
        if isOther, arrow.scope != 0 || isPseudo(arrow.target) {
            throw ChartError(
                arrow.position,
                "a second arrow begins at [*]",
                expected: "one arrow from [*] in each region"
            )
        }
        try checkStartLabel(diagram.text(of: arrow), of: arrow)
        let branches = try branches(of: arrow)
        if arrow.scope == 0, branches.contains(where: { $0.condition != nil }), branches.allSatisfy(\.actions.isEmpty) {
            let ends = Set(end.values)
            let beginnings = branches.filter { ends.isDisjoint(with: $0.targets) }
            for targets in beginnings.map(\.targets)
            where !([state.initial] + otherBeginnings).contains(where: { $0?.targets == targets }) {
                let initial = Chart.Initial(targets: targets, position: arrow.position)
                if state.initial == nil { state.initial = initial } else { otherBeginnings.append(initial) }
            }
            let names = branches.map { branch in
                let place =
                    ends.isDisjoint(with: branch.targets)
                    ? "in “\(branch.targets.joined(separator: " and "))”" : "not at all"
                guard let condition = branch.condition else { return place + " otherwise" }
                return place + (condition.words.map { " if “\($0)”" } ?? "")
            }
            let meaning =
                "the machine begins \(names.joined(separator: ", ")); your code chooses one of the initial states"
            notes.append(ChartNote(.beginning, at: arrow.position, meaning))
            return
        }
        guard branches.allSatisfy({ $0.condition == nil }) else {
            throw ChartError(
                arrow.position,
                "the initial state depends on a guard",
                expected: "an arrow from [*] to a state",
                instead: branches.first?.targets.first.map { "[*] --> \($0)" }
            )
        }
        if let branch = branches.first(where: { !$0.actions.isEmpty }) {
            throw ChartError(
                arrow.position,
                "the arrow to the initial state has an action",
                fix: "for actions at the start, write “\(branch.targets.first ?? "state") : entry / …”"
            )
        }
        let initial = Chart.Initial(targets: branches.flatMap(\.targets), position: arrow.position)
        guard isOther else {
            state.initial = initial
            return
        }
        otherBeginnings.append(initial)
        guard !notation.isExplicit else { return }
        notes.append(.otherBeginning(in: arrow.target, at: arrow.position))
    }

    /// Notes that the words on the arrow from `[*]` are not read, or rejects a guard and actions
    /// there if a comment says how labels are written.
    private mutating func checkStartLabel(_ text: String, of arrow: MermaidBuilder.Arrow) throws(ChartError) {
        guard !text.isEmpty else { return }
        let label = try? TransitionLabel(text, at: arrow.position, notation: notation)
        let isPlain = label.map { $0.condition == nil && !$0.isElse && $0.actions.isEmpty } ?? false
        guard isPlain || !notation.isExplicit else {
            throw ChartError(
                arrow.position,
                "the arrow from [*] has the label “\(text.abbreviated(after: 60))”",
                expected:
                    "an arrow without a guard or actions. "
                    + "For actions at the start, write “\(arrow.target) : entry / …”",
                instead: "[*] --> \(arrow.target)"
            )
        }
        let quoted = "“\(text.abbreviated(after: 60))”"
        let meaning =
            isPlain
            ? "\(quoted) is not an event: the arrow from [*] only shows that the machine begins in “\(arrow.target)”"
            : "\(quoted) is ignored: the arrow from [*] only shows that the machine begins in “\(arrow.target)”"
        let advice =
            isPlain
            ? "To wait for the event, begin in another state, as in [*] --> Start, and write Start --> \(arrow.target) : \(text)"
            : "For actions at the start, write \(arrow.target) : entry / …"
        notes.append(ChartNote(.beginning, at: arrow.position, meaning, advice: advice))
    }

    /// Rejects several arrows from the outermost `[*]` if the beginnings would not be equal.
    ///
    /// A further beginning performs no entry actions and takes no transition without an event.
    func rejectUnequalBeginnings(in root: Chart.State) throws(ChartError) {
        guard let second = otherBeginnings.first else { return }
        func isPlain(_ state: Chart.State) -> Bool {
            state.entryActions.isEmpty && state.children.allSatisfy(isPlain)
                && state.transitions.allSatisfy { transition in
                    !transition.events.isEmpty && !transition.events.contains(where: \.isForCompletionsOnly)
                }
        }
        guard isPlain(root) else {
            let isChoice = second.position == root.initial?.position
            let fact = isChoice ? "the machine can begin in several states" : "a second arrow begins at [*]"
            throw ChartError(
                second.position,
                "\(fact), which works only if the diagram has no entry actions and every transition has an event",
                expected: "one arrow from [*] to a state"
            )
        }
    }

    /// Performs a part of the conversion, and keeps its error.
    mutating func collect(
        _ arrow: MermaidBuilder.Arrow? = nil,
        _ body: (inout MermaidToChart) throws(ChartError) -> Void
    ) {
        do throws(ChartError) {
            try body(&self)
        } catch {
            var error = error
            if let arrow, error.position == arrow.position, error.understood == nil {
                error.understood =
                    MermaidStatement.Kind.arrow(source: arrow.source, target: arrow.target, label: arrow.label).words
            }
            errors.add(error)
        }
    }

    /// Returns the reason why an arrow without an event to `[*]` does not make its source final.
    ///
    /// It is an error in an exported diagram, where such an arrow only shows that the source is
    /// final.
    func problem(
        withEnd arrow: MermaidBuilder.Arrow,
        of declaration: MermaidBuilder.Declaration,
        all arrows: [MermaidBuilder.Arrow]
    ) -> ChartError? {
        let id = declaration.id
        let others = arrows.filter { $0.position != arrow.position }
        let start = "an arrow without an event leads from “\(id)” to [*], but "
        let instead = MermaidStatement.arrow(id, "[*]", "event")
        guard others.isEmpty else {
            let list = others.prefix(3).map { other in
                (other.label.map { "the arrow “\($0.abbreviated(after: 40))” " } ?? "the arrow ")
                    + "to “\(other.target)” in line \(other.position.line)"
            }
            let rest = others.count > 3 ? " and \(others.count - 3) more" : ""
            return ChartError(
                arrow.position,
                start + "“\(id)” is not final because other arrows leave it: \(list.joined(separator: "; "))\(rest)",
                expected: "an event on the arrow to [*]",
                instead: instead
            )
        }
        guard arrow.scope != declaration.scope else { return nil }
        let inner = diagram.scopes[declaration.scope].owner.map { "inside “\($0)”" } ?? "outside all states"
        let outer = diagram.scopes[arrow.scope].owner.map { "inside “\($0)”" } ?? "outside all states"
        return ChartError(
            arrow.position,
            start + "“\(id)” is \(inner) and this [*] is \(outer)",
            expected: "an event on this arrow, or the line “\(id) --> [*]” \(inner)",
            instead: instead
        )
    }
}
