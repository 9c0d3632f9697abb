public import Observation
public import StateMachines

/// The model of a screen that shows a feed: what there is to see, and what a person may ask for.
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

    /// The name of the feed, as the last good answer has it.
    public private(set) var title = ""

    /// The entries that were not in the answer before; none after the first.
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

    /// Which screen is shown.
    public var state: RemoteContentState { content.state }

    /// The entries on the screen, which stay there during a refresh; none while loading and after an error.
    public var items: [FeedItem] { state.presence == nil ? [] : content.elements }

    /// What went wrong, in the error state.
    public var errorMessage: String? { state == .error ? failure : nil }

    /// Tells what to show first.
    public func start() {
        content.start()
    }

    /// Asks for the feed again: a reload after an error, a refresh when content is there.
    ///
    /// - Returns: What became of it: while the first answer is awaited, it is rejected.
    @discardableResult
    public func reload() -> StateMachine<RemoteContentState>.Outcome {
        content.reload()
    }

    /// Fetches what the state asks for, until a state is reached or the task that calls this is cancelled.
    ///
    /// - Parameter isLast: Whether to end in this state; never, unless given.
    /// - Returns: The state with which it ended.
    /// - Throws: `AlreadyRunning` if this model is being run already.
    @discardableResult
    public func run(
        until isLast: ((RemoteContentState) -> Bool)? = nil
    ) async throws(AlreadyRunning) -> RemoteContentState {
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

    /// Hands an answer to the content, in the task of the activity that it is for.
    private func receive(_ answer: Result<Feed, any Error>) {
        // An activity is cancelled on this actor, so that an answer for one that has been exited cannot get past this.
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
