import StateMachines

/// States in groups of those whose situation is the same, in the order in which they were found.
struct AlikeNodes<Definition: FiniteStateDefinition> {
    typealias Node = StateGraph<Definition>.Node

    /// The groups, each with its nearest state first; of very many, the last one has all others.
    private var groups: [[Node]] = []
    private var numbers = Numbering<Situation>()
    private static var limit: Int { 20 }

    mutating func add(_ node: Node) {
        let index = min(numbers.number(of: Situation(of: node.state)), Self.limit - 1)
        if index == groups.count { groups.append([]) }
        groups[index].append(node)
    }

    /// The findings that the groups are.
    func findings<Finding>(_ finding: (_ nearest: Node, _ others: [Node]) -> Finding) -> [Finding] {
        groups.compactMap { group in group.first.map { finding($0, Array(group.dropFirst())) } }
    }
}
