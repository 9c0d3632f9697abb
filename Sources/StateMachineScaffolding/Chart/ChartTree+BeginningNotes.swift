extension ChartTree {
    /// Notes about the states of which the diagram does not show where they begin.
    package var beginningNotes: [String] {
        guessedBeginnings.map { node in
            let first = nodes[node].initial.first.map { nodes[$0].state.id } ?? ""
            let isFirst = nodes[node].initial.first == nodes[node].children.first
            let owner: String
            if let parent = nodes[node].parent, kind(parent) == .parallel,
                let index = nodes[parent].children.firstIndex(of: node)
            {
                owner = "region \(index + 1) of “\(nodes[parent].state.id)”"
            } else {
                owner = node == .root ? "the machine" : "“\(nodes[node].state.id)”"
            }
            return
                "note: \(owner) begins in “\(first)”\(isFirst ? ", its first state" : ""), because no arrow from [*] shows where it begins"
        }
    }
}
