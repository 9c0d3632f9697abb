import Foundation
import StateMachineHTTPClient
import StateMachineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5)), .computing) struct TransportFailureTests {
    @Test(
        arguments: [
            (.cancelled, .cancelled), (.timedOut, .timedOut), (.cannotConnectToHost, .unreachable(host: "a.b:80")),
            (.cannotFindHost, .unreachable(host: "a.b:80")), (.dnsLookupFailed, .unreachable(host: "a.b:80")),
            (.notConnectedToInternet, .unreachable(host: "a.b:80")), (.networkConnectionLost, .connectionLost),
            (.badServerResponse, .connectionLost), (.cannotParseResponse, .connectionLost),
            (.unknown, .other("words")), (.badURL, .other("words")), (.unsupportedURL, .other("words")),
            (.httpTooManyRedirects, .other("words")), (.userAuthenticationRequired, .other("words")),
        ] as [(URLError.Code, TransportFailure)]
    )
    func `each error of the system means one failure`(code: URLError.Code, failure: TransportFailure) throws {
        let address = try #require(URL(string: "http://a.b:80/x"))
        let error = URLError(code, userInfo: [NSLocalizedDescriptionKey: "words"])
        #expect(TransportFailure(error, from: address) == failure)
    }

    @Test(arguments: ["transfer closed with 5 bytes remaining to read", "end of response with 5 bytes missing"])
    func `an unknown error is a lost connection only if it says so`(words: String) {
        let error = URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: words])
        #expect(TransportFailure(error, from: nil) == .connectionLost)
        let other = URLError(.badURL, userInfo: [NSLocalizedDescriptionKey: words])
        #expect(TransportFailure(other, from: nil) == .other(words))
        #expect(TransportFailure(URLError(.cannotFindHost), from: nil) == .unreachable(host: ""))
    }

    @Test func `a cancelled task is not a failure of the network`() {
        #expect(TransportFailure(CancellationError(), from: nil) == .cancelled)
    }

    @Test(arguments: [
        ("http://127.0.0.1:80/x", "127.0.0.1:80"), ("http://a.b/", "a.b"), ("http://[::1]:8080/", "[::1]:8080"),
        ("http://[fe80::1]/", "[fe80::1]"),
    ])
    func `a host reads well in the words of an error`(address: String, words: String) throws {
        let url = try #require(URL(string: address))
        #expect(url.hostAndPort == words)
    }

    @Test(
        arguments: [
            (.seconds(10), "10 seconds"), (.seconds(1), "1 second"), (.milliseconds(250), "250 milliseconds"),
            (.seconds(90), "1 minute, 30 seconds"), (.seconds(7200), "120 minutes"),
        ] as [(Duration, String)]
    )
    func `a duration reads well in the words of an error`(duration: Duration, words: String) {
        #expect(duration.words == words)
    }
}
