import Foundation
import ExampleSupport
import StateMachines
import VideoMachine

/// Shows on a terminal what a video does.
///
/// It changes nothing of its own: it tells the model what the user did, and draws when the machine's hooks call.
@MainActor
final class Session {
    let model: VideoModel
    let options: Options
    let output = Terminal.output

    /// The service of this program, if the video comes from there.
    let service: VideoService?

    /// Whether a line made no sense.
    var hasBadLine = false

    /// Whether there are keys instead of lines.
    var readsKeys = false

    private var lastPlayerProblem: String?

    /// The state before the transition that is being told.
    private var previous: VideoState

    init(source: URL, destination: URL, options: Options, service: VideoService?) {
        self.options = options
        self.service = service
        model = VideoModel(
            source: source,
            downloader: VideoDownloader(destination: destination, timeout: options.timeout),
            player: options.player.isEmpty ? nil : PlayerProcess(options.player),
            speed: options.speed
        )
        previous = model.state
        model.machine.onTransition { [unowned self] in tell($0) }
        model.machine.onRejection { [unowned self] in complain(TransitionLine.text($0)) }
    }

    private func tell(_ transition: StateMachine<VideoState>.Transition) {
        defer { previous = model.state }
        switch transition.event {
        // The bar tells these.
        case .didReceive, .didProgress: break
        case .download, .didFinishDownload, .didFailDownload, .cancel, .play, .pause, .seek, .didPlayToEnd:
            say(output.dimmed(TransitionLine.text(from: previous, transition, to: model.state)))
            if case .didFinishDownload(let file) = transition.event { describe(file) }
            if let reason = model.state.failureReason { complain(reason.printable) }
            if case .pause = transition.event { complainAboutPlayer() }
        }
        drawBar()
    }

    /// Says why the player does not show the video, once for each reason that it has.
    func complainAboutPlayer() {
        guard let problem = model.playerProblem, problem != lastPlayerProblem else { return }
        lastPlayerProblem = problem
        complain(problem.printable)
    }

    private func describe(_ file: URL) {
        guard let video = try? VideoFile(contentsOf: file) else { return }
        let size = video.size.formatted(.byteCount(style: .file))
        let place = options.output == nil ? "" : ", in \(file.path(percentEncoded: false).printable)"
        say("\(video.format.rawValue), \(Self.time(video.duration)), \(size)\(place)")
    }

    /// Shows how far the download or the video has come in the last line of a terminal.
    func drawBar() {
        switch model.state {
        case .willDownload, .failed: output.redraw("")
        case .downloading(let download):
            let received = download.received.formatted(.byteCount(style: .file))
            ProgressBar("downloading", on: output).draw(download.fraction ?? 0, detail: received)
        case .playing(let playback): drawBar("playing", playback)
        case .paused(let playback): drawBar("paused ", playback)
        }
    }

    private func drawBar(_ title: String, _ playback: VideoState.PlaybackState) {
        guard let duration = model.duration else { return }
        let detail = "\(Self.time(duration * playback.progress)) of \(Self.time(duration))"
        ProgressBar(title, on: output).draw(playback.progress, detail: detail)
    }

    private static func time(_ duration: Duration) -> String {
        duration.formatted(.time(pattern: .minuteSecond))
    }

    /// Prints a line, in the place of the bar.
    func say(_ line: String) {
        output.redraw("")
        output.print(line)
    }

    func complain(_ message: String) {
        output.redraw("")
        Terminal.error.print(Terminal.error.red("video: \(message)"))
    }
}
