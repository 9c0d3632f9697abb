import Foundation
import StateMachineExampleSupport
import StateMachineInspection
import StateMachines
import VideoMachine

/// Shows a download and a video on a terminal.
///
/// A session contains no rules. It passes the user's actions to the model and draws when the
/// machine calls its hooks.
@MainActor
final class Session {
    let model: VideoModel
    let options: Options
    let output = Terminal.output

    /// The service of this program; `nil` for a remote video.
    let service: VideoService?

    /// Whether a line was invalid.
    var hasBadLine = false

    /// Whether the session reads keys instead of lines.
    var readsKeys = false

    private var lastPlayerProblem: String?

    /// The state before the transition that is being printed.
    private var previous: VideoState

    init(source: URL, destination: URL, options: Options, service: VideoService?, inspector: MachineInspector?) {
        self.options = options
        self.service = service
        model = VideoModel(
            source: source,
            downloader: VideoDownloader(destination: destination, timeout: options.timeout),
            player: options.player.isEmpty ? nil : PlayerProcess(options.player),
            speed: options.speed
        )
        previous = model.state
        model.machine.inspect("video", accepting: [.samples], by: inspector)
        model.machine.onTransition { [unowned self] in tell($0) }
        model.machine.onRejection { [unowned self] in complain(TransitionLine.text($0)) }
    }

    private func tell(_ transition: StateMachine<VideoState>.Transition) {
        defer { previous = model.state }
        switch transition.event {
        // The bar shows the progress.
        case .didReceive, .didProgress: break
        case .download, .didFinishDownload, .didFailDownload, .cancel, .play, .pause, .seek, .didPlayToEnd:
            say(output.dimmed(TransitionLine.text(from: previous, transition, to: model.state)))
            if case .didFinishDownload(let file) = transition.event { describe(file) }
            if let reason = model.state.failureReason { complain(reason.printable) }
            if case .pause = transition.event { complainAboutPlayer() }
        }
        drawBar()
    }

    /// Prints the reason why the player does not show the video, once for each reason.
    func complainAboutPlayer() {
        guard let problem = model.playerProblem, problem != lastPlayerProblem else { return }
        lastPlayerProblem = problem
        complain(problem.printable)
    }

    private func describe(_ file: URL) {
        guard let video = try? VideoFile(contentsOf: file) else { return }
        let size = video.size.formatted(.byteCount(style: .file))
        let location = options.output == nil ? "" : ", in \(file.path(percentEncoded: false).printable)"
        say("\(video.format.rawValue), \(Self.time(video.duration)), \(size)\(location)")
    }

    /// Shows the progress of the download or of the video in the last line of a terminal.
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

    /// Prints a line in place of the bar.
    func say(_ line: String) {
        output.redraw("")
        output.print(line)
    }

    func complain(_ message: String) {
        output.redraw("")
        Terminal.error.print(Terminal.error.red("video: \(message)"))
    }
}
