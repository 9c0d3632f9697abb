import Foundation
import ImageSearchMachine
import StateMachineCommandLine
import StateMachineExampleSupport

/// The options of `image-search`.
struct Options: ExampleOptions, Equatable {
    /// The source of the images.
    enum Source: Equatable, Sendable {
        /// The service that this program starts.
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
        usage: image-search [QUERY] [--endpoint URL] [--page N] [--limit N] [--json]
                            [--save DIR] [--timeout SECONDS] [--fault KIND]
                            [--latency MS] [--inspect [ADDRESS]] [--help]
        """

    static let help = """
        Searches for images and shows the transitions of the search's state machine.

        \(usage)

          QUERY              the words to search for; without a query, the program
                             reads queries line by line
          --endpoint URL     a service with the JSON format of Pixabay's search API.
                             If PIXABAY_API_KEY contains a key, the default is
                             Pixabay. Otherwise the program starts its own service on
                             127.0.0.1 and uses the key "anonymous"
          --page N           the page of the results, from 1
          --limit N          the number of results on a page, from 1 to 200
                             (default: 20)
          --json             prints only the results, as one line of JSON for each
                             search. The program starts a search only when the
                             previous one has ended
          --save DIR         saves the previews of the results as files in DIR
          --timeout SECONDS  how long the service may be silent (default: 10); a
                             complete response may take ten times as long
          --fault KIND       injects a failure into the service on 127.0.0.1 (see
                             below)
          --latency MS       the response time of the service on 127.0.0.1
                             (default: 250)
          --inspect          shows the machine in an inspector (see below)

        The kinds of failures are:
          500        a response with status 500
          timeout    no response
          truncated  a response that ends in the middle
          garbage    a response that is not JSON
          refused    a refused connection, as if the service were not running
          slow       a correct response that arrives a few bytes at a time

        While the program reads queries, a new line cancels the current search. The
        commands are:
          :cancel            cancels the search and returns to the state start
          :wait              waits for the response
          :fault KIND        injects a failure; :fault none stops the failures
          :search WORDS      searches for any words, even for "help"
          :quit              ends the program

        The exit status is 1 if a search from a pipe failed. A response may be up to
        16 MB in size.

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
        if directory == "" { throw UsageError("--save needs the path of a directory") }
        if directory != nil && query == nil { throw UsageError("--save needs a query") }

        let hasEndpoint = endpoint != nil
        if let key = environment["PIXABAY_API_KEY"], !key.isEmpty {
            self.key = key
            if endpoint == nil { endpoint = URL(string: ImageSearchClient.pixabay) }
        }
        guard let endpoint else {
            source = .embedded(fault: fault, latency: .milliseconds(latency ?? 250))
            return
        }
        if fault != nil || latency != nil {
            let name = fault != nil ? "--fault" : "--latency"
            let fix =
                hasEndpoint
                ? "remove --endpoint" : "unset PIXABAY_API_KEY, which makes the program search Pixabay"
            throw UsageError("\(name) works only with the service on 127.0.0.1; \(fix)")
        }
        source = .remote(endpoint)
    }
}
