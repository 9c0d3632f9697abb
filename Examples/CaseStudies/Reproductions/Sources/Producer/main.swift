import NIOCore

// Shows whether a cancelled consumer calls the delegate of a NIOAsyncSequenceProducer with the
// failure type `Never`.

final class Delegate: NIOAsyncSequenceProducerDelegate {
    func produceMore() {}
    func didTerminate() { print("  didTerminate") }
}

func run(isCancelledFirst: Bool) async {
    let consumer = Task {
        let new = NIOAsyncSequenceProducer.makeSequence(
            elementType: Int.self,
            backPressureStrategy: NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark(
                lowWatermark: 1,
                highWatermark: 2
            ),
            finishOnDeinit: true,
            delegate: Delegate()
        )
        if isCancelledFirst {
            while !Task.isCancelled { await Task.yield() }
        }
        for await _ in new.sequence {}
        print("  the consumer is done")
    }
    try? await Task.sleep(for: .milliseconds(50))
    consumer.cancel()
    await consumer.value
    try? await Task.sleep(for: .milliseconds(200))
}

print("cancelled while it waits:")
await run(isCancelledFirst: false)
print("cancelled before the first call of next():")
await run(isCancelledFirst: true)
