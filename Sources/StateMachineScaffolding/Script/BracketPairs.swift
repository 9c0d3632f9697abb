/// The brackets of a file, among them those around type arguments.
struct BracketPairs {
    private(set) var closings: [Int: Int] = [:]
    private var open: [(symbol: String, index: Int)] = []
    private var counts: [String: Int] = [:]

    private static let partners = [")": "(", "]": "[", "}": "{"]

    mutating func pass(_ symbol: String, _ index: Int) {
        switch symbol {
        case "(", "[", "{", "<":
            open.append((symbol, index))
            counts[symbol, default: 0] += 1
        case ")", "]", "}": if let partner = Self.partners[symbol] { close(partner, index) }
        case ">": if open.last?.symbol == "<" { close("<", index) }
        // Before these symbols, “less than” was meant.
        case ";", ":", "&&", "||": while open.last?.symbol == "<" { removeLast() }
        default: break
        }
    }

    /// Closes the last bracket of a kind; brackets inside it stay without a partner.
    private mutating func close(_ symbol: String, _ index: Int) {
        guard counts[symbol, default: 0] > 0 else { return }
        while let last = open.last {
            removeLast()
            guard last.symbol == symbol else { continue }
            closings[last.index] = index
            return
        }
    }

    private mutating func removeLast() {
        if let last = open.popLast() { counts[last.symbol, default: 0] -= 1 }
    }
}
