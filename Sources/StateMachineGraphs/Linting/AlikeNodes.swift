import StateMachines

/// States in groups with the same situation, in the order in which the exploration found them.
struct AlikeNodes<Definition: FiniteStateDefinition> {
    typealias Node = StateGraph<Definition>.Node

    /// Groups, each with its nearest state first.
    ///
    /// Their number is limited, so the last group can contain states in different situations.
    private var groups: [[Node]] = []
    private var numbers = Numbering<Situation>()
    private static var limit: Int { 20 }

    mutating func add(_ node: Node) {
        let index = min(numbers.number(of: Situation(of: node.state)), Self.limit - 1)
        if index == groups.count { groups.append([]) }
        groups[index].append(node)
    }

    /// Returns one finding for each group.
    func findings<Finding>(_ finding: (_ nearest: Node, _ others: [Node]) -> Finding) -> [Finding] {
        groups.compactMap { group in group.first.map { finding($0, Array(group.dropFirst())) } }
    }
}
