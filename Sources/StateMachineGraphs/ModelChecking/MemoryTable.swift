public import StateMachines

/// Memories of an `atAllTimes` property as numbers.
///
/// A search compares and stores a memory for each event that it tries, and numbers are compared
/// much faster than values of any type. Its closures are created where the memory's type is known.
@usableFromInline
struct MemoryTable<Definition: StateDefinition> {
    /// Returns the number of the memory in an initial state.
    @usableFromInline let start: (Definition) -> Int

    /// Returns the memory's number after a step, or `nil` if the step violates the property.
    @usableFromInline let next: (Int, TraceStep<Definition>) -> Int?

    /// How many memories there are, which is the next free number.
    @usableFromInline let count: () -> Int

    /// Forgets the memories from a number on, except those with some numbers.
    @usableFromInline let forget: (Int, _ kept: Set<Int>) -> Void

    @usableFromInline
    init(
        start: @escaping (Definition) -> Int,
        next: @escaping (Int, TraceStep<Definition>) -> Int?,
        count: @escaping () -> Int,
        forget: @escaping (Int, Set<Int>) -> Void
    ) {
        self.start = start
        self.next = next
        self.count = count
        self.forget = forget
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
            },
            count: { memories.values.count },
            forget: { memories.forget(from: $0, except: $1) }
        )
    }
}

/// Which memories a table keeps.
@usableFromInline
enum KeptMemories {
    /// All memories, so that a search can return to each of them.
    case all

    /// Only the last memory, for a run that may never end.
    case last
}

/// A memory's values in the order of their numbers.
@usableFromInline
final class NumberedMemories<Memory: Hashable> {
    @usableFromInline let kept: KeptMemories
    @usableFromInline var values: [Memory] = []
    @usableFromInline var numbers: [Memory: Int] = [:]

    @inlinable
    init(_ kept: KeptMemories) {
        self.kept = kept
    }

    @inlinable
    func number(of memory: Memory) -> Int {
        switch kept {
        case .all:
            let next = values.count
            let number = Numbering<Memory>.number(&numbers[memory], else: next)
            if number == next { values.append(memory) }
            return number
        case .last:
            values.removeAll(keepingCapacity: true)
            values.append(memory)
            return 0
        }
    }

    @inlinable
    func forget(from start: Int, except kept: Set<Int>) {
        // The number 0 is the memory in the initial state, which every list of moments contains.
        guard let first = values.first, start > 0 else { return }
        for number in start..<max(start, values.count) where !kept.contains(number) {
            if numbers[values[number]] == number { numbers[values[number]] = nil }
            values[number] = first
        }
        values.removeLast(max(0, values.count - max(start, (kept.max() ?? 0) + 1)))
    }
}
