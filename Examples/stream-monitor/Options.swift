import ExampleSupport
import Foundation

/// The options of `stream-monitor`.
struct Options: ExampleOptions, Equatable {
    /// Where the pictures come from.
    enum Source: Equatable, Sendable {
        /// The camera that this program starts itself.
        case embedded(fault: CameraFault?)
        /// A camera at this address.
        case remote(URL)
    }

    var source = Source.embedded(fault: nil)
    var frames: Int?
    var snapshot: String?
    var timeout = Duration.seconds(10)
    var isJSON = false
    var asksForHelp = false
    var inspectorAddress: String?

    static let usage = """
        usage: stream-monitor [URL] [--frames N] [--snapshot FILE] [--timeout SECONDS] [--json]
                              [--inspect [ADDRESS]] [--help]
                              [--fault \(CameraFault.allCases.map(\.rawValue).joined(separator: "|"))]
        """

    static let help = """
        Watches a camera over HTTP, and shows the transitions of the state machine behind the stream.

        \(usage)

          URL                a camera that sends JPEG pictures as multipart/x-mixed-replace; the default is a camera on
                             127.0.0.1 that this program starts itself
          --frames N         ends after N pictures
          --snapshot FILE    saves the last picture in FILE
          --timeout SECONDS  how long to wait for a picture (default: 10)
          --json             prints transitions and totals as JSON, one object on each line
          --fault KIND       injects a failure into the camera on 127.0.0.1
          --inspect          shows the machine in an inspector: see below

        On a terminal: s stops and starts, r tries again, p saves the picture, f injects the next kind of failure, h shows the
        keys, q quits. From a pipe, line by line: stop, start, retry, help, quit; wait (for a picture or an error), wait error,
        wait N (for N more pictures), status, snapshot FILE, fault KIND, fault none. At the end of the input the program waits for
        the first picture, or for those of --frames, and ends. The status is 1 if it ends in an error. A picture may have up to 16 MB.

        \(InputLines.statusHelp)

        \(InspectorOption.help)
        """

    init(_ words: [String], environment: [String: String]) throws(UsageError) {
        var arguments = Arguments(words)
        var fault: CameraFault?
        var hasFault = false
        while let argument = try arguments.next() {
            switch argument {
            case .option("--help"), .option("-h"): asksForHelp = true
            case .option("--json"): isJSON = true
            case .option("--frames"): frames = try arguments.number(of: "--frames", in: 1...1_000_000_000)
            case .option("--timeout"): timeout = .seconds(try arguments.number(of: "--timeout", in: 1...3_600))
            case .option("--snapshot"): snapshot = try arguments.value(of: "--snapshot")
            case .option("--fault"):
                fault = try CameraFault(word: arguments.value(of: "--fault"))
                hasFault = true
            case .option("--inspect"):
                inspectorAddress = try InspectorOption.address(in: &arguments, environment: environment)
            case .option(let name): throw UsageError("unknown option \(name)")
            case .word(let word):
                if case .remote = source { throw UsageError("there is one camera at a time, not also '\(word)'") }
                source = .remote(try WebAddress.url(word, "a camera has an http or https URL"))
            }
        }
        if asksForHelp { return }
        if snapshot == "" { throw UsageError("--snapshot needs the name of a file") }
        switch source {
        case .embedded: source = .embedded(fault: fault)
        case .remote: if hasFault { throw UsageError("--fault is for the camera on 127.0.0.1, not for another one") }
        }
    }
}
