import Foundation
import RemoteContentMachine
import StateMachineCommandLine
import StateMachineExampleSupport
import StateMachineInspection
import StateMachines

/// Shows a feed on a terminal.
///
/// A session contains no rules. It passes the user's actions to the model and draws when the
/// machine calls its hooks.
@MainActor
final class Session {
    let model: FeedModel
    let options: Options
    let output = Terminal.output
    let spinner: Spinner

    let prompt = Prompt(on: .output)

    /// Whether the user has quit, even if a request is in progress.
    var hasQuit = false

    /// Whether a response was an error.
    private(set) var hasFailed = false

    /// Whether a line was invalid.
    var hasBadLine = false

    /// The state before the transition that is being printed.
    private var previous: RemoteContentState

    init(options: Options, client: FeedClient, inspector: MachineInspector?) {
        self.options = options
        spinner = Spinner(on: .output)
        model = FeedModel(client: client)
        previous = model.state
        let machine = model.content.machine
        machine.inspect("feed", accepting: [.samples], by: inspector)
        machine.onTransition { [unowned self] in tell($0) }
        machine.onRejection { rejection in
            Terminal.error.print("remote-content: \(TransitionLine.text(rejection))")
        }
    }

    /// Enters the first state.
    func start() {
        model.start()
        if !options.isJSON {
            let machine = model.content.machine
            let line = TransitionLine.text(startingIn: machine.state, entering: machine.activities)
            output.print(output.dimmed(line))
        }
        showProgress()
    }

    private func tell(_ transition: StateMachine<RemoteContentState>.Transition) {
        spinner.stop()
        prompt.leave()
        if !options.isJSON {
            let count = model.content.elements.count
            let line = TransitionLine.text(from: previous, transition, to: model.state, count: count)
            output.print(output.dimmed(line))
        }
        previous = model.state
        show(model.state)
        showProgress()
    }

    private func show(_ state: RemoteContentState) {
        switch state {
        // During a refresh, the content on the screen stays.
        case .loading, .loaded(.refresh): break
        case .loaded(.empty), .loaded(.data):
            for line in options.isJSON ? [list.json] : list.table(on: output) { output.print(line) }
        case .error:
            hasFailed = true
            let message = model.errorMessage ?? "The feed could not be loaded"
            if options.isJSON { output.print(FeedList.json(error: message)) }
            Terminal.error.print(Terminal.error.red("remote-content: \(message.printable)"))
        }
    }

    /// Shows the spinner while a request is in progress, or else the prompt.
    func showProgress() {
        if model.state.isLoading {
            if !options.isJSON { spinner.start(model.state == .loading ? "loading" : "refreshing") }
        } else {
            prompt.show()
        }
    }

    /// The entries on the screen.
    var list: FeedList {
        FeedList(title: model.title, items: model.items, newItems: model.newItems, limit: options.limit)
    }

    /// Shows an entry of the list.
    func open(_ number: Int) throws(UsageError) {
        let shown = list.shown
        guard shown.indices.contains(number - 1) else {
            throw UsageError(
                shown.isEmpty
                    ? "no entries are shown"
                    : "entry \(number) does not exist; choose a number from 1 to \(shown.count)"
            )
        }
        let item = shown[number - 1]
        spinner.stop()
        let lines = options.isJSON ? [list.json(of: item)] : FeedList.details(of: item, on: output)
        for line in lines { output.print(line) }
    }
}
