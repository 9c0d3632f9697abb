import Foundation
import ImageSearchMachine
import StateMachineExampleSupport
import StateMachineInspection
import StateMachines

/// Shows an image search on a terminal.
///
/// A session contains no rules. It passes the user's actions to the model and draws when the
/// machine calls its hooks.
@MainActor
final class Session {
    let model: ImageSearchModel
    let options: Options
    private let client: ImageSearchClient
    let output = Terminal.output
    let spinner: Spinner
    private let lastPage: LastPage

    let prompt = Prompt(on: .output)

    /// The state before the transition that is being printed.
    private var previous: ImageSearchState

    /// The page of the last results.
    ///
    /// The state keeps only the images of this page.
    @MainActor
    private final class LastPage {
        var page: ImageSearchClient.Page?
    }

    init(options: Options, client: ImageSearchClient, inspector: MachineInspector?) {
        self.options = options
        self.client = client
        spinner = Spinner(on: .output)
        let lastPage = LastPage()
        self.lastPage = lastPage
        let window = PageWindow(page: options.page, limit: options.limit)
        model = ImageSearchModel { query in
            let page = try await client.search(query, page: window.servicePage, perPage: window.servicePageSize)
            try await MainActor.run {
                // The machine cancels searches on this actor, so a page cannot arrive after its
                // search was cancelled.
                try Task.checkCancellation()
                lastPage.page = page
            }
            return window.images(of: page)
        }
        previous = model.state
        model.machine.inspect("search", accepting: [.samples], by: inspector)
        addHooks()
    }

    private func addHooks() {
        let machine = model.machine
        machine.onActivityEntry { [unowned self] activity in
            if case .fetching(let query) = activity, !options.isJSON {
                spinner.start("searching for \(String(query.prefix(100)).printable)")
            }
        }
        machine.onActivityExit { [unowned self] activity in
            if case .fetching = activity { spinner.stop() }
        }
        machine.onTransition { [unowned self] transition in
            prompt.leave()
            if !options.isJSON {
                output.print(output.dimmed(TransitionLine.text(from: previous, transition, to: model.state)))
            }
            show(model.state, after: previous)
            previous = model.state
            if model.state.isAnswered { prompt.show() }
        }
        machine.onRejection { rejection in
            Terminal.error.print("image-search: \(TransitionLine.text(rejection))")
        }
    }

    /// Whether a search has ended in the error state.
    private(set) var hasFailed = false

    /// Whether a line was invalid.
    var hasBadLine = false

    private func show(_ state: ImageSearchState, after old: ImageSearchState) {
        guard case .loading(let query) = old else { return }
        switch state {
        case .start, .searching, .loading: break
        case .searchResults(let images): show(images, for: query)
        case .error(let message):
            hasFailed = true
            if options.isJSON && options.query == nil { output.print(ResultList.json(error: message, for: query)) }
            Terminal.error.print(Terminal.error.red("image-search: \(message.printable)"))
        }
    }

    private func show(_ images: [ImageResult], for query: String) {
        if options.isJSON {
            output.print(ResultList.json(images, for: query, of: lastPage.page, page: options.page))
        } else {
            for line in ResultList.table(
                images,
                of: lastPage.page,
                page: options.page,
                limit: options.limit,
                on: output
            ) {
                output.print(line)
            }
        }
    }

    /// Performs one search.
    ///
    /// - Returns: The exit status, which is failure if the search fails or a preview cannot be
    ///   saved.
    func search(_ query: String) async -> Int32 {
        defer { spinner.stop() }
        submit(query)
        return switch await model.run(until: \.isAnswered) {
        case .searchResults(let images): await save(images) ? EXIT_SUCCESS : EXIT_FAILURE
        case .start, .searching, .loading, .error: EXIT_FAILURE
        }
    }

    /// Performs the actions of a user, who taps the field, types and submits.
    func submit(_ query: String) {
        if model.state != .searching { model.searchStatusChanged(.began) }
        model.searchText = query
        model.searchStatusChanged(.submitted)
    }

    /// Returns to the first screen and cancels a request in progress.
    func cancel() {
        switch model.state {
        case .start: output.print("nothing to cancel")
        case .searching: model.searchStatusChanged(.cancelled)
        case .loading, .searchResults, .error:
            model.searchStatusChanged(.began)
            model.searchStatusChanged(.cancelled)
        }
    }

    private func save(_ images: [ImageResult]) async -> Bool {
        guard let directory = options.directory, !images.isEmpty else { return true }
        return await PreviewSaver(client: client, directory: directory, isQuiet: options.isJSON).save(images)
    }
}
