/// The members of a JSON object, in the order of the file.
struct JSONMembers {
    struct Member {
        var name: String
        /// The position of the name.
        var position: Position
        var value: JSONTree
    }

    private(set) var all: [Member] = []
    private var indices: [String: Int] = [:]

    subscript(name: String) -> JSONTree? { indices[name].map { all[$0].value } }

    /// Adds a member.
    ///
    /// - Returns: Whether the name is new.
    mutating func add(_ member: Member) -> Bool {
        guard indices.updateValue(all.count, forKey: member.name) == nil else { return false }
        all.append(member)
        return true
    }

    /// The members in the order of JavaScript, which puts whole numbers first.
    var inScriptOrder: [Member] {
        let numbered = all.filter { Self.number($0.name) != nil }
        return numbered.sorted { (Self.number($0.name) ?? 0) < (Self.number($1.name) ?? 0) }
            + all.filter { Self.number($0.name) == nil }
    }

    /// Returns the index of an array that a name spells, from 0 to 2³² − 2.
    private static func number(_ name: String) -> UInt32? {
        guard let number = UInt32(name), number < UInt32.max, "\(number)" == name else { return nil }
        return number
    }
}
