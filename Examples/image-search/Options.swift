import Foundation
import ImageSearchMachine
import ExampleSupport

/// What the command line asks for.
struct Options: ExampleOptions, Equatable {
    /// Where the images come from.
    enum Source: Equatable, Sendable {
        /// The service that this program starts for itself.
        case embedded(fault: Fault?, latency: Duration)
        /// A service at this address.
        case remote(URL)
    }

    var query: String?
    var source = Source.embedded(fault: nil, latency: .milliseconds(250))
    var key = "anonymous"
    var page = 1
    var limit = 20
    var timeout = Duration.seconds(10)
    var directory: String?
    var isJSON = false
    var asksForHelp = false

    static let usage = """
        usage: image-search [QUERY] [--endpoint URL] [--page N] [--limit N] [--json] [--save DIR] [--timeout SECONDS]
                            [--fault 500|timeout|truncated|garbage|refused|slow] [--latency MS] [--help]
        """

    static let help = """
        Searches for images, and shows how the state machine behind the search moves.

        \(usage)

          QUERY              words to search for; without it, queries are read line by line
          --endpoint URL     a service that speaks the JSON of Pixabay's search API; with a key in the environment
                             variable PIXABAY_API_KEY it is Pixabay unless given, otherwise a service on 127.0.0.1
                             that this program starts for itself; without one the key is "anonymous"
          --page N           which page of the results, from 1
          --limit N          how many results a page has, from 1 to 200 (20 unless given)
          --json             prints the results as JSON and nothing else, one search a line; a line of input waits for
                             the answer to the one before it
          --save DIR         saves the previews of the results as files in DIR
          --timeout SECONDS  how long the service may be silent (10 unless given); a whole answer may take ten times as long
          --fault KIND       lets the service on 127.0.0.1 go wrong
          --latency MS       how long the service on 127.0.0.1 takes (250 unless given)

        While reading queries: a new line cancels the search that is loading; :cancel goes back to the start, :wait waits for
        the answer, :fault KIND or :fault none chooses what goes wrong, :search WORDS searches for anything, the word help too, :quit
        ends. The status is 1 if a search from a pipe failed. An answer may have 16 MB.

        \(InputLines.statusHelp)
        """

    init(_ words: [String], environment: [String: String]) throws(UsageError) {
        var arguments = Arguments(words)
        var endpoint: URL?
        var fault: Fault?
        var latency: Int?
        var queryWords: [String] = []
        while let argument = try arguments.next() {
            switch argument {
            case .option("--help"), .option("-h"): asksForHelp = true
            case .option("--json"): isJSON = true
            case .option("--page"): page = try arguments.number(of: "--page", in: 1...10_000)
            case .option("--limit"): limit = try arguments.number(of: "--limit", in: 1...200)
            case .option("--timeout"): timeout = .seconds(try arguments.number(of: "--timeout", in: 1...3_600))
            case .option("--latency"): latency = try arguments.number(of: "--latency", in: 0...60_000)
            case .option("--save"): directory = try arguments.value(of: "--save")
            case .option("--endpoint"):
                endpoint = try WebAddress.url(
                    arguments.value(of: "--endpoint"),
                    "--endpoint takes an http or https URL"
                )
            case .option("--fault"): fault = try Fault(word: arguments.value(of: "--fault"))
            case .option(let name): throw UsageError("unknown option \(name)")
            case .word(let word): queryWords.append(word)
            }
        }
        if !queryWords.isEmpty { query = queryWords.joined(separator: " ") }
        if asksForHelp { return }
        if let query, query.allSatisfy(\.isWhitespace) { throw UsageError("the query is blank") }
        if directory == "" { throw UsageError("--save needs the name of a directory") }
        if directory != nil && query == nil { throw UsageError("--save needs a query") }

        if let key = environment["PIXABAY_API_KEY"], !key.isEmpty {
            self.key = key
            if endpoint == nil { endpoint = URL(string: ImageSearchClient.pixabay) }
        }
        guard let endpoint else {
            source = .embedded(fault: fault, latency: .milliseconds(latency ?? 250))
            return
        }
        if fault != nil { throw UsageError("--fault is for the service on 127.0.0.1, not for another endpoint") }
        if latency != nil { throw UsageError("--latency is for the service on 127.0.0.1, not for another endpoint") }
        source = .remote(endpoint)
    }

}

extension Fault {
    /// The fault of that name; `nil` for the word "none".
    init?(word: String) throws(UsageError) {
        if word == "none" { return nil }
        guard let fault = Fault(rawValue: word) else {
            let kinds = (Fault.allCases.map(\.rawValue) + ["none"]).joined(separator: ", ")
            throw UsageError("there is no fault '\(word)'; there are \(kinds)")
        }
        self = fault
    }
}
