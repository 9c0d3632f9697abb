import StateMachineTestSupport
import Testing

@testable import StateMachineGraphs

@Suite(.serialized, .timeLimit(.minutes(5)), .longComputing) struct ChunkedArrayTests {
    @Test(arguments: [0, 1, 16_383, 16_384, 16_385, 40_000])
    func `elements are where they were put, one by one or several at once`(count: Int) {
        let numbers = Array(0..<count)
        var (single, several) = (ChunkedArray<Int>(), ChunkedArray<Int>())
        for number in numbers { single.append(number) }
        for start in stride(from: 0, to: count, by: 7) {
            several.append(contentsOf: Array(numbers[start..<min(start + 7, count)]))
        }
        #expect(single.count == count && several.count == count)
        let areSame = single.elementsEqual(numbers) && several.elementsEqual(numbers)
        #expect(areSame)
        #expect(single.suffix(20_000).first == numbers.suffix(20_000).first)
    }
}
