public import StateMachines

/// The memories of an `atAllTimes` property as numbers.
///
/// A search compares and stores a memory for each event that it tries, and numbers are compared
/// much faster than values of any type. The closures are created where the type of the memory is
/// known.
@usableFromInline
struct MemoryTable<Definition: StateDefinition> {
    /// Returns the number of the memory in an initial state.
    @usableFromInline let start: (Definition) -> Int

    /// Returns the number of the memory after a step, or `nil` if the step violates the property.
    @usableFromInline let next: (Int, TraceStep<Definition>) -> Int?

    @usableFromInline
    init(start: @escaping (Definition) -> Int, next: @escaping (Int, TraceStep<Definition>) -> Int?) {
        self.start = start
        self.next = next
    }

    @inlinable
    init<Memory: Hashable>(
        keeping kept: KeptMemories,
        remembering start: @escaping (Definition) -> Memory,
        _ holds: @escaping (inout Memory, TraceStep<Definition>) -> Bool
    ) {
        let memories = NumberedMemories<Memory>(kept)
        self.init(
            start: { memories.number(of: start($0)) },
            next: { before, step in
                var memory = memories.values[before]
                guard holds(&memory, step) else { return nil }
                // Most steps change nothing, and a comparison is faster than a look-up.
                return memory == memories.values[before] ? before : memories.number(of: memory)
            }
        )
    }
}

/// The memories that a table keeps.
@usableFromInline
enum KeptMemories {
    /// All memories, so that a search can return to each of them.
    case all

    /// Only the last memory, for a run that may never end.
    case last
}

/// The values of a memory in the order of their numbers.
@usableFromInline
final class NumberedMemories<Memory: Hashable> {
    @usableFromInline let kept: KeptMemories
    @usableFromInline var values: [Memory] = []
    @usableFromInline var numbers = Numbering<Memory>()

    @inlinable
    init(_ kept: KeptMemories) {
        self.kept = kept
    }

    @inlinable
    func number(of memory: Memory) -> Int {
        switch kept {
        case .all:
            let number = numbers.number(of: memory)
            if number == values.count { values.append(memory) }
            return number
        case .last:
            values.removeAll(keepingCapacity: true)
            values.append(memory)
            return 0
        }
    }
}
