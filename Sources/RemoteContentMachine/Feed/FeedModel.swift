public import Observation
public import StateMachines

/// The view model of a feed: what a screen shows, and what its user can do.
///
/// ```swift
/// let model = FeedModel(client: FeedClient(address: address))
/// model.content.didChangeState = { state in screen.show(state, model.items) }
/// model.start()
/// Task { try await model.run() }            // does the fetching
///
/// model.reload()                            // from the start after an error, in place when content is there
/// ```
///
/// Everything it shows follows the state of its machine, and can be observed.
@MainActor
@Observable
public final class FeedModel {
    /// The content, with the machine that decides.
    @ObservationIgnored
    public let content = RemoteContent<FeedItem>()

    /// The name of the feed in the last successful answer.
    public private(set) var title = ""

    /// The identifiers of the entries that were not in the answer before; empty after the first
    /// answer.
    public private(set) var newItems: Set<FeedItem.ID> = []

    private var failure: String?

    @ObservationIgnored
    private var hasAnswer = false

    @ObservationIgnored
    private let fetch: @Sendable () async throws -> Feed

    /// Creates a model that fetches with a closure, whose errors are described to the user.
    public init(fetch: @escaping @Sendable () async throws -> Feed) {
        self.fetch = fetch
    }

    /// Creates a model that fetches with a client.
    public convenience init(client: FeedClient) {
        self.init { try await client.feed() }
    }

    /// The state of the machine, which decides which screen is shown.
    public var state: RemoteContentState { content.state }

    /// The entries to show, also during a refresh; empty while loading and after an error.
    public var items: [FeedItem] { state.presence == nil ? [] : content.elements }

    /// What went wrong, in the error state.
    public var errorMessage: String? { state == .error ? failure : nil }

    /// Starts the machine, and reports the first state.
    public func start() {
        content.start()
    }

    /// Asks for the feed again: a reload after an error, a refresh when content is there.
    ///
    /// - Returns: The outcome: while the first answer is awaited, a reload is rejected.
    @discardableResult
    public func reload() -> StateMachine<RemoteContentState>.Outcome {
        content.reload()
    }

    /// Fetches the feed as the state requires, until a state is reached or the task that calls this
    /// is cancelled.
    ///
    /// - Parameter isLast: Whether to end in this state; by default it ends in none.
    /// - Returns: The state in which it ended.
    /// - Throws: `MachineAlreadyRunning` if this model is being run already.
    @discardableResult
    public func run(
        until isLast: ((RemoteContentState) -> Bool)? = nil
    ) async throws(MachineAlreadyRunning) -> RemoteContentState {
        try await content.machine.run(until: isLast) { [self, fetch] activity, _ in
            switch activity {
            case .content: break
            case .fetch, .dataPresence(.refresh):
                do {
                    await receive(.success(try await fetch()))
                } catch {
                    await receive(.failure(error))
                }
            }
        }
    }

    /// Passes an answer to the content, in the task of the activity that it is for.
    private func receive(_ answer: Result<Feed, any Error>) {
        // Activities are cancelled on this actor, so an answer for an exited activity ends here.
        if Task.isCancelled { return }
        switch answer {
        case .success(let feed):
            let known = hasAnswer ? Set(content.elements.map(\.id)) : Set(feed.items.map(\.id))
            newItems = Set(feed.items.map(\.id)).subtracting(known)
            title = feed.title
            hasAnswer = true
            content.receiveData(feed.items)
        case .failure(let error):
            failure = "\(error)"
            content.receiveError()
        }
    }
}
