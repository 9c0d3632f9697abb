import ExampleSupport
import Foundation

/// The options of `video`.
struct Options: ExampleOptions, Equatable {
    /// Where the video comes from.
    enum Source: Equatable, Sendable {
        /// The service that this program starts itself.
        case embedded(fault: VideoFault?)
        /// An address.
        case remote(URL)
    }

    var source = Source.embedded(fault: nil)
    var output: URL?
    var player: [String] = []
    var speed = 1.0
    var timeout = Duration.seconds(10)
    var asksForHelp = false
    var inspectorAddress: String?

    /// The rate of the service that this program starts: slow enough to see the download.
    static let bytesPerSecond = 80_000.0

    static let usage = """
        usage: video [URL] [--output FILE] [--player COMMAND] [--speed N] [--timeout SECONDS]
                     [--inspect [ADDRESS]] [--help]
                     [--fault 404|disconnect|no-ranges|wrong-length|not-a-video|timeout|refused|slow]
        """

    static let help = """
        Downloads a video and plays it, and shows the transitions of the state machine behind that.

        \(usage)

          URL                a video in MP4 or sound in WAV, by http or https; the default is eight seconds of the sea from a
                             service on 127.0.0.1 that this program starts itself
          --output FILE      keeps the video in FILE, once it is complete
          --player COMMAND   hands the file to a program, such as "mpv --really-quiet" or "ffplay -loglevel quiet", which
                             is suspended, resumed and ended with the video
          --speed N          how many times faster time passes, from 0.1 to 1000 (default: 1)
          --timeout SECONDS  how long the server may be silent (default: 10)
          --fault KIND       injects a failure into the service on 127.0.0.1
          --inspect          shows the machine in an inspector: see below

        Keys, on a terminal: space pauses, plays, cancels or retries, whichever is possible; the arrows or < and > move by a tenth,
        r retries, c cancels, h shows the keys, q quits. From a pipe, line by line: pause, play, seek P (0.5 or 50%), cancel, retry,
        wait (until the video is neither downloaded nor played), wait download (until the download ends), fault KIND, fault none,
        quit. At the end of the input the program waits until the video has been downloaded and played. The status is 1 if the
        last download or the player failed. A download may take as long as bytes keep coming, and have up to 64 GB.

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
        if addresses.count > 1 { throw UsageError("there is one video at a time") }
        guard let address = addresses.first else {
            source = .embedded(fault: fault)
            return
        }
        if fault != nil { throw UsageError("--fault is for the service on 127.0.0.1, not for another address") }
        source = .remote(try WebAddress.url(address, "a video has an http or https URL"))
    }

    private static func output(_ path: String) throws(UsageError) -> URL {
        if path.isEmpty { throw UsageError("--output needs the name of a file") }
        return URL(filePath: path)
    }

    private static func speed(_ text: String) throws(UsageError) -> Double {
        guard let speed = Double(text), (0.1...1000).contains(speed) else {
            throw UsageError("--speed takes a number from 0.1 to 1000, not '\(text)'")
        }
        return speed
    }

    /// The words of a command, the first of which is the path of a program.
    private static func player(_ command: String, path: String) throws(UsageError) -> [String] {
        let words = command.split(separator: " ").map(String.init)
        guard let name = words.first else { throw UsageError("--player needs the name of a program") }
        let candidates = name.contains("/") ? [name] : path.split(separator: ":").map { "\($0)/\(name)" }
        guard let program = candidates.first(where: FileManager.default.isExecutableFile(atPath:)) else {
            throw UsageError("--player: there is no program '\(name)'")
        }
        return [program] + words.dropFirst()
    }
}
