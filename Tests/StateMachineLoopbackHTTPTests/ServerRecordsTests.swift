import StateMachineTestSupport
import Testing

@testable import StateMachineLoopbackHTTP

@Suite(.timeLimit(.minutes(5)), .computing) struct ServerRecordsTests {
    @Test func `of many requests the latest ones are kept, ten thousand at most`() throws {
        let records = ServerRecords()
        let query = try #require(HTTPQuery(encoded: ""))
        for number in 0..<25_000 {
            records.requestBegan()
            let request = FinishedRequest(
                method: .get,
                path: "\(number)",
                query: query,
                headers: [:],
                status: .ok,
                bodyBytes: 0,
                outcome: .completed
            )
            records.requestEnded(request)
            let count = records.log.count
            #expect(count <= 10_000 && count >= min(number + 1, 9_000))
            #expect(records.log.first?.path == "\(number + 1 - count)" && records.log.last?.path == "\(number)")
        }
        #expect(records.requestsInProgress == 0)
    }
}
