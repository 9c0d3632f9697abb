import Foundation
import StateMachineHTTPClient
import StateMachineTestSupport
import Testing

@testable import ImageSearchMachine

@Suite(.timeLimit(.minutes(5)), .computing) struct ImageSearchErrorTests {
    @Test(arguments: [
        (ImageSearchError.unreachable(host: "localhost:1"), "Cannot connect to the image service at localhost:1"),
        (.timedOut(after: .seconds(2)), "The image service did not respond within 2 seconds"),
        (.connectionLost, "The connection was lost before the response was complete"),
        (.tooLong(limit: 16 * 1024 * 1024), "The response is larger than 16.8 MB"),
        (
            .tooSlow(after: .seconds(100)),
            "The response of the image service was not complete after 1 minute, 40 seconds"
        ),
        (.refused(status: 429, message: "slow down"), "The image service received too many requests; try again later"),
        (.refused(status: 429, message: ""), "The image service received too many requests; try again later"),
        (.refused(status: 503, message: ""), "The image service responded with status 503"),
        (.refused(status: 400, message: "no key"), "The image service responded with status 400: no key"),
        (.queryTooLong(limit: 100), "The query is longer than 100 characters"),
        (.queryTooLong(limit: 1), "The query is longer than 1 character"),
        (.malformedAnswer, "The response does not have the format of the image service"),
        (.cancelled, "The search was cancelled"), (.network("x"), "The network reported an error: x"),
    ])
    func `errors read well`(error: ImageSearchError, words: String) {
        #expect("\(error)" == words && error.errorDescription == words)
    }

    @Test(arguments: [
        (TransportFailure.unreachable(host: "h"), ImageSearchError.unreachable(host: "h")),
        (.timedOut, .timedOut(after: .seconds(3))), (.connectionLost, .connectionLost),
        (.tooLong(limit: 5), .tooLong(limit: 5)), (.tooSlow(after: .seconds(4)), .tooSlow(after: .seconds(4))),
        (.cancelled, .cancelled), (.other("x"), .network("x")),
    ])
    func `each failure of a request is an error of its own`(failure: TransportFailure, error: ImageSearchError) {
        #expect(ImageSearchError(failure, timeout: .seconds(3)) == error)
    }
}
