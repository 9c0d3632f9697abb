import Foundation
import ExampleSupport

/// What the command line asks for.
struct Options: ExampleOptions, Equatable {
    /// Where the feed comes from.
    enum Source: Equatable, Sendable {
        /// The feed that this program serves for itself.
        case embedded(format: FeedFormat, fault: FeedFault?, latency: Duration)
        /// A feed at this address.
        case remote(URL)
    }

    var source = Source.embedded(format: .rss, fault: nil, latency: .milliseconds(250))
    var limit = 20
    var timeout = Duration.seconds(10)
    var isJSON = false
    var asksForHelp = false

    static let usage = """
        usage: remote-content [URL] [--limit N] [--json] [--timeout SECONDS] [--format rss|atom|json|list]
                              [--fault 404|500|timeout|disconnect|truncated|garbage|picture|bomb|refused]
                              [--latency MS] [--help]
        """

    static let help = """
        Shows a feed, and how the state machine behind it moves.

        \(usage)

          URL                an RSS or Atom feed, a JSON Feed, or a JSON list of objects with title, url and date; without
                             it the feed is one on 127.0.0.1 that this program serves for itself, and that changes
                             each time it is asked for
          --limit N          how many entries are shown, from 1 to 1000 (20 unless given)
          --json             prints each answer as a line of JSON and nothing else
          --timeout SECONDS  how long the server may be silent (10 unless given); a whole answer may take ten times as long
          --format FORMAT    in what form the feed on 127.0.0.1 is had (rss unless given)
          --fault KIND       lets the feed on 127.0.0.1 go wrong
          --latency MS       how long the feed on 127.0.0.1 takes (250 unless given)

        Then commands are read, line by line: reload and refresh (r) ask for the feed again, and the machine decides what that
        means: from an empty screen after an error, in place when content is there; open N (or N) shows an entry, fault KIND or
        fault none chooses what goes wrong, quit (q) ends. A line from a pipe waits for the answer to the one before it; the
        status is 1 if one of the answers was an error. A feed may have 16 MB.

        \(InputLines.statusHelp)
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
            case .option(let name): throw UsageError("unknown option \(name)")
            case .word(let word):
                if address != nil { throw UsageError("one URL is enough; '\(word)' is one more") }
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

extension FeedFault {
    /// The fault of that name; `nil` for the word "none".
    init?(word: String) throws(UsageError) {
        if word == "none" { return nil }
        guard let fault = FeedFault(rawValue: word) else {
            let kinds = (FeedFault.allCases.map(\.rawValue) + ["none"]).joined(separator: ", ")
            throw UsageError("there is no fault '\(word)'; there are \(kinds)")
        }
        self = fault
    }
}
