public import Observation
public import StateMachines

/// The view model of an image search: what a search bar and the screen below it show, and what they report.
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
        /// The user searches for what the field says.
        case submitted
        /// The user tapped the cancel button.
        case cancelled
    }

    /// What the search field says.
    public var searchText = ""

    /// Whether the search field has the focus.
    ///
    /// The machine sets it: it can be bound to a field.
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

    /// Which screen is shown.
    public var state: ImageSearchState { machine.state }

    /// Whether the cancel button stands beside the search field.
    public var showsCancelButton: Bool { state == .searching }

    /// The images to show; none but in the state with results.
    public var results: [ImageResult] { state.results }

    /// What went wrong, in the error state.
    public var errorMessage: String? { state.errorMessage }

    /// Tells the machine what happened in the search bar.
    ///
    /// - Returns: What became of it: a search for nothing but space is rejected, for instance.
    @discardableResult
    public func searchStatusChanged(_ status: SearchStatus) -> StateMachine<ImageSearchState>.Outcome {
        switch status {
        case .began: machine.send(.startSearch)
        case .submitted: machine.send(.search(searchText))
        case .cancelled: machine.send(.cancel)
        }
    }

    /// Fetches what is searched for, until a state is reached or the task that calls this is cancelled.
    ///
    /// - Parameter isLast: Whether to end in this state; never, unless given.
    /// - Returns: The state with which it ended.
    /// - Throws: `AlreadyRunning` if this model is being run already.
    @discardableResult
    public func run(
        until isLast: ((ImageSearchState) -> Bool)? = nil
    ) async throws(AlreadyRunning) -> ImageSearchState {
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
