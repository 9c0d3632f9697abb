public import Observation
public import StateMachines

/// The view model of an image search, for a search bar and the screen below it.
///
/// ```swift
/// let model = ImageSearchModel(client: ImageSearchClient(endpoint: endpoint, key: key))
/// Task { await model.run() }            // fetches the results
/// model.searchStatusChanged(.began)         // the field gets the focus
/// model.searchText = "flowers"
/// model.searchStatusChanged(.submitted)     // state is .loading, then .searchResults
/// ```
///
/// Every property that a view shows comes from the machine's state and can be observed.
@MainActor
@Observable
public final class ImageSearchModel {
    /// An event that a search bar reports.
    public enum SearchStatus: Hashable, Sendable {
        /// The field got the focus.
        case began
        /// The user submitted the text in the field.
        case submitted
        /// The user tapped the cancel button.
        case cancelled
    }

    /// The text in the search field.
    public var searchText = ""

    /// Whether the search field has the focus.
    ///
    /// The model sets this property, and you bind the field's focus to it.
    public var isSearching = false

    /// The search's state machine.
    @ObservationIgnored
    public let machine = StateMachine(ImageSearchState.start)

    @ObservationIgnored
    private let search: @Sendable (String) async throws -> [ImageResult]

    /// Creates a model that searches with a closure and shows its errors to the user.
    public init(search: @escaping @Sendable (_ query: String) async throws -> [ImageResult]) {
        self.search = search
        machine.onEntry(of: .searching) { [weak self] in self?.isSearching = true }
        machine.onExit(of: .searching) { [weak self] in self?.isSearching = false }
    }

    /// Creates a model that searches with a client.
    public convenience init(client: ImageSearchClient) {
        self.init { try await client.search($0).hits }
    }

    /// The machine's current state, which determines the screen to show.
    public var state: ImageSearchState { machine.state }

    /// Whether the cancel button is shown next to the search field.
    public var showsCancelButton: Bool { state == .searching }

    /// The images to show; empty except in the state with results.
    public var results: [ImageResult] { state.results }

    /// The error message, in the error state.
    public var errorMessage: String? { state.errorMessage }

    /// Sends the machine the event that a search bar reported.
    ///
    /// - Returns: The outcome. For example, the machine rejects a search for blank text.
    @discardableResult
    public func searchStatusChanged(_ status: SearchStatus) -> StateMachine<ImageSearchState>.Outcome {
        switch status {
        case .began: machine.send(.startSearch)
        case .submitted: machine.send(.search(searchText))
        case .cancelled: machine.send(.cancel)
        }
    }

    /// Fetches search results until the machine reaches a given state or the task is cancelled.
    ///
    /// - Parameter isLast: A closure that receives a state and returns whether the run ends in that
    ///   state. By default, the run ends only when its task is cancelled.
    /// - Returns: The state in which the run ended.
    @discardableResult
    public func run(
        until isLast: ((ImageSearchState) -> Bool)? = nil
    ) async -> ImageSearchState {
        await machine.run(until: isLast) { [search] activity, send in
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
