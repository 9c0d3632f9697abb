/// A list that grows, in memory that its owner must free.
///
/// It has no reference count. If several threads read an array, each of them changes its reference
/// count, and they wait for each other.
@usableFromInline
struct UnsafeList<Element> {
    @usableFromInline private(set) var count = 0
    @usableFromInline private(set) var memory = UnsafeMutableBufferPointer<Element>(start: nil, count: 0)

    @inlinable
    init() {}

    @inlinable @inline(__always)
    subscript(position: Int) -> Element {
        get { memory[position] }
        nonmutating set { memory[position] = newValue }
    }

    /// The elements, in a buffer that is valid until the list changes.
    @inlinable var elements: UnsafeMutableBufferPointer<Element> {
        UnsafeMutableBufferPointer(rebasing: memory[..<count])
    }

    @inlinable @inline(__always)
    mutating func append(_ element: Element) {
        if count == memory.count { reserve(count + 1) }
        memory.initializeElement(at: count, to: element)
        count &+= 1
    }

    @inlinable
    mutating func append(repeating element: Element, count: Int) {
        reserve(self.count + count)
        UnsafeMutableBufferPointer(rebasing: memory[self.count...].prefix(count)).initialize(repeating: element)
        self.count += count
    }

    /// Makes room for a total number of elements.
    @inlinable
    @inline(never)
    mutating func reserve(_ capacity: Int) {
        if capacity <= memory.count { return }
        let larger = UnsafeMutableBufferPointer<Element>.allocate(capacity: max(capacity, 2 * memory.count, 128))
        _ = larger.moveInitialize(fromContentsOf: elements)
        memory.deallocate()
        memory = larger
    }

    /// Removes all elements and keeps the memory for later elements.
    @inlinable
    mutating func removeAll() {
        elements.deinitialize()
        count = 0
    }

    /// Frees the memory.
    ///
    /// Do not use the list afterwards.
    @inlinable
    func deallocate() {
        elements.deinitialize()
        memory.deallocate()
    }
}
