import ExampleSupport
import Foundation
import ImageSearchMachine

/// The options of `image-search`.
struct Options: ExampleOptions, Equatable {
    /// Where the images come from.
    enum Source: Equatable, Sendable {
        /// The service that this program starts itself.
        case embedded(fault: SearchFault?, latency: Duration)
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
    var inspectorAddress: String?

    static let usage = """
        usage: image-search [QUERY] [--endpoint URL] [--page N] [--limit N] [--json] [--save DIR] [--timeout SECONDS]
                            [--fault 500|timeout|truncated|garbage|refused|slow] [--latency MS]
                            [--inspect [ADDRESS]] [--help]
        """

    static let help = """
        Searches for images, and shows the transitions of the state machine behind the search.

        \(usage)

          QUERY              words to search for; without it, queries are read line by line
          --endpoint URL     a service with the JSON of Pixabay's search API. The default is Pixabay if the environment
                             variable PIXABAY_API_KEY has a key; otherwise it is a service on 127.0.0.1 that this program
                             starts itself, and the key is "anonymous"
          --page N           the page of the results, from 1
          --limit N          the number of results on a page, from 1 to 200 (default: 20)
          --json             prints the results as JSON and nothing else, one line for each search; each line of input
                             waits for the answer to the previous one
          --save DIR         saves the previews of the results as files in DIR
          --timeout SECONDS  how long the service may be silent (default: 10); a whole answer may take ten times as long
          --fault KIND       injects a failure into the service on 127.0.0.1
          --latency MS       how long the service on 127.0.0.1 takes to answer (default: 250)
          --inspect          shows the machine in an inspector: see below

        While queries are read, a new line cancels the search that is loading. :cancel goes back to the start, :wait waits for
        the answer, :fault KIND injects a failure, :fault none stops that, :search WORDS searches for any words (even "help"), :quit
        ends. The status is 1 if a search from a pipe failed. An answer may have up to 16 MB.

        \(InputLines.statusHelp)

        \(InspectorOption.help)
        """

    init(_ words: [String], environment: [String: String]) throws(UsageError) {
        var arguments = Arguments(words)
        var endpoint: URL?
        var fault: SearchFault?
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
            case .option("--fault"): fault = try SearchFault(word: arguments.value(of: "--fault"))
            case .option("--inspect"):
                inspectorAddress = try InspectorOption.address(in: &arguments, environment: environment)
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
