import Foundation
import ImageSearchMachine
import StateMachineExampleSupport
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import StateMachines
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)), .outside) struct ImageSearchModelTests {
    /// A model whose requests are answered by hand.
    private func model(_ answer: @escaping @Sendable (String) async throws -> [ImageResult] = { _ in [] })
        -> ImageSearchModel
    {
        ImageSearchModel(search: answer)
    }

    @Test func `the field has the focus, and the cancel button is there, while searching`() {
        let model = model()
        #expect(!model.isSearching && !model.showsCancelButton)
        model.searchStatusChanged(.began)
        #expect(model.isSearching && model.showsCancelButton)
        model.searchText = "cats"
        model.searchStatusChanged(.submitted)
        #expect(!model.isSearching && !model.showsCancelButton)
        #expect(model.state == .loading(query: "cats"))
        model.searchStatusChanged(.began)
        model.searchStatusChanged(.cancelled)
        #expect(!model.isSearching)
        #expect(model.state == .start)
    }

    @Test func `a search for a blank query is loading but space is rejected, and the field keeps the focus`() {
        let model = model()
        model.searchStatusChanged(.began)
        model.searchText = "  "
        #expect(!model.searchStatusChanged(.submitted).isHandled)
        #expect(model.isSearching)
    }

    @Test func `results and errors come from the state`() async throws {
        let model = model { query in
            if query == "bad" { throw ImageSearchError.connectionLost }
            return []
        }
        for (query, message) in [("good", nil), ("bad", "\(ImageSearchError.connectionLost)")] as [(String, String?)] {
            model.searchStatusChanged(.began)
            model.searchText = query
            model.searchStatusChanged(.submitted)
            let last = await model.run(until: \.isAnswered)
            #expect(model.errorMessage == message)
            #expect(model.results.isEmpty)
            #expect(last == model.state)
        }
    }

    @Test func `a view of any one property is notified of its changes`() async throws {
        let model = model { query in
            if query == "bad" { throw ImageSearchError.connectionLost }
            return []
        }
        let derived: [PartialKeyPath<ImageSearchModel>] = [
            \.state, \.showsCancelButton, \.results, \.errorMessage,
        ]
        func notified(by change: () async throws -> Void) async rethrows -> [PartialKeyPath<ImageSearchModel>] {
            try await notifiedProperties(among: [\.searchText, \.isSearching] + derived, of: model, by: change)
        }
        #expect(await notified { model.searchStatusChanged(.began) } == [\.isSearching] + derived)
        #expect(await notified { model.searchText = "bad" } == [\.searchText])
        #expect(await notified { model.searchStatusChanged(.submitted) } == [\.isSearching] + derived)
        #expect(await notified { await model.run(until: \.isAnswered) } == derived)
        #expect(model.errorMessage != nil)
    }

    @Test func `a new search really cancels the request before it, whose answer is never shown`() async throws {
        try await withService(fault: .timeout) { client, service in
            let model = ImageSearchModel(client: client)
            let run = Task { await model.run(until: \.isAnswered) }
            model.searchStatusChanged(.began)
            model.searchText = "cats"
            model.searchStatusChanged(.submitted)
            #expect(await eventually { service.requestsInProgress == 1 })
            model.searchStatusChanged(.began)
            // A request in progress may not have come upon the fault yet.
            #expect(await eventually { service.log.count == 1 })
            try service.setFault(nil)
            model.searchText = "rose"
            model.searchStatusChanged(.submitted)
            let last = await run.value
            #expect(last.results.allSatisfy { $0.tags.joined().contains("rose") } && !last.results.isEmpty)
            #expect(await eventually { service.log.count == 2 })
            #expect(
                Set(service.log.map { "\($0.query["q"] ?? "") \($0.outcome)" }) == [
                    "cats clientDisconnected", "rose completed",
                ]
            )
        }
    }

    @Test func `queries that follow each other as fast as the answers come do not wait for themselves`() async throws {
        try await withService { client, service in
            let model = ImageSearchModel(client: client)
            let run = Task { await model.run() }
            for round in 0..<ProcessEnvironment.runs(150) {
                model.searchStatusChanged(.began)
                model.searchText = round % 2 == 0 ? "rose" : "cats"
                model.searchStatusChanged(.submitted)
                // Anything from "not sent yet" to "just answered".
                try await Task.sleep(for: .microseconds(round % 40 * 200))
            }
            #expect(await eventually { model.state.isAnswered })
            run.cancel()
            _ = await run.result
        }
    }

    @Test(arguments: SearchFault.allCases.usually { $0 != .timeout })
    func `each fault ends in the error state, and searching again works`(fault: SearchFault) async throws {
        try await withService(fault: fault) { client, service in
            let impatient = try impatientClient(of: service)
            let model = ImageSearchModel { try await (service.fault == .timeout ? impatient : client).search($0).hits }
            for current in [fault, nil] {
                try service.setFault(current)
                model.searchStatusChanged(.began)
                model.searchText = "cats"
                model.searchStatusChanged(.submitted)
                let last = await model.run(until: \.isAnswered)
                let isGood = current?.expectedError == nil
                #expect(last.results.isEmpty == !isGood)
                #expect((last.errorMessage == nil) == isGood)
            }
        }
    }

    @Test func `a run that is cancelled while loading leaves the model loading, and the next run answers`() async throws
    {
        try await withService(fault: .timeout) { client, service in
            let model = ImageSearchModel(client: client)
            model.searchStatusChanged(.began)
            model.searchText = "cats"
            model.searchStatusChanged(.submitted)
            let run = Task { await model.run() }
            #expect(await eventually { service.requestsInProgress == 1 })
            run.cancel()
            try service.setFault(nil)
            #expect(await run.value == .loading(query: "cats"))
            let last = await model.run(until: \.isAnswered)
            #expect(!last.results.isEmpty)
        }
    }
}
