import Foundation
import StateMachineCommandLine
import StateMachineExampleSupport

/// The options of `stream-monitor`.
struct Options: ExampleOptions, Equatable {
    /// The source of the frames.
    enum Source: Equatable, Sendable {
        /// The camera that this program starts.
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
        usage: stream-monitor [URL] [--frames N] [--snapshot FILE] [--timeout SECONDS]
                              [--json] [--fault KIND] [--inspect [ADDRESS]] [--help]
        """

    static let help = """
        Watches a camera over HTTP and shows the transitions of the stream's state
        machine.

        \(usage)

          URL                a camera that sends JPEG pictures as
                             multipart/x-mixed-replace. By default, the program starts
                             its own camera on 127.0.0.1
          --frames N         ends after N pictures
          --snapshot FILE    saves the last picture in FILE
          --timeout SECONDS  how long to wait for a picture (default: 10)
          --json             prints transitions and totals as JSON, one object on each
                             line
          --fault KIND       injects a failure into the camera on 127.0.0.1 (see
                             below)
          --inspect          shows the machine in an inspector (see below)

        The kinds of failures are:
          hang      a response without pictures
          drop      a connection that breaks in the middle of the sixth picture
          stall     no more pictures after the fifth one
          boundary  a response header with an invalid boundary between the pictures
          mismatch  a boundary that differs from the one in the response header
          large     a first picture that is announced as larger than 16 MB
          garbage   parts of the stream that are not pictures
          page      a web page instead of the stream
          busy      a response with status 503
          refused   a refused connection, as if the camera were not running
          restart   a camera that restarts after the fifth picture and cannot be
                    reached for a second

        In a terminal, the keys are:
          s  starts or stops     r  tries again        p  saves the picture
          f  injects the next kind of failure          h  shows the keys
          q  quits

        From a pipe, the program reads commands line by line:
          start, stop, retry  starts, stops or tries again
          wait                waits for a picture or an error
          wait error          waits for an error
          wait N              waits for N more pictures
          status              prints the totals
          snapshot FILE       saves the picture in FILE
          fault KIND          injects a failure; fault none stops the failures
          quit                ends the program

        At the end of the input, the program waits for the first picture, or for the
        number of pictures in --frames, and ends. The exit status is 1 if it ends in an
        error. A picture may be up to 16 MB in size.

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
                if case .remote = source { throw UsageError("only one camera is allowed; remove '\(word)'") }
                source = .remote(try WebAddress.url(word, "the address of a camera must be an http or https URL"))
            }
        }
        if asksForHelp { return }
        if snapshot == "" { throw UsageError("--snapshot needs the path of a file") }
        switch source {
        case .embedded: source = .embedded(fault: fault)
        case .remote:
            if hasFault {
                throw UsageError("--fault works only with the camera on 127.0.0.1; remove the URL of the camera")
            }
        }
    }
}
