/// The names of the moves that two states offer although they count as one.
struct OfferedNames {
    private let one: [String]
    private let other: [String]

    /// Keeps the names that only one of the states offers.
    init(_ one: Set<String>, _ other: Set<String>) {
        (self.one, self.other) = (one.subtracting(other).sorted(), other.subtracting(one).sorted())
    }

    var areEqual: Bool { one.isEmpty && other.isEmpty }

    /// The names that only one of the states offers.
    var difference: String {
        func list(_ names: [String]) -> String {
            if names.isEmpty { return "nothing else" }
            return names.prefix(3).map { "'\($0)'" }.joined(separator: ", ") + (names.count > 3 ? ", …" : "")
        }
        return "one offers \(list(one)), and the other offers \(list(other))"
    }

    /// Returns a remedy if the names differ only in numbers that are identifiers of the states.
    ///
    /// Such a number is a plain subject, as in `of: lease`, or a part of a name, as in
    /// `"acquire \(lease)"`. It cannot be replaced with its rank, because nothing distinguishes it
    /// from another number with the same value, such as an amount.
    func plainIdentifier(_ ranks: IdentifierRanks, _ otherRanks: IdentifierRanks, _ reader: StateReader) -> String? {
        func words(_ name: String) -> [Substring] { name.split { !$0.isASCII || !$0.isNumber } }
        func shapes(_ names: [String]) -> [String] { names.map { $0.replacing(/[0-9]+/, with: "#") }.sorted() }
        guard let name = one.first, let otherName = other.first, shapes(one) == shapes(other) else { return nil }
        let pair = zip(words(name), words(otherName)).first { $0 != $1 }
        guard let pair, let number = Int64(pair.0), let otherNumber = Int64(pair.1) else { return nil }
        let kinds = ranks.kinds(of: number).intersection(otherRanks.kinds(of: otherNumber))
        guard let kind = kinds.min() else { return nil }
        return """
            The number in this name is an ID. Pass it in a \(reader.kinds.example(of: kind)), so that its rank \
            replaces it
            """
    }
}
