import Foundation
import StateMachineExampleSupport
import StateMachineHTTPClient
import StateMachineLoopbackHTTP
import StateMachineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5)), .outside) struct SearchFaultTests {
    @Test(arguments: SearchFault.allCases.map(\.rawValue))
    func `a fault has a name on the command line`(name: String) {
        #expect(["500", "timeout", "truncated", "garbage", "refused", "slow"].contains(name))
        #expect(SearchFault(rawValue: name)?.rawValue == name)
    }

    @Test func `a failing service answers 500`() async throws {
        let service = try ImageService(latency: .zero, fault: .status500)
        let (status, body) = try await SearchClient(service).get("key=k&q=rose")
        #expect(status == 500)
        #expect(String(decoding: body, as: UTF8.self).hasPrefix("[ERROR 500]"))
        service.stop()
    }

    @Test func `garbage is not JSON`() async throws {
        let service = try ImageService(latency: .zero, fault: .garbage)
        let client = SearchClient(service)
        #expect(try await client.get("key=k&q=rose").status == 200)
        await #expect(throws: DecodingError.self) { try await client.search("rose") }
        service.stop()
    }

    @Test func `a truncated answer ends half-way through the JSON`() async throws {
        let service = try ImageService(latency: .zero)
        let client = SearchClient(service)
        let whole = try await client.get("key=k&q=rose").body.count
        try service.setFault(.truncated)
        // Foundation reports the early end as an error; a client that does not would return half of
        // the JSON.
        let received = try? await client.get("key=k&q=rose").body.count
        #expect(received == nil || received == whole / 2)
        await #expect(throws: (any Error).self) { try await client.search("rose") }
        #expect(await eventually { service.log.count == 3 })
        #expect(service.log.map(\.outcome) == [.completed, .aborted, .aborted])
        #expect(service.log.map(\.bodyBytes) == [whole, whole / 2, whole / 2])
        service.stop()
    }

    @Test func `a search that is never answered ends with its client`() async throws {
        let service = try ImageService(latency: .zero, fault: .timeout)
        let client = SearchClient(service)
        let task = Task { try await client.search("rose") }
        #expect(await eventually { service.requestsInProgress == 1 })
        task.cancel()
        await #expect(throws: (any Error).self) { try await task.value }
        #expect(await eventually { service.log.map(\.outcome) == [.clientDisconnected] })
        service.stop()
    }

    @Test(arguments: [SearchFault.timeout, .slow, nil])
    func `a search that is waiting ends with the service`(fault: SearchFault?) async throws {
        let service = try ImageService(
            latency: fault == nil ? .seconds(60) : .zero,
            fault: fault,
            slowDuration: .seconds(60)
        )
        let client = SearchClient(service)
        let task = Task { try await client.search("rose") }
        #expect(await eventually { service.requestsInProgress == 1 })
        service.stop()
        await #expect(throws: (any Error).self) { try await task.value }
        #expect(service.log.map(\.outcome) == [.serverStopped])
    }

    @Test func `a refusing service cannot be reached, and returns at the same address`() async throws {
        let service = try ImageService(latency: .zero, fault: .refused)
        let client = SearchClient(service)
        let host = try #require(URL(string: service.endpoint)).hostAndPort
        for _ in 1...2 {
            await #expect(throws: TransportFailure.unreachable(host: host)) { try await client.search("rose") }
            try service.setFault(nil)
            #expect(try await client.search("rose").hits.count > 1)
            try service.setFault(.refused)
        }
        service.stop()
    }

    @Test func `a slow answer is complete in the end`() async throws {
        let service = try ImageService(latency: .zero, fault: .slow, slowDuration: .milliseconds(120))
        let client = SearchClient(service)
        let clock = ContinuousClock()
        let start = clock.now
        #expect(try await client.search("rose").hits.count > 1)
        #expect(clock.now - start >= .milliseconds(120))
        service.stop()
    }

    @Test func `a slow answer stops when its client disconnects`() async throws {
        let service = try ImageService(latency: .zero, fault: .slow, slowDuration: .seconds(60))
        let client = SearchClient(service)
        let task = Task { try await client.search("rose") }
        #expect(await eventually { service.requestsInProgress == 1 })
        task.cancel()
        _ = await task.result
        #expect(await eventually { service.log.map(\.outcome) == [.clientDisconnected] })
        service.stop()
    }

    @Test func `a good search follows a failing one`() async throws {
        let service = try ImageService(latency: .zero, fault: .status500)
        let client = SearchClient(service)
        #expect(try await client.get("key=k&q=rose").status == 500)
        try service.setFault(nil)
        #expect(service.fault == nil)
        #expect(try await client.get("key=k&q=rose").status == 200)
        service.stop()
    }

    @Test func `the latency is kept`() async throws {
        let service = try ImageService(latency: .milliseconds(80))
        let clock = ContinuousClock()
        let start = clock.now
        _ = try await SearchClient(service).search("rose")
        #expect(clock.now - start >= .milliseconds(80))
        service.stop()
    }
}
