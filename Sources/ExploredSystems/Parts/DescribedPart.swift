/// A part of a system that appears in texts as a simpler value.
protocol DescribedPart: CustomStringConvertible {
    /// The simpler value.
    var shown: Any { get }
}

/// Pairs of an identifier and a status, which a text shows like a dictionary.
///
/// Unlike a dictionary, the list may contain an identifier more than once.
struct PartEntries<ID>: CustomReflectable {
    let list: [(key: ID, value: PartStatus)]

    var customMirror: Mirror { Mirror(self, unlabeledChildren: list, displayStyle: .dictionary) }
}

/// A few words about a timer or a task, which a text shows without quotation marks.
struct PartStatus: CustomStringConvertible, CustomReflectable {
    let description: String

    init(_ words: [String]) { description = words.joined(separator: " and ") }

    var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
