/// The histories of states, which PlantUML draws as `[H]` and `[H*]`.
extension MermaidToChart {
    /// Returns the history of a state, which is one of its children.
    ///
    /// Until the state has been exited for the first time, the history stands for the target of its
    /// own arrow. Without an arrow, it stands for the beginning of the state.
    func child(_ history: MermaidBuilder.History, of state: Chart.State) throws(ChartError) -> Chart.State {
        let id = history.id(of: state.id)
        var child = Chart.State(id: id, kind: .history(isDeep: history.isDeep), position: history.position)
        let arrows = outgoing[id] ?? []
        switch state.kind {
        case .compound:
            let first = state.children.first.map { Chart.Initial(targets: [$0.id], position: history.position) }
            child.initial = state.initial ?? first
        case .parallel:
            child.initial = Chart.Initial(targets: state.children.map(\.id), position: history.position)
        case .atomic, .final, .history:
            throw ChartError(
                history.position,
                "“\(state.id)” has a history but contains no states",
                expected: "states inside “\(state.id)”, or “\(state.id)” without the history"
            )
        }
        if let arrow = arrows.first {
            guard arrows.count == 1, arrow.label == nil, arrow.target != "[*]", !isPseudo(arrow.target) else {
                throw ChartError(
                    arrows.last?.position ?? arrow.position,
                    "the history of “\(state.id)” has several arrows, or its arrow has a label or does not lead to a state",
                    expected: "one arrow without a label to a state inside “\(state.id)”"
                )
            }
            child.initial = Chart.Initial(targets: [arrow.target], position: arrow.position)
        }
        return child
    }
}
