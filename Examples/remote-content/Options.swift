import Foundation
import StateMachineCommandLine
import StateMachineExampleSupport

/// The options of `remote-content`.
struct Options: ExampleOptions, Equatable {
    /// The source of the feed.
    enum Source: Equatable, Sendable {
        /// The feed that this program serves.
        case embedded(format: FeedFormat, fault: FeedFault?, latency: Duration)
        /// A feed at this address.
        case remote(URL)
    }

    var source = Source.embedded(format: .rss, fault: nil, latency: .milliseconds(250))
    var limit = 20
    var timeout = Duration.seconds(10)
    var isJSON = false
    var asksForHelp = false
    var inspectorAddress: String?

    static let usage = """
        usage: remote-content [URL] [--limit N] [--json] [--timeout SECONDS]
                              [--format FORMAT] [--fault KIND] [--latency MS]
                              [--inspect [ADDRESS]] [--help]
        """

    static let help = """
        Shows a feed and the transitions of its state machine.

        \(usage)

          URL                an RSS feed, an Atom feed, a JSON Feed, or a JSON list of
                             objects with title, url and date. By default, the
                             program serves its own feed on 127.0.0.1, which changes
                             with each request
          --limit N          the number of entries to show, from 1 to 1000
                             (default: 20)
          --json             prints only the responses, each as a line of JSON
          --timeout SECONDS  how long the server may be silent (default: 10); a
                             complete response may take ten times as long
          --format FORMAT    the format of the feed on 127.0.0.1: rss, atom, json or
                             list (default: rss)
          --fault KIND       injects a failure into the feed on 127.0.0.1 (see below)
          --latency MS       the response time of the feed on 127.0.0.1
                             (default: 250)
          --inspect          shows the machine in an inspector (see below)

        The kinds of failures are:
          404         a response with status 404
          500         a response with status 500
          timeout     no response
          disconnect  a connection that closes in the middle of the feed
          truncated   a complete response with a truncated feed
          garbage     a web page instead of the feed
          picture     an image instead of the feed
          bomb        a feed whose entities expand without limit, or which is nested
                      too deeply
          refused     a refused connection, as if no server were running

        The program then reads commands line by line:
          reload, refresh, r  loads the feed again. After an error, the screen is empty
                              during the reload; otherwise the old content stays
          open N, o N, N      shows an entry
          fault KIND          injects a failure; fault none stops the failures
          quit, q             ends the program

        If commands come from a pipe, each command waits until the previous one has
        been answered. The exit status is 1 if one of the responses was an error. A
        feed may be up to 16 MB in size.

        \(InputLines.statusHelp)

        \(InspectorOption.help)
        """

    init(_ words: [String], environment: [String: String]) throws(UsageError) {
        var arguments = Arguments(words)
        var address: URL?
        var fault: FeedFault?
        var format: FeedFormat?
        var latency: Int?
        while let argument = try arguments.next() {
            switch argument {
            case .option("--help"), .option("-h"): asksForHelp = true
            case .option("--json"): isJSON = true
            case .option("--limit"): limit = try arguments.number(of: "--limit", in: 1...1_000)
            case .option("--timeout"): timeout = .seconds(try arguments.number(of: "--timeout", in: 1...3_600))
            case .option("--latency"): latency = try arguments.number(of: "--latency", in: 0...60_000)
            case .option("--format"): format = try FeedFormat(word: arguments.value(of: "--format"))
            case .option("--fault"): fault = try FeedFault(word: arguments.value(of: "--fault"))
            case .option("--inspect"):
                inspectorAddress = try InspectorOption.address(in: &arguments, environment: environment)
            case .option(let name): throw UsageError("unknown option \(name)")
            case .word(let word):
                if address != nil { throw UsageError("only one feed is allowed; remove '\(word)'") }
                address = try WebAddress.url(word, "the address of a feed must be an http or https URL")
            }
        }
        if asksForHelp { return }
        guard let address else {
            source = .embedded(format: format ?? .rss, fault: fault, latency: .milliseconds(latency ?? 250))
            return
        }
        let options = [("--format", format != nil), ("--fault", fault != nil), ("--latency", latency != nil)]
        if let (name, _) = options.first(where: \.1) {
            throw UsageError("\(name) works only with the feed on 127.0.0.1; remove the URL of the feed")
        }
        source = .remote(address)
    }
}

extension FeedFormat {
    /// Creates the format with a name.
    init(word: String) throws(UsageError) {
        guard let format = FeedFormat(rawValue: word) else {
            let names = FeedFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("unknown format '\(word)'; the formats are \(names)")
        }
        self = format
    }
}
