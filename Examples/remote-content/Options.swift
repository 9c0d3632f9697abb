import ExampleSupport
import Foundation

/// The options of `remote-content`.
struct Options: ExampleOptions, Equatable {
    /// Where the feed comes from.
    enum Source: Equatable, Sendable {
        /// The feed that this program serves itself.
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
        usage: remote-content [URL] [--limit N] [--json] [--timeout SECONDS] [--format rss|atom|json|list]
                              [--fault 404|500|timeout|disconnect|truncated|garbage|picture|bomb|refused]
                              [--latency MS] [--inspect [ADDRESS]] [--help]
        """

    static let help = """
        Shows a feed, and the transitions of the state machine behind it.

        \(usage)

          URL                an RSS or Atom feed, a JSON Feed, or a JSON list of objects with title, url and date. The
                             default is a feed on 127.0.0.1 that this program serves itself, and that changes with
                             each request
          --limit N          the number of entries to show, from 1 to 1000 (default: 20)
          --json             prints each answer as a line of JSON and nothing else
          --timeout SECONDS  how long the server may be silent (default: 10); a whole answer may take ten times as long
          --format FORMAT    the format of the feed on 127.0.0.1 (default: rss)
          --fault KIND       injects a failure into the feed on 127.0.0.1
          --latency MS       how long the feed on 127.0.0.1 takes to answer (default: 250)
          --inspect          shows the machine in an inspector: see below

        Then commands are read, line by line. reload and refresh (r) load the feed again: with an empty screen after an error,
        with the old content while there is some; the machine decides. open N (or N) shows an entry, fault KIND injects a failure,
        fault none stops that, quit (q) ends. A line from a pipe waits for the answer to the previous one; the status is 1 if one
        of the answers was an error. A feed may have up to 16 MB.

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
                if address != nil { throw UsageError("there is one feed at a time, not also '\(word)'") }
                address = try WebAddress.url(word, "a feed has an http or https URL")
            }
        }
        if asksForHelp { return }
        guard let address else {
            source = .embedded(format: format ?? .rss, fault: fault, latency: .milliseconds(latency ?? 250))
            return
        }
        let options = [("--format", format != nil), ("--fault", fault != nil), ("--latency", latency != nil)]
        if let (name, _) = options.first(where: \.1) {
            throw UsageError("\(name) is for the feed on 127.0.0.1, not for another one")
        }
        source = .remote(address)
    }
}

extension FeedFormat {
    /// The format of that name.
    init(word: String) throws(UsageError) {
        guard let format = FeedFormat(rawValue: word) else {
            let names = FeedFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError("there is no format '\(word)'; there are \(names)")
        }
        self = format
    }
}
