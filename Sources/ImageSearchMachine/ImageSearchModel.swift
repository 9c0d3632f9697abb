public import Observation
public import StateMachines

/// The view model of an image search: what a search bar and the screen below it show, and what they
/// report.
///
/// ```swift
/// let model = ImageSearchModel(client: ImageSearchClient(endpoint: endpoint, key: key))
/// Task { try await model.run() }            // does the fetching
///
/// model.searchStatusChanged(.began)         // the field gets the focus
/// model.searchText = "flowers"
/// model.searchStatusChanged(.submitted)     // state is .loading, then .searchResults
/// ```
///
/// Everything it shows is derived from the state of its machine, and can be observed.
@MainActor
@Observable
public final class ImageSearchModel {
    /// What a search bar reports.
    public enum SearchStatus: Hashable, Sendable {
        /// The field got the focus.
        case began
        /// The user searches for the text in the field.
        case submitted
        /// The user tapped the cancel button.
        case cancelled
    }

    /// The text in the search field.
    public var searchText = ""

    /// Whether the search field has the focus.
    ///
    /// The model sets it, and a field can be bound to it.
    public var isSearching = false

    /// The machine that decides.
    @ObservationIgnored
    public let machine = StateMachine(ImageSearchState.start)

    @ObservationIgnored
    private let search: @Sendable (String) async throws -> [ImageResult]

    /// Creates a model that searches with a closure, whose errors are described to the user.
    public init(search: @escaping @Sendable (_ query: String) async throws -> [ImageResult]) {
        self.search = search
        machine.onEntry(of: .searching) { [weak self] in self?.isSearching = true }
        machine.onExit(of: .searching) { [weak self] in self?.isSearching = false }
    }

    /// Creates a model that searches with a client.
    public convenience init(client: ImageSearchClient) {
        self.init { try await client.search($0).hits }
    }

    /// The state of the machine, which decides which screen is shown.
    public var state: ImageSearchState { machine.state }

    /// Whether the cancel button is shown beside the search field.
    public var showsCancelButton: Bool { state == .searching }

    /// The images to show; empty except in the state with results.
    public var results: [ImageResult] { state.results }

    /// What went wrong, in the error state.
    public var errorMessage: String? { state.errorMessage }

    /// Sends what happened in the search bar to the machine.
    ///
    /// - Returns: The outcome: a search for blank text is rejected, for instance.
    @discardableResult
    public func searchStatusChanged(_ status: SearchStatus) -> StateMachine<ImageSearchState>.Outcome {
        switch status {
        case .began: machine.send(.startSearch)
        case .submitted: machine.send(.search(searchText))
        case .cancelled: machine.send(.cancel)
        }
    }

    /// Fetches the results of searches, until a state is reached or the task that calls this is
    /// cancelled.
    ///
    /// - Parameter isLast: Whether to end in this state; by default it ends in none.
    /// - Returns: The state in which it ended.
    /// - Throws: `MachineAlreadyRunning` if this model is being run already.
    @discardableResult
    public func run(
        until isLast: ((ImageSearchState) -> Bool)? = nil
    ) async throws(MachineAlreadyRunning) -> ImageSearchState {
        try await machine.run(until: isLast) { [search] activity, send in
            switch activity {
            case .editing: break
            case .fetching(let query):
                do {
                    await send(.success(try await search(query)))
                } catch {
                    await send(.failure("\(error)"))
                }
            }
        }
    }
}
