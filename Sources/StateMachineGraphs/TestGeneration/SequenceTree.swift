/// A set of sequences of numbers that omits every sequence that is a prefix of another one.
///
/// It is stored as a trie (E. Fredkin, "Trie memory", 1960).
struct SequenceTree {
    private let rootCount: Int

    /// Each node's parent, or the node itself for a root.
    ///
    /// `numbers` contains the number on the way from the parent to each node.
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
    /// - Returns: The node where the sequence ends.
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

    /// Ends of the sequences that are not a prefix of another one.
    ///
    /// A root is never a leaf because the sequence to it is empty.
    var leaves: [Int] { parents.indices.filter { isLeaf[$0] } }

    /// Returns the root where a sequence begins and the sequence's numbers.
    func sequence(to leaf: Int) -> (start: Int, events: [Int]) {
        var (start, events): (Int, [Int]) = (leaf, [])
        while start >= rootCount {
            events.append(numbers[start])
            start = parents[start]
        }
        return (start, events.reversed())
    }
}
