/// A set of sequences of numbers without those that are the beginning of another one.
///
/// A trie (E. Fredkin, "Trie memory", 1960).
struct SequenceTree {
    private let rootCount: Int

    /// For each node the one before it, itself for a root, and the number between the two.
    private var parents: [Int]
    private var numbers: [Int]
    private var isLeaf: [Bool]

    private struct Branch: Hashable {
        let node: Int
        let number: Int
    }

    private var children: [Branch: Int] = [:]

    init(rootCount: Int) {
        self.rootCount = rootCount
        parents = Array(0..<rootCount)
        numbers = Array(repeating: -1, count: rootCount)
        isLeaf = Array(repeating: false, count: rootCount)
    }

    /// Adds a sequence that continues from a node.
    ///
    /// - Returns: The node where it ends.
    mutating func insert(_ sequence: [Int], after node: Int, _ budget: StepBudget) throws(SuiteTooLarge) -> Int {
        var node = node
        for number in sequence {
            let branch = Branch(node: node, number: number)
            if let child = children[branch] {
                node = child
                continue
            }
            let child = parents.count
            children[branch] = child
            parents.append(node)
            numbers.append(number)
            isLeaf.append(true)
            isLeaf[node] = false
            node = child
            try budget.check(parents.count - rootCount)
        }
        return node
    }

    /// Where the sequences end that are not the beginning of another; no root, since nothing leads
    /// there.
    var leaves: [Int] { parents.indices.filter { isLeaf[$0] } }

    /// The root where a sequence begins, and the numbers from there on.
    func sequence(to leaf: Int) -> (start: Int, events: [Int]) {
        var (start, events): (Int, [Int]) = (leaf, [])
        while start >= rootCount {
            events.append(numbers[start])
            start = parents[start]
        }
        return (start, events.reversed())
    }
}
