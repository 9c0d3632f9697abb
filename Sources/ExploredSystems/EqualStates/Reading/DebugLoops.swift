import Foundation

/// Loops and sorting for the code that reads states.
///
/// In a debug build, a package that uses this library compiles it without optimization. Each
/// step of a `for` loop over an array, and each step of the standard library's sorting, is then a
/// call of a generic function, and these calls would take most of the time of reading a state.
extension Array {
    /// Calls a closure with the address of each element from an index on.
    func forEachAddress(from start: Int = 0, _ body: (UnsafePointer<Element>) -> Void) {
        withUnsafeBufferPointer { elements in
            guard let first = elements.baseAddress else { return }
            var index = start
            while index < elements.count {
                body(first + index)
                index += 1
            }
        }
    }

    /// Puts the last parts of the array into an order.
    ///
    /// - Parameters:
    ///   - order: The numbers of the parts in their new order.
    ///   - start: A closure that returns where a part starts, which is where the part before ends.
    ///   - change: A closure that changes an element after it was moved with a part.
    mutating func arrange(
        _ order: [Int],
        from start: (Int) -> Int,
        _ change: ((inout Element, _ part: Int) -> Void)? = nil
    ) {
        guard start(0) < count else { return }
        let old = self
        withUnsafeMutableBufferPointer { target in
            guard let first = target.baseAddress else { return }
            var next = first + start(0)
            old.withUnsafeBufferPointer { source in
                guard let source = source.baseAddress else { return }
                order.forEachAddress { part in
                    let (begin, end) = (start(part.pointee), start(part.pointee + 1))
                    next.update(from: source + begin, count: end - begin)
                    let last = next + (end - begin)
                    while let change, next < last {
                        change(&next.pointee, part.pointee)
                        next += 1
                    }
                    next = last
                }
            }
        }
    }
}

/// Returns the numbers below a limit in the order of what they stand for; equal ones stay in order.
///
/// The algorithm is insertion sort with a binary search for each place, so it makes
/// O(n · log n) comparisons.
func sortedNumbers(below count: Int, _ precedes: (Int, Int) -> Bool) -> [Int] {
    [Int](unsafeUninitializedCapacity: count) { numbers, initialized in
        guard let first = numbers.baseAddress else { return }
        while initialized < count {
            var (low, high) = (0, initialized)
            while low < high {
                let middle = (low + high) / 2
                if precedes(initialized, first[middle]) { high = middle } else { low = middle + 1 }
            }
            memmove(first + low + 1, first + low, (initialized - low) * MemoryLayout<Int>.stride)
            first[low] = initialized
            initialized += 1
        }
    }
}
