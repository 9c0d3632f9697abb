import Foundation
import RemoteContentMachine
import StateMachineExampleSupport
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import StateMachines
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)), .outside) struct FeedModelTests {
    private func hasAnswer(_ state: RemoteContentState) -> Bool { !state.isLoading }

    @Test func `a feed is loaded, refreshed in place, and marked where it is new`() async throws {
        try await withFeed { client, _ in
            let model = FeedModel(client: client)
            var shown: [String] = []
            model.content.didChangeState = { [unowned model] state in
                shown.append(
                    "\(state.presence.map { "\($0)" } ?? "\(state)") \(model.items.count) \(model.newItems.count)"
                )
            }
            model.start()
            for _ in 0..<4 {
                await model.run(until: hasAnswer)
                model.reload()
            }
            #expect(
                shown == [
                    "loading 0 0", "data 3 0", "refresh 3 0", "data 5 2", "refresh 5 2", "data 5 0", "refresh 5 0",
                    "empty 0 0", "refresh 0 0",
                ]
            )
            #expect(model.title == "Town news")
        }
    }

    @Test(arguments: FeedFault.allCases.usually { $0 != .timeout })
    func `each fault ends in the error state, from an empty screen and from content, and reloading works`(
        fault: FeedFault
    ) async throws {
        try await withFeed(fault: fault) { client, service in
            let impatient = try impatientClient(of: service)
            let model = FeedModel { try await (service.fault == .timeout ? impatient : client).feed() }
            for current in [fault, nil, fault, nil] {
                try service.setFault(current)
                let last = await model.run(until: hasAnswer)
                #expect(last == (current == nil ? .loaded(.data) : .error))
                #expect((model.errorMessage == nil) == (current == nil))
                #expect(model.items.isEmpty == (current != nil))
                let outcome = model.reload()
                #expect(outcome.isHandled)
                #expect(model.state == (current == nil ? .loaded(.refresh) : .loading))
                #expect(model.items.isEmpty == (current != nil), "while refreshing the content stays")
            }
        }
    }

    @Test func `while the first answer is awaited a reload is rejected, while refreshing it changes nothing`()
        async throws
    {
        try await withFeed(fault: .timeout) { client, service in
            let model = FeedModel(client: client)
            #expect(!model.reload().isHandled)
            try service.setFault(nil)
            await model.run(until: hasAnswer)
            try service.setFault(.timeout)
            model.reload()
            let run = Task { await model.run(until: hasAnswer) }
            #expect(await eventually { service.requestsInProgress == 1 })
            #expect(model.reload().isHandled)
            #expect(model.items.count == 3)
            run.cancel()
            #expect(await run.value == .loaded(.refresh))
            #expect(await eventually { service.log.last?.outcome == .clientDisconnected })
            #expect(await eventually { service.log.count == 2 })
        }
    }

    @Test func `an answer for a refresh that another event has ended is never shown`() async throws {
        let gates = AsyncStream.makeStream(of: Void.self)
        let entered = Journal<Int>()
        let model = FeedModel {
            entered.note(1)
            for await _ in gates.stream { break }
            return Feed(title: "late", items: [FeedItem(id: "late", title: "late")])
        }
        let run = Task { await model.run() }
        #expect(await eventually { entered.entries.count == 1 })
        model.content.receiveData([FeedItem(id: "1", title: "by hand")])
        gates.continuation.finish()
        run.cancel()
        _ = await run.result
        #expect(model.items.map(\.title) == ["by hand"])
        #expect(model.title == "")
    }

    @Test func `a view of any one property is notified of its changes`() async throws {
        let answers = Journal<Feed>()
        let model = FeedModel {
            guard let answer = answers.entries.last else { throw FeedError.connectionLost }
            return answer
        }
        let derived: [PartialKeyPath<FeedModel>] = [\.state, \.items, \.errorMessage]
        func notified(by change: () async throws -> Void) async rethrows -> [PartialKeyPath<FeedModel>] {
            try await notifiedProperties(among: [\.title, \.newItems] + derived, of: model, by: change)
        }
        // The first response has no new entries.
        answers.note(Feed(title: "one", items: [FeedItem(id: "1", title: "1")]))
        await model.run(until: hasAnswer)
        #expect(await notified { model.reload() } == derived)
        answers.note(Feed(title: "two", items: [FeedItem(id: "2", title: "2")]))
        #expect(await notified { await model.run(until: hasAnswer) } == [\.title, \.newItems] + derived)
        #expect(model.title == "two" && model.newItems == ["2"])
        model.reload()
        answers.removeAll()
        #expect(await notified { await model.run(until: hasAnswer) } == derived)
        #expect(model.errorMessage == "\(FeedError.connectionLost)")
    }
}
