struct NIOUnsafeContinuation<Value, Failure>: Hashable, Sendable { let id: Int }
protocol Watermarks: Sendable {
    mutating func didYield(bufferDepth: Int) -> Bool
    mutating func didConsume(bufferDepth: Int) -> Bool
}
/// A strategy like NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark.
struct HighLow: Watermarks, Hashable {
    var hasOutstandingDemand = false
    mutating func didYield(bufferDepth: Int) -> Bool {
        hasOutstandingDemand = bufferDepth < 2
        return hasOutstandingDemand
    }
    mutating func didConsume(bufferDepth: Int) -> Bool {
        if bufferDepth < 1 { hasOutstandingDemand = true }
        return hasOutstandingDemand
    }
}
struct NIOThrowingAsyncSequenceProducer<Element: Sendable, Failure: Error, Strategy: Watermarks, Delegate> {}
struct CancellationError: Error {}
struct Thrown: Error {}
