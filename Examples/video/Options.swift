import Foundation
import StateMachineCommandLine
import StateMachineExampleSupport

/// The options of `video`.
struct Options: ExampleOptions, Equatable {
    /// The source of the video.
    enum Source: Equatable, Sendable {
        /// The service that this program starts.
        case embedded(fault: VideoFault?)
        /// A video at this address.
        case remote(URL)
    }

    var source = Source.embedded(fault: nil)
    var output: URL?
    var player: [String] = []
    var speed = 1.0
    var timeout = Duration.seconds(10)
    var asksForHelp = false
    var inspectorAddress: String?

    /// The rate of the service that this program starts, slow enough to see the download.
    static let bytesPerSecond = 80_000.0

    static let usage = """
        usage: video [URL] [--output FILE] [--player COMMAND] [--speed N]
                     [--timeout SECONDS] [--fault KIND] [--inspect [ADDRESS]] [--help]
        """

    static let help = """
        Downloads a video, plays it and shows the transitions of its state machine.

        \(usage)

          URL                an http or https address of an MP4 video or a WAV sound.
                             By default, the program starts its own service on
                             127.0.0.1 with a video of the sea that lasts eight
                             seconds
          --output FILE      keeps the complete video in FILE
          --player COMMAND   passes the file to a player, such as
                             "mpv --really-quiet" or "ffplay -loglevel quiet". The
                             player is suspended, resumed and ended together with the
                             video
          --speed N          the speed at which time passes, from 0.1 (slower) to 1000
                             (default: 1)
          --timeout SECONDS  how long the server may be silent (default: 10)
          --fault KIND       injects a failure into the service on 127.0.0.1 (see
                             below)
          --inspect          shows the machine in an inspector (see below)

        The kinds of failures are:
          404           a response with status 404
          disconnect    a connection that closes in the middle of the first response;
                        a retry receives the rest
          no-ranges     like disconnect, but a retry receives the whole video again
          wrong-length  a response that announces more bytes than it contains
          not-a-video   a text instead of the video
          timeout       no response
          refused       a refused connection, as if the service were not running
          slow          a tenth of the usual speed

        In a terminal, the keys are:
          space        pauses, plays, cancels or retries, whichever is possible
          ← → or < >   seeks by a tenth of the video
          r  retries   c  cancels   h  shows the keys   q  quits

        From a pipe, the program reads commands line by line:
          pause, play, cancel, retry
          seek P         moves to a part of the video, such as 0.5 or 50%
          wait           waits until the video is neither downloading nor playing
          wait download  waits until the download ends
          fault KIND     injects a failure; fault none stops the failures
          quit           ends the program

        At the end of the input, the program waits until the video is downloaded and
        played. The exit status is 1 if the last download or the player failed. A
        download may take any amount of time, provided that bytes keep arriving. It
        may be up to 64 GB in size.

        \(InputLines.statusHelp)

        \(InspectorOption.help)
        """

    init(_ words: [String], environment: [String: String]) throws(UsageError) {
        var arguments = Arguments(words)
        var fault: VideoFault?
        var addresses: [String] = []
        while let argument = try arguments.next() {
            switch argument {
            case .option("--help"), .option("-h"): asksForHelp = true
            case .option("--output"): output = try Self.output(arguments.value(of: "--output"))
            case .option("--player"):
                player = try Self.player(arguments.value(of: "--player"), path: environment["PATH"] ?? "")
            case .option("--speed"): speed = try Self.speed(arguments.value(of: "--speed"))
            case .option("--timeout"): timeout = .seconds(try arguments.number(of: "--timeout", in: 1...3_600))
            case .option("--fault"): fault = try VideoFault(word: arguments.value(of: "--fault"))
            case .option("--inspect"):
                inspectorAddress = try InspectorOption.address(in: &arguments, environment: environment)
            case .option(let name): throw UsageError("unknown option \(name)")
            case .word(let word): addresses.append(word)
            }
        }
        if asksForHelp { return }
        if addresses.count > 1 { throw UsageError("only one video is allowed") }
        guard let address = addresses.first else {
            source = .embedded(fault: fault)
            return
        }
        if fault != nil {
            throw UsageError("--fault works only with the service on 127.0.0.1; remove the URL of the video")
        }
        source = .remote(try WebAddress.url(address, "the address of a video must be an http or https URL"))
    }

    private static func output(_ path: String) throws(UsageError) -> URL {
        if path.isEmpty { throw UsageError("--output needs the path of a file") }
        return URL(filePath: path)
    }

    private static func speed(_ text: String) throws(UsageError) -> Double {
        guard let speed = Double(text), (0.1...1000).contains(speed) else {
            throw UsageError("--speed takes a number from 0.1 to 1000, not '\(text)'")
        }
        return speed
    }

    /// Returns the words of a command, beginning with the path of a program.
    private static func player(_ command: String, path: String) throws(UsageError) -> [String] {
        let words = command.split(separator: " ").map(String.init)
        guard let name = words.first else { throw UsageError("--player needs the name of a program") }
        let candidates = name.contains("/") ? [name] : path.split(separator: ":").map { "\($0)/\(name)" }
        guard let program = candidates.first(where: FileManager.default.isExecutableFile(atPath:)) else {
            throw UsageError("--player: cannot find the program '\(name)'")
        }
        return [program] + words.dropFirst()
    }
}
