/// Loops and sorting for the code that reads states.
///
/// In a debug build, a package that uses this library compiles it without optimization. Each
/// step of a `for` loop over an array, and each step of the standard library's sorting, is then a
/// call of a generic function, and these calls would take most of the time of reading a state.
extension UnsafeBufferPointer {
    /// Calls a closure with the address of each element from an index on.
    func forEachAddress(from start: Int = 0, _ body: (UnsafePointer<Element>) -> Void) {
        guard let first = baseAddress else { return }
        var index = start
        while index < count {
            body(first + index)
            index += 1
        }
    }
}

extension Array {
    /// Calls a closure with the address of each element from an index on.
    func forEachAddress(from start: Int = 0, _ body: (UnsafePointer<Element>) -> Void) {
        withUnsafeBufferPointer { $0.forEachAddress(from: start, body) }
    }

    /// Returns the elements from an index on.
    func tail(from start: Int) -> [Element] {
        [Element](unsafeUninitializedCapacity: count - start) { tail, initialized in
            withUnsafeBufferPointer { all in
                guard let source = all.baseAddress, let target = tail.baseAddress else { return }
                target.initialize(from: source + start, count: count - start)
            }
            initialized = count - start
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
        let base = start(0)
        guard base < count else { return }
        let old = tail(from: base)
        withUnsafeMutableBufferPointer { all in
            guard let first = all.baseAddress else { return }
            var next = first + base
            old.withUnsafeBufferPointer { source in
                guard let source = source.baseAddress else { return }
                order.forEachAddress { part in
                    let (begin, end) = (start(part.pointee) - base, start(part.pointee + 1) - base)
                    let last = next + (end - begin)
                    next.update(from: source + begin, count: end - begin)
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
/// The algorithm is merge sort, from short parts to long ones, with O(n · log n) comparisons.
func sortedNumbers(below count: Int, _ precedes: (Int, Int) -> Bool) -> [Int] {
    var numbers = [Int](unsafeUninitializedCapacity: count) { numbers, initialized in
        guard let first = numbers.baseAddress else { return }
        while initialized < count {
            first[initialized] = initialized
            initialized += 1
        }
    }
    var merged = numbers
    var length = 1
    while length < count {
        numbers.withUnsafeBufferPointer { source in
            merged.withUnsafeMutableBufferPointer { target in
                guard let source = source.baseAddress, let target = target.baseAddress else { return }
                var start = 0
                while start < count {
                    let (middle, end) = (min(start + length, count), min(start + 2 * length, count))
                    var (left, right, place) = (start, middle, start)
                    while place < end {
                        let takesRight = left == middle || right < end && precedes(source[right], source[left])
                        target[place] = source[takesRight ? right : left]
                        if takesRight { right += 1 } else { left += 1 }
                        place += 1
                    }
                    start = end
                }
            }
        }
        swap(&numbers, &merged)
        length *= 2
    }
    return numbers
}
